"""The application: its parts put together. Nothing heavy is imported here, so that it answers at once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from server import api, pages, watch
from server.files import Files
from server.house import build_house
from server.methods import HeadAsGet
from server.metrics import Measured
from server.queries import StrictQuery
from server.reads import ROUTERS
from server.reference import describe_api
from server.refusals import add_refusals
from server.security import Guard
from server.settings import Settings
from server.tensors import RAW
from server.version import VERSION

DESCRIPTION = (
    "One sentence on its way through a transformer, every number of it. Every address is a GET whose query holds the "
    "whole request. Errors are problem details (RFC 9457)."
)


def create_app(*, settings: Settings | None = None) -> FastAPI:
    """Make an application; without `settings`, they come from the environment."""
    house = build_house(settings or Settings.from_environment())

    @asynccontextmanager
    async def live(_app: FastAPI) -> AsyncIterator[None]:
        house.loader.start()
        yield
        house.fetches.close()
        house.work.close()

    app = FastAPI(
        title="Lanewise", version=VERSION, description=DESCRIPTION, docs_url=None, redoc_url=None, lifespan=live
    )
    app.state.house = house
    app.openapi = partial(describe_api, app)  # type: ignore[method-assign]
    for router in (api.router, *ROUTERS):
        app.include_router(router)
    app.include_router(watch.router)
    app.include_router(pages.router)
    app.mount("/static", Files(directory=pages.STATIC))
    add_refusals(app)
    # The last that is added stands outermost.
    app.add_middleware(StrictQuery, limit=house.settings.query_limit)
    app.add_middleware(GZipMiddleware, compresslevel=1, exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, RAW))
    app.add_middleware(Measured, metrics=house.metrics)
    app.add_middleware(Guard, hosts=house.settings.hosts)
    app.add_middleware(HeadAsGet)
    return app
