"""How torch runs in this process."""

import torch


def use_threads(n: int) -> None:
    """Let one forward pass use `n` threads.

    Several passes at once on one thread each serve more than one pass on all.
    """
    torch.set_num_threads(n)
