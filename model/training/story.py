"""The story model: its shape, and what its `model.json` says."""

from pathlib import Path

from model.config import Config
from model.shelf.loaded import ModelFile, TokenizerFile
from model.tokenizers import GPT2_PATTERN
from model.training.corpus import SEPARATOR

CONFIG = Config(
    vocab_size=4096, d_model=192, n_layers=6, n_heads=6, n_kv_heads=6, d_head=32, d_ff=512, n_ctx=512, norm_eps=1e-5
)
CARD = ModelFile(
    title="story",
    description="A small model that writes simple children's stories, trained for Lanewise.",
    examples=(
        "the cat saw the hat",
        "Once upon a time there was a little",
        "Lily and Tom went to the park. Lily saw a big dog. The dog wanted to play with Lily and",
        "the the the",
    ),
    tokenizer=TokenizerFile(pattern=GPT2_PATTERN, special_tokens={SEPARATOR: CONFIG.vocab_size - 1}),
    config=CONFIG,
)
VOCABULARY = Path(__file__).parent.parent / "bundled" / "story" / "vocabulary.tiktoken"


def put_card(folder: Path) -> None:
    """Write `model.json` and put the vocabulary beside it, so that a folder with weights can be opened as a model."""
    (folder / "model.json").write_text(CARD.model_dump_json(indent=1, exclude_defaults=True) + "\n", encoding="utf-8")
    (folder / VOCABULARY.name).write_bytes(VOCABULARY.read_bytes())
