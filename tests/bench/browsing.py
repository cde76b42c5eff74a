"""The page from the inside: how soon what was typed, opened or stepped to is painted, in headless Chromium."""

import statistics
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from tests.bench.row import Row
from tests.bench.serving import QUERY, SIXTEEN

WARM_UP = 10
WATCH = """
window.find = (name, root = document) => {
  const here = root.querySelector(name);
  if (here) return here;
  for (const element of root.querySelectorAll('*')) {
    const found = element.shadowRoot && window.find(name, element.shadowRoot);
    if (found) return found;
  }
  return null;
};
window.painted = () => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
window.until = async (isTrue) => { while (!isTrue()) await new Promise((next) => setTimeout(next, 1)); };
window.predicted = (text) => {
  const next = window.find('lw-next');
  return next?.trace?.text === text && next.asked?.trace === next.trace && !next.isUpdatePending;
};
window.stepped = (name) => {
  const step = window.find('lw-step');
  return step?.step?.name === name && step.loader?.load.state === 'ready' && !step.isUpdatePending;
};
window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((task) => task.duration)))
  .observe({type: 'longtask', buffered: true});
"""
TYPE = """async (text) => {
  const field = window.find('textarea');
  field.value = text;
  const began = performance.now();
  field.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
  await window.until(() => window.predicted(text));
  return await window.painted() - began;
}"""
STEP = """async () => {
  const page = window.find('lw-step');
  const names = page.anatomy.steps.map((step) => step.name);
  const next = names[names.indexOf(page.step.name) + 1];
  if (!next) return null;
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
  await window.until(() => window.stepped(next));
  return await window.painted() - began;
}"""
SCRIPTS = """() => {
  const links = [...document.querySelectorAll('link[rel=modulepreload]:not([fetchpriority=low]), script[src]')];
  const first = new Set(links.map((link) => link.href || link.src));
  const scripts = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('.js'));
  return [true, false].map((isFirst) =>
    scripts.filter((entry) => first.has(entry.name) === isFirst).map((entry) => entry.encodedBodySize));
}"""
FIRST = """async (text) => {
  await window.until(() => window.find && window.predicted(text));
  return window.painted();
}"""


def measure_page(browser: Browser, url: str) -> list[Row]:
    """Typing, opening and stepping."""
    return [
        *_typing(browser, url),
        _first_load(browser, url),
        *_stepping(browser, url, SIXTEEN, budget=50, what="step change, 16 tokens"),
        *_stepping(browser, url, "the" + " the" * 511, budget=150, what="step change, 512 tokens"),
        _script_bytes(browser, url),
    ]


def _open(browser: Browser, url: str, text: str, **state: str) -> Page:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(WATCH)
    page.goto(f"{url}/?{urlencode({**QUERY, 'text': text, **state})}")
    page.evaluate(FIRST, text)
    return page


def _typing(browser: Browser, url: str) -> list[Row]:
    page = _open(browser, url, SIXTEEN)
    # a new text each time, so that nothing is remembered anywhere
    texts = [f"{SIXTEEN[:-1]} {chr(97 + i % 26)}{i}" for i in range(40 + WARM_UP)]
    times = [page.evaluate(TYPE, text) for text in texts][WARM_UP:]
    page.context.close()
    what = "keystroke to painted prediction, about 16 tokens"
    note = f"40 texts that were never seen before, after {WARM_UP} that do not count"
    return [
        Row(f"{what}, median", statistics.median(times), 60, "ms", note),
        Row(f"{what}, 95th percentile", statistics.quantiles(times, n=20)[-1], 150, "ms", note),
    ]


def _first_load(browser: Browser, url: str, rounds: int = 5) -> Row:
    times = []
    for _ in range(rounds):
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(WATCH)
        page.goto(f"{url}/?{urlencode(QUERY)}", wait_until="commit")
        times.append(page.evaluate(FIRST, SIXTEEN) / 1000)
        page.context.close()
    return Row("first load to first real prediction, page cold, server warm", statistics.median(times), 1, "s")


def _stepping(browser: Browser, url: str, text: str, *, budget: float, what: str) -> list[Row]:
    page = _open(browser, url, text, step="blocks.1.norm1.out")
    page.evaluate("() => window.until(() => window.stepped('blocks.1.norm1.out'))")
    page.evaluate("() => { window.longTasks.length = 0; }")
    times = [page.evaluate(STEP) for _ in range(40 + WARM_UP)][WARM_UP:]
    long_tasks = page.evaluate("() => window.longTasks")
    page.context.close()
    note = f"40 steps, after {WARM_UP} that do not count; worst {max(times):.0f} ms; {len(long_tasks)} tasks over 50 ms"
    return [Row(f"{what}, median", statistics.median(times), budget, "ms", note)]


def _script_bytes(browser: Browser, url: str) -> Row:
    page = _open(browser, url, SIXTEEN)
    needed, others = page.evaluate(SCRIPTS)
    page.context.close()
    note = f"{len(needed)} modules; {sum(others) / 1000:.0f} kB of pictures of the steps come behind them"
    return Row("JavaScript for the first view, compressed", sum(needed) / 1000, 150, "kB", note)
