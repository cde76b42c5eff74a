"""Small tokenizers of every kind, trained by the library `tokenizers`, which is also what ours are compared with."""

import random
from collections.abc import Iterator
from functools import cache

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from model.tokenizers.patterns import LLAMA3_PATTERN, QWEN2_PATTERN

SEPARATOR, UNKNOWN = "<|endoftext|>", "<unk>"
WORDS = "the cat saw a hat 2024 don't naïve 日本語 été 🤗 \n\n  indented\tcode(1)[x] == 3.14 ; we'll"
BYTE_LEVEL = {
    "gpt2": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "smollm": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "digit runs": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=False), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "llama3": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(LLAMA3_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    ),
    "qwen2": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(QWEN2_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    ),
    "gaps": pre_tokenizers.Sequence(  # a pattern that leaves much of the text out
        [
            pre_tokenizers.Split(Regex(r"\p{L}+"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    ),
}
OTHER_BYTE_LEVEL = {  # these go through the library: one pattern does not say it
    "prefix": pre_tokenizers.ByteLevel(add_prefix_space=True),
    "three steps": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r"\p{N}{1,3}"), "isolated"),
            pre_tokenizers.Split(Regex(r"[\r\n]"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    ),
}


def texts() -> Iterator[str]:
    """A little of everything, the same each time."""
    words = WORDS.split(" ")
    dice = random.Random(0)  # noqa: S311 (a text, not a secret)
    for _ in range(400):
        yield " ".join(dice.choices(words, k=12)) + dice.choice([" ", "  ", "\n", "   7"])


@cache
def train_byte_level(kind: str, *, alphabet: bool = True) -> Tokenizer:
    """A byte-level BPE that splits as `kind` does; without `alphabet`, bytes that were not seen have no piece."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = {**BYTE_LEVEL, **OTHER_BYTE_LEVEL}[kind]
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=500,
        special_tokens=[SEPARATOR, "<|im_start|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if alphabet else [],
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts(), trainer)
    return tokenizer


@cache
def train_pieces(kind: str) -> Tokenizer:
    """A vocabulary like SentencePiece's: "llama" puts a space before the text, "gemma" does not."""
    tokenizer = Tokenizer(models.BPE(unk_token=UNKNOWN, fuse_unk=True, byte_fallback=True))
    front = [normalizers.Prepend("▁")] if kind == "llama" else []
    tokenizer.normalizer = normalizers.Sequence([*front, normalizers.Replace(" ", "▁")])
    if kind == "metaspace":
        tokenizer.normalizer = None
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    special = [UNKNOWN, "<s>", "</s>"]
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=special + fallback, show_progress=False, max_token_length=8
    )
    tokenizer.train_from_iterator(texts(), trainer)
    tokenizer = without_added(tokenizer, keep=special)
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return tokenizer


def without_added(tokenizer: Tokenizer, *, keep: list[str]) -> Tokenizer:
    """The same, where of the added tokens only `keep` are any: the trainer adds the bytes too, real files do not."""
    import json

    file = json.loads(tokenizer.to_str())
    file["added_tokens"] = [token for token in file["added_tokens"] if token["content"] in keep]
    return Tokenizer.from_str(json.dumps(file))


def with_runs_of_spaces(tokenizer: Tokenizer) -> Tokenizer:
    """The same with added tokens that are text, as GPT-NeoX and Phi have them."""
    more = Tokenizer.from_str(tokenizer.to_str())
    more.add_tokens([AddedToken(" " * n, normalized=False) for n in (2, 3, 4, 8)])
    return more
