/** Tells a view when its size has changed, as long as it is on the page: a reactive controller of Lit. */
export class Resized {
  /** @param {import('/static/vendor/lit.js').LitElement} host @param {(entry: ResizeObserverEntry) => void} changed */
  constructor(host, changed) {
    this.host = host;
    this.observer = new ResizeObserver(([entry]) => changed(entry));
    host.addController(this);
  }

  hostConnected() {
    this.observer.observe(this.host);
  }

  hostDisconnected() {
    this.observer.disconnect();
  }

  /** Tells of a part of the view too. @param {Element} part */
  watch(part) {
    this.observer.observe(part);
  }
}
