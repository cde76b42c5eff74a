"""Server-sent events: one answer that comes in pieces while it is made (WHATWG HTML, 9.2)."""

from pydantic import BaseModel
from starlette.responses import StreamingResponse

MEDIA_TYPE = "text/event-stream"


class EventStream(StreamingResponse):
    """A stream of events. When its reader goes away, what makes the events is cancelled where it waits."""

    media_type = MEDIA_TYPE


def event(name: str, content: BaseModel) -> bytes:
    """One event: JSON has no line ends of its own, so it is one line of data."""
    return f"event: {name}\ndata: {content.model_dump_json()}\n\n".encode()
