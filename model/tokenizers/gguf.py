"""The tokenizer in the metadata of a GGUF file: byte-level BPE ("gpt2"), or SentencePiece's with scores ("llama")."""

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from model.errors import CheckpointError
from model.tokenizers.byte_pairs import BytePairTokenizer
from model.tokenizers.front import Front, choose_front
from model.tokenizers.merging import rank_pieces, split_merge
from model.tokenizers.patterns import GGUF_PATTERNS, SMOLLM_PATTERN
from model.tokenizers.pieces import SPACE, PieceTokenizer
from model.tokenizers.token import Tokenizer, is_panic

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Library

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
"""llama.cpp's types of tokens."""
Metadata = Mapping[str, Any]


def tokenizer_from_gguf(metadata: Metadata) -> Tokenizer:
    """The tokenizer that the `metadata` of a GGUF file describes. Raises `CheckpointError`."""
    kind = metadata.get("tokenizer.ggml.model")
    if kind not in MAKERS:
        known = ", ".join(map(str, MAKERS))
        raise CheckpointError(f"The file's tokenizer is of the kind {kind!r:.40}; these are supported: {known}.")
    tokens = _list(metadata, "tokens", str)
    if not tokens:
        raise CheckpointError("The file's vocabulary is empty.")
    types = _list(metadata, "token_type", int, length=len(tokens)) or [NORMAL] * len(tokens)
    if len(set(tokens)) < len(tokens):
        raise CheckpointError("Two tokens of the file's vocabulary are the same.")
    return MAKERS[kind](metadata, tokens, types)


def _byte_pairs(metadata: Metadata, tokens: list[str], types: list[int]) -> BytePairTokenizer:
    name = metadata.get("tokenizer.ggml.pre", "gpt-2")
    if name not in GGUF_PATTERNS:
        known = ", ".join(GGUF_PATTERNS)
        raise CheckpointError(f"The way {name!r:.40} to split a text is not supported; these are: {known}.")
    typed = list(zip(tokens, types, range(len(tokens)), strict=True))
    vocabulary = {token: i for token, kind, i in typed if kind == NORMAL}
    merges = map(split_merge, _list(metadata, "merges", str))
    found = rank_pieces(vocabulary, merges, whole=name in ("llama-bpe", "llama3"))
    pattern = GGUF_PATTERNS[name]
    controls = _controls(tokens, types)
    return BytePairTokenizer(
        found.ranks,
        pattern=pattern,
        special_tokens={token: i for i, token in controls.items()},
        ids=found.ids,
        literals={token: i for token, kind, i in typed if kind == USER_DEFINED},
        front=_front(metadata, tokens, controls, is_added=False, splits_digits=pattern == SMOLLM_PATTERN),
    )


def _sentence_pieces(metadata: Metadata, tokens: list[str], types: list[int]) -> PieceTokenizer:
    controls = _controls(tokens, types)
    try:
        library = _make_library(metadata, tokens, types)
    except BaseException as error:
        if isinstance(error, CheckpointError) or not (isinstance(error, Exception) or is_panic(error)):
            raise
        raise CheckpointError(f"The file's vocabulary makes no tokenizer: {error!s:.200}.") from error
    front = _front(metadata, tokens, controls, is_added=True, splits_digits=False)
    return PieceTokenizer(library, letters=False, front=front)


def _make_library(metadata: Metadata, tokens: list[str], types: list[int]) -> "Library":
    from tokenizers import AddedToken, models, normalizers
    from tokenizers import Tokenizer as Library

    scores = _list(metadata, "scores", float, length=len(tokens))
    unknown = next((token for token, kind in zip(tokens, types, strict=True) if kind == UNKNOWN), None)
    vocabulary = {token: i for i, token in enumerate(tokens)}
    pairs = merges_of_scores(vocabulary, scores, {i for i, kind in enumerate(types) if kind == NORMAL})
    library = Library(models.BPE(vocabulary, pairs, unk_token=unknown, fuse_unk=True, byte_fallback=True))
    spaces = [normalizers.Prepend(SPACE)] if metadata.get("tokenizer.ggml.add_space_prefix", True) else []
    library.normalizer = normalizers.Sequence([*spaces, normalizers.Replace(" ", SPACE)])
    named = zip(tokens, types, strict=True)
    for token, kind in named:
        if kind in (CONTROL, UNKNOWN):
            library.add_special_tokens([AddedToken(token, special=True, normalized=False)])
        elif kind == USER_DEFINED:
            library.add_tokens([AddedToken(token, normalized=False)])
    return library


def merges_of_scores(vocabulary: Mapping[str, int], scores: list[float], normal: set[int]) -> list[tuple[str, str]]:
    """The merges that scores mean: of two pieces that together are a piece, the one of the highest score comes first.

    That is how SentencePiece merges (Kudo & Richardson 2018), and how `transformers` reads such files.
    """

    def ways(piece: str) -> list[tuple[str, str]]:
        pairs = [(piece[:i], piece[i:]) for i in range(1, len(piece))]
        return sorted(
            (pair for pair in pairs if pair[0] in vocabulary and pair[1] in vocabulary),
            key=lambda pair: (vocabulary[pair[0]], vocabulary[pair[1]]),
        )

    best_first = sorted((piece for piece, i in vocabulary.items() if i in normal), key=lambda p: -scores[vocabulary[p]])
    return list(chain.from_iterable(map(ways, best_first)))


def _controls(tokens: list[str], types: list[int]) -> dict[int, str]:
    return {i: token for i, (token, kind) in enumerate(zip(tokens, types, strict=True)) if kind in (CONTROL, UNKNOWN)}


def _front(
    metadata: Metadata, tokens: list[str], controls: dict[int, str], *, is_added: bool, splits_digits: bool
) -> Front | None:
    """`is_added`: what the file means where it does not say whether the beginning is put before a text."""
    bos = metadata.get("tokenizer.ggml.bos_token_id")
    declared = tokens[bos] if isinstance(bos, int) and 0 <= bos < len(tokens) else None
    added = metadata.get("tokenizer.ggml.add_bos_token", is_added)
    return choose_front(controls, declared=declared, is_added=added is True, splits_digits=splits_digits)


def _list(metadata: Metadata, name: str, kind: type, *, length: int | None = None) -> list[Any]:
    found = metadata.get(f"tokenizer.ggml.{name}", [])
    if not isinstance(found, list) or not all(isinstance(each, kind) for each in found):
        raise CheckpointError(f"tokenizer.ggml.{name} is not a list of {kind.__name__}.")
    if length is not None and found and len(found) != length:
        raise CheckpointError(f"tokenizer.ggml.{name} has {len(found):,} entries; {length:,} were expected.")
    return found


MAKERS: Mapping[object, Callable[[Metadata, list[str], list[int]], Tokenizer]] = MappingProxyType({
    "gpt2": _byte_pairs, "llama": _sentence_pieces,
})  # fmt: skip
"""llama.cpp's names of kinds of tokenizers."""
