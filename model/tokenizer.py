"""The names of `model.tokenizers`, for those who import them from here."""

from model.tokenizers import (
    GPT2_PATTERN,
    LONGEST,
    BytePairTokenizer,
    Token,
    Tokenizer,
    WordTokenizer,
    locate,
    read_ranks,
    refuse_long_text,
    refuse_surrogates,
)

__all__ = [
    "GPT2_PATTERN",
    "LONGEST",
    "BytePairTokenizer",
    "Token",
    "Tokenizer",
    "WordTokenizer",
    "locate",
    "read_ranks",
    "refuse_long_text",
    "refuse_surrogates",
]
