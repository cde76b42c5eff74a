"""Turn a checkpoint of the story model into what is bundled: float16 weights and `model.json`.

python -m model.training.export_story WORK_FOLDER OUT_FOLDER
"""

import argparse
from pathlib import Path

from safetensors.torch import load_file, save

from model.library import DESCRIPTION, WEIGHTS
from model.loaded import ModelFile, TokenizerFile
from model.tokenizer import GPT2_PATTERN
from model.training.checkpoint import NAME, model_weights
from model.training.corpus import SEPARATOR
from model.training.train_story import CONFIG

FILE = ModelFile(
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


def main() -> None:
    """Export the checkpoint in the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    tensors = load_file(args.checkpoint / NAME)
    weights = {name: value.half().contiguous() for name, value in model_weights(tensors).items()}
    (args.out / WEIGHTS).write_bytes(save(weights))
    (args.out / DESCRIPTION).write_text(FILE.model_dump_json(indent=1, exclude_defaults=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
