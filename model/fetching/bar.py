"""How far a fetch is, as one line of text for a terminal."""

WIDTH = 30


def draw_bar(done: int, total: int) -> str:
    """A bar and the megabytes: `[██████··········]  35.1 of 92.9 MB`."""
    share = min(done / total, 1.0) if total > 0 else 0.0
    filled = round(share * WIDTH)
    return f"[{'█' * filled}{'·' * (WIDTH - filled)}] {done / 1e6:6.1f} of {total / 1e6:.1f} MB"
