"""How a text is split before anything is merged, as one regular expression: all of the text is in some piece.

`tiktoken` drops what its pattern does not match, and `tokenizers` keeps it as a piece of its own: a pattern of somebody
else's gets one more alternative that takes it.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
"""How GPT-2 cuts text before it merges (Radford et al. 2019), in the form that tiktoken uses."""

_NO_DIGITS = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?[^\s\p{L}\p{N}]++|\s+(?=\p{N})|\s++$|\s+(?!\S)|\s"
SMOLLM_PATTERN = rf"\p{{N}}|{_NO_DIGITS}"
"""Every digit by itself, then GPT-2's. A digit ends the stretch before it, so that white space there is one piece."""
DIGIT_RUNS_PATTERN = rf"\p{{N}}++|{_NO_DIGITS}"
"""Runs of digits by themselves, then GPT-2's."""

_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_MODERN = (
    _CONTRACTIONS + r"|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA3_PATTERN = _MODERN.format(digits=r"\p{N}{1,3}")
QWEN2_PATTERN = _MODERN.format(digits=r"\p{N}")

GGUF_PATTERNS: Mapping[str, str] = MappingProxyType({
    "gpt-2": GPT2_PATTERN,
    "phi-2": GPT2_PATTERN,
    "mpt": GPT2_PATTERN,
    "olmo": GPT2_PATTERN,
    "smollm": SMOLLM_PATTERN,
    "starcoder": SMOLLM_PATTERN,
    "refact": SMOLLM_PATTERN,
    "llama-bpe": LLAMA3_PATTERN,
    "llama3": LLAMA3_PATTERN,
    "qwen2": QWEN2_PATTERN,
    "stablelm2": QWEN2_PATTERN,
})  # fmt: skip
"""llama.cpp's names of ways to split (`tokenizer.ggml.pre`)."""


def cover(pattern: str) -> str:
    """`pattern`, and a last alternative that takes whatever it leaves."""
    return rf"{pattern}|(?:(?!{pattern})[\s\S])+"


def pattern_of(pre_tokenizer: object) -> str | None:
    """The one pattern for a byte-level `pre_tokenizer` of a `tokenizer.json`, or None where there is no such one."""
    steps = steps_of(pre_tokenizer, "pretokenizers")
    if not steps or steps[-1].get("type") != "ByteLevel" or steps[-1].get("add_prefix_space", True):
        return None
    *before, last = steps
    splits_itself = last.get("use_regex", True)
    if not before:
        return GPT2_PATTERN if splits_itself else None
    if len(before) > 1:
        return None
    (first,) = before
    if first.get("type") == "Digits" and splits_itself:
        return SMOLLM_PATTERN if first.get("individual_digits") else DIGIT_RUNS_PATTERN
    if first.get("type") == "Split" and not splits_itself:
        return _split_pattern(first)
    return None


def steps_of(step: object, name: str) -> Sequence[Mapping[str, Any]]:
    """A step of a `tokenizer.json`, or those of a sequence of steps, which stand there under `name`."""
    if not isinstance(step, dict):
        return []
    steps = step.get(name)
    return [each for each in steps if isinstance(each, dict)] if isinstance(steps, list) else [step]


def _split_pattern(step: Mapping[str, Any]) -> str | None:
    pattern = step.get("pattern")
    regex = pattern.get("Regex") if isinstance(pattern, dict) else None
    if not isinstance(regex, str) or step.get("behavior") != "Isolated" or step.get("invert"):
        return None
    return cover(regex)
