"""Train the byte-level BPE of the story model and write its ranks in tiktoken's own text format.

    python -m model.training.train_tokenizer TEXT_FOLDER OUT_FILE

A rank is a piece's id. Ids 0 to 255 are the single bytes, then come the merges in the order in which they were learned.
"""

import argparse
import base64
from collections.abc import Iterable
from pathlib import Path

from model.tokenizers.alphabet import bytes_of
from model.training.corpus import read_documents, split

VOCAB_SIZE = 4096
LIMITS = {
    "tinystories": 1.0,
    "african_storybook": 1.0,
    "pratham_books": 1.0,
    "book_dash": 1.0,
    "aesop_for_children": 0.12,
    "fairytaleqa": 0.12,
    "gutenberg_children": 0.08,
}


def train_ranks(texts: Iterable[str], *, n_pieces: int) -> dict[bytes, int]:
    """Learn `n_pieces` byte-level pieces from `texts` (Sennrich et al. 2016, over bytes as in GPT-2)."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=n_pieces, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    pieces = list(map(bytes_of, tokenizer.get_vocab()))
    singles = sorted(piece for piece in pieces if len(piece) == 1)
    return {piece: rank for rank, piece in enumerate(singles + [piece for piece in pieces if len(piece) > 1])}


def write_ranks(ranks: dict[bytes, int], path: Path) -> None:
    """Write one line a piece: its bytes in base64, a space, its rank."""
    lines = [f"{base64.b64encode(piece).decode()} {rank}\n" for piece, rank in ranks.items()]
    path.write_text("".join(lines), encoding="ascii")


def main() -> None:
    """Train on the text folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    documents = read_documents(args.texts, LIMITS)
    texts = [text for group in documents.values() for text in split(group)[0]]
    ranks = train_ranks(texts, n_pieces=VOCAB_SIZE - 1)  # the last id is the document separator
    write_ranks(ranks, args.out)
    print(f"{len(ranks)} pieces from {sum(map(len, texts)):,} characters in {args.out}")


if __name__ == "__main__":
    main()
