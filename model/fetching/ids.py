"""How a model is called on the Hugging Face hub."""

import re

HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")


def is_hub_id(text: str) -> bool:
    """Tell whether `text` looks like `organisation/name`."""
    return HUB_ID.fullmatch(text) is not None and ".." not in text and "--" not in text
