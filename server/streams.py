"""Server-sent events: one answer that comes in pieces while it is made (WHATWG HTML, 9.2)."""

from typing import Any

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema
from starlette.responses import StreamingResponse

from server.described import Responses

MEDIA_TYPE = "text/event-stream"


class AsJson:
    """Marks a field of an event that is sent as the text of some JSON, for the OpenAPI document."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """A string, and what stands in it."""
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": handler(core)}


def stream_of(schema: type[BaseModel]) -> Responses:
    """Describe, for the OpenAPI document, an answer whose events each are a `schema`."""
    content = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{schema.__name__}"}}}
    return {200: {"description": schema.__doc__, "content": content}}


class EventStream(StreamingResponse):
    """A stream of events. When its reader goes away, what makes the events is cancelled where it waits."""

    media_type = MEDIA_TYPE


def event(name: str, content: BaseModel) -> bytes:
    """One event: JSON has no line ends of its own, so it is one line of data."""
    return f"event: {name}\ndata: {content.model_dump_json()}\n\n".encode()
