"""Text to tokens and back: byte-level BPE by `tiktoken`, other vocabularies by `tokenizers`, whole words for the toy.

Tokenising happens in exactly one place, adds nothing and drops nothing: the bytes of the tokens, joined, are the UTF-8
of the text that was typed. A control token's text that is typed is text. Where a vocabulary cannot give a text back,
the text is refused, and the refusal names the character.
"""

from model.tokenizers.byte_pairs import BytePairTokenizer, read_ranks
from model.tokenizers.checkpoint_json import read_tokenizer_json
from model.tokenizers.front import Front, choose_front, put_in_front
from model.tokenizers.gguf import tokenizer_from_gguf
from model.tokenizers.patterns import GPT2_PATTERN
from model.tokenizers.pieces import PieceTokenizer
from model.tokenizers.token import LONGEST, Token, Tokenizer, locate, refuse_long_text, refuse_surrogates
from model.tokenizers.words import WordTokenizer

__all__ = [
    "GPT2_PATTERN",
    "LONGEST",
    "BytePairTokenizer",
    "Front",
    "PieceTokenizer",
    "Token",
    "Tokenizer",
    "WordTokenizer",
    "choose_front",
    "locate",
    "put_in_front",
    "read_ranks",
    "read_tokenizer_json",
    "refuse_long_text",
    "refuse_surrogates",
    "tokenizer_from_gguf",
]
