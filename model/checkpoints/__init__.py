"""Models from files that others made: folders with `config.json` and safetensors, GGUF files, runs of our training.

`open_checkpoint` is the way in. No code from a file is ever run, and nothing is believed: sizes are held against the
length of the file before memory is taken, names and shapes against the config, and numbers must be finite.
"""

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.opening import open_checkpoint

__all__ = ["Checkpoint", "open_checkpoint"]
