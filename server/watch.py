"""What those look at who keep the server running: whether it is well, and what it has done."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.house import house_of
from server.standing import HealthAnswer
from server.version import VERSION

router = APIRouter()
METRICS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Counters and gauges in the text format of Prometheus.",
        "content": {"text/plain": {"example": "lanewise_passes_total 12.0\n"}},
    }
}


@router.get("/healthz", response_model=HealthAnswer, responses={503: {"model": HealthAnswer}})
async def read_health(request: Request) -> Response:
    """Tell whether the models are loaded. This answers at once, also while they are not."""
    state = house_of(request).loader.state
    answer = HealthAnswer(state=state, ready=state == "ready", version=VERSION)
    status = 503 if state == "failed" else 200
    return JSONResponse(answer.model_dump(), status_code=status, headers={"Cache-Control": "no-store"})


@router.get("/metrics", response_class=PlainTextResponse, responses=METRICS)
async def read_metrics(request: Request) -> Response:
    """Tell what the server has done, for Prometheus."""
    return house_of(request).metrics.response()
