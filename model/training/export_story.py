"""Turn a checkpoint of the story model into what is bundled: float16 weights and `model.json`.

python -m model.training.export_story WORK_FOLDER OUT_FOLDER
"""

import argparse
from pathlib import Path

from safetensors.torch import load_file, save

from model.shelf.opening import WEIGHTS
from model.training.checkpoint import NAME, model_weights
from model.training.story import put_card


def main() -> None:
    """Export the checkpoint in the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    tensors = load_file(args.checkpoint / NAME)
    weights = {name: value.half().contiguous() for name, value in model_weights(tensors).items()}
    (args.out / WEIGHTS).write_bytes(save(weights))
    put_card(args.out)


if __name__ == "__main__":
    main()
