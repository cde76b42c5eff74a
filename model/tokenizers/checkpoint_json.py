"""The `tokenizer.json` of a published checkpoint, and what `tokenizer_config.json` beside it says of its beginning."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from model.errors import CheckpointError
from model.tokenizers.byte_pairs import BytePairTokenizer
from model.tokenizers.front import Front, choose_front
from model.tokenizers.merging import rank_pieces, split_merge
from model.tokenizers.patterns import SMOLLM_PATTERN, pattern_of, steps_of
from model.tokenizers.pieces import PieceTokenizer
from model.tokenizers.token import Tokenizer, is_panic

LARGEST_FILE = 64 * 2**20
"""Bytes of a `tokenizer.json`; Gemma 3's, one of the largest, has 33 MB."""
LARGEST_ID = 10_000_000
KINDS = ("BPE", "Unigram")
Object = dict[str, Any]


def read_tokenizer_json(path: Path) -> Tokenizer:
    """The tokenizer of `path`, a `tokenizer.json`. Raises `CheckpointError`."""
    file = read_object(path)
    model = _part(file, "model")
    kind = model.get("type", "BPE")  # old files do not say it
    if kind not in KINDS:
        raise CheckpointError(f"{path.name} is of the kind {kind!r:.40}; these are supported: {', '.join(KINDS)}.")
    added = _added(file)
    front = _front(file, path.with_name("tokenizer_config.json"), added)
    byte_level = any(step.get("type") == "ByteLevel" for step in steps_of(file.get("pre_tokenizer"), "pretokenizers"))
    tokenizer = _byte_pairs(file, model, added, front) if byte_level and kind == "BPE" else None
    return tokenizer or _through_library(path, file, front, letters=byte_level)


def read_object(path: Path) -> Object:
    """The JSON object that a file holds. Raises `CheckpointError`, and reads no file larger than `LARGEST_FILE`."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise CheckpointError(f"{path.name} has {size:,} bytes; at most {LARGEST_FILE:,} are read.")
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{path.name} cannot be read as JSON: {error}.") from error
    if not isinstance(found, dict):
        raise CheckpointError(f"{path.name} holds a {type(found).__name__}; an object was expected.")
    return found


def _part(file: Object, name: str) -> Object:
    part = file.get(name)
    if not isinstance(part, dict):
        raise CheckpointError(f"“{name}” in tokenizer.json is {part!r:.40}; an object was expected.")
    return part


def _added(file: Object) -> list[Object]:
    added = file.get("added_tokens") or []
    if not isinstance(added, list):
        raise CheckpointError("“added_tokens” in tokenizer.json is not a list.")
    for token in added:
        fits = isinstance(token, dict) and isinstance(token.get("content"), str) and token["content"]
        if not fits or not _is_id(token.get("id")):
            raise CheckpointError(f"{token!r:.60} among the added tokens is not a token with an id and a content.")
    return added


def _is_id(number: object) -> bool:
    return type(number) is int and 0 <= number < LARGEST_ID


def _front(file: Object, config: Path, added: list[Object]) -> Front | None:
    """What stands before a text by the file's own template, or by `tokenizer_config.json`."""
    controls = {token["id"]: token["content"] for token in added if token.get("special")}
    said = read_object(config) if config.is_file() else {}
    bos = said.get("bos_token")
    declared = bos.get("content") if isinstance(bos, dict) else bos
    template = _first_of_template(file)
    splits_digits = pattern_of(file.get("pre_tokenizer")) == SMOLLM_PATTERN
    return choose_front(
        controls,
        declared=template or (declared if isinstance(declared, str) else None),
        is_added=template is not None or said.get("add_bos_token") is True,
        splits_digits=splits_digits,
    )


def _first_of_template(file: Object) -> str | None:
    """The control token with which the template of a single text begins, where one does."""
    for step in steps_of(file.get("post_processor"), "processors"):
        match step:
            case {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": str(name)}}, *_]}:
                return name
    return None


def _byte_pairs(file: Object, model: Object, added: list[Object], front: Front | None) -> BytePairTokenizer | None:
    """The tokenizer of a byte-level file as tiktoken has it, or None where it cannot be that."""
    pattern, form = pattern_of(file["pre_tokenizer"]), _normal_form(file)
    odd = any(model.get(name) for name in ("dropout", "continuing_subword_prefix", "end_of_word_suffix"))
    literals = {token["content"]: token["id"] for token in added if not token.get("special")}
    marked = any(token.get(flag) for token in added for flag in ("lstrip", "rstrip", "single_word"))
    if pattern is None or form == "other" or odd or (literals and marked):
        return None
    special = {token["content"]: token["id"] for token in added if token.get("special")}
    vocabulary = {piece: i for piece, i in _vocabulary(model).items() if piece not in special | literals}
    merges = model.get("merges")
    if not isinstance(merges, list):
        raise CheckpointError("“merges” in tokenizer.json is not a list.")
    found = rank_pieces(vocabulary, map(split_merge, merges), whole=model.get("ignore_merges") is True)
    try:
        return BytePairTokenizer(
            found.ranks,
            pattern=pattern,
            special_tokens=special,
            ids=found.ids,
            literals=literals,
            front=front,
            form=form,
        )
    except ValueError:  # a pattern that tiktoken does not read
        return None


def _vocabulary(model: Object) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not all(map(_is_id, vocabulary.values())):
        raise CheckpointError("“vocab” in tokenizer.json is not an object of pieces with their ids.")
    return vocabulary


def _normal_form(file: Object) -> Literal["NFC", "other"] | None:
    normalizer: Mapping[str, Any] | None = file.get("normalizer")
    if normalizer is None:
        return None
    return "NFC" if normalizer == {"type": "NFC"} else "other"


def _through_library(path: Path, file: Object, front: Front | None, *, letters: bool) -> PieceTokenizer:
    """The tokenizer as the library `tokenizers` makes it of the same file."""
    from tokenizers import Tokenizer as Library

    try:
        library = Library.from_str(json.dumps(file))
        return PieceTokenizer(library, letters=letters, front=front)
    except BaseException as error:
        if not (isinstance(error, Exception) or is_panic(error)):
            raise
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path.name} is not a tokenizer: {error!s:.200}.") from error
