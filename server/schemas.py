"""What the API answers, as data. Tensors are the one answer that is not built from these: see `tensors.py`."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from model.config import Config

Hex = Annotated[str, Field(pattern="^([0-9a-f]{2})*$", examples=["20636174"])]
Probability = Annotated[float, Field(ge=0, le=1.000001, examples=[0.81])]
EXAMPLE_CONFIG = Config(
    vocab_size=9, d_model=4, n_layers=2, n_heads=2, n_kv_heads=2, d_head=2, d_ff=16, n_ctx=14, norm="layer"
)


class Schema(BaseModel):
    """What is sent is read from the model's own objects."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class ModelCard(Schema):
    """One model that can be asked for by its name."""

    name: str = Field(examples=["toy"])
    title: str = Field(examples=["toy"])
    description: str = Field(examples=["Nine words, two layers, vectors of four numbers."])
    examples: list[str] = Field(description="Texts to begin with.", examples=[["the cat sat"]])
    parameters: int = Field(description="How many weights it has; a tied matrix is counted once.", examples=[516])
    dtype: str = Field(description="How its weights are stored.", examples=["F32"])
    digest: str = Field(
        description="SHA-256 of weights and description.", examples=["9f86d081884c7d659a2feaa0c55ad015"]
    )
    vocab_size: int = Field(examples=[9])
    n_ctx: int = Field(description="How many tokens its context holds.", examples=[14])
    limit: int = Field(description="How many tokens of a text are read at most.", examples=[14])
    computed: str = Field(description="What its numbers are computed in.", examples=["float32"])
    origin: str = Field(description="Where its numbers come from, if that is not plain; may be empty.", examples=[""])
    config: Config = Field(description="Its shape and its variant.", examples=[EXAMPLE_CONFIG.model_dump(mode="json")])


class RefusedModel(Schema):
    """A model that is there and cannot be opened."""

    name: str = Field(examples=["mine"])
    reason: str = Field(examples=["The tensor model.norm.weight is missing; one of shape [64] was expected."])


class ModelsAnswer(Schema):
    """All models."""

    default: str = Field(description="The model of a request that names none.", examples=["story"])
    models: list[ModelCard]
    refused: list[RefusedModel] = Field(description="Those that are there and cannot be opened.", examples=[[]])


class Step(Schema):
    """One operation of the forward pass, at its place in the walk."""

    name: str = Field(description="The main tensor that it writes.", examples=["blocks.0.attn.pattern"])
    kind: str = Field(examples=["softmax"])
    layer: int | None = Field(description="Counted from 0.", examples=[0])
    part: Literal["embed", "attention", "mlp", "head"] = Field(examples=["attention"])
    short: str = Field(description="A label for a timeline.", examples=["softmax"])
    title: str = Field(examples=["Softmax"])
    sentence: str = Field(examples=["Each row becomes weights that sum to 1."])
    formula: str = Field(description="LaTeX.", examples=[r"a_{ij} = e^{s_{ij}} / \sum_k e^{s_{ik}}"])
    code: str = Field(description="The same as PyTorch.", examples=["pattern = torch.softmax(masked, dim=-1)"])
    reads: list[str] = Field(description="Tensors.", examples=[["blocks.0.attn.masked"]])
    writes: list[str] = Field(description="Tensors.", examples=[["blocks.0.attn.pattern"]])
    weights: list[str] = Field(description="Learned weights that it uses.", examples=[[]])


class TensorSpec(Schema):
    """One tensor of the catalogue."""

    name: str = Field(examples=["blocks.0.attn.pattern"])
    axes: list[str] = Field(examples=[["head", "query", "key"]])
    scale: Literal["signed", "positive", "weight", "angle", "id"] = Field(
        description="How its values are drawn: around 0, from 0 up, from 0 to 1, as an angle, not as a quantity.",
        examples=["weight"],
    )
    meaning: str = Field(examples=["how much each query takes from each key"])


class AnatomyAnswer(Schema):
    """The steps of a model in walking order, and every tensor that there is."""

    model: str = Field(examples=["toy"])
    steps: list[Step]
    tensors: list[TensorSpec]


class Piece(Schema):
    """A piece of the vocabulary."""

    id: int = Field(examples=[1])
    bytes: Hex
    text: str | None = Field(description="None where its bytes alone are no text.", examples=[" cat"])
    control: str | None = Field(
        None, description="The name of a token that stands for no text, such as the beginning of one.", examples=[None]
    )


class Token(Piece):
    """A piece at its place in a text."""

    start: int = Field(description="The first of its characters, counted from 0.", examples=[3])
    end: int = Field(description="The character after its last.", examples=[7])
    part: tuple[int, int] | None = Field(
        description="Where only several tokens together make a character: which of how many this is.", examples=[[0, 3]]
    )
    dummy: bool = Field(
        False, description="Its piece begins with a space that the tokenizer put there and that is not in the text."
    )


class Front(Schema):
    """The token that may stand before a text."""

    id: int = Field(examples=[0])
    name: str = Field(examples=["<|endoftext|>"])
    default: bool = Field(description="Whether it stands there where `bos` does not say.", examples=[True])


class TokensAnswer(Schema):
    """A text as tokens; `count` may be over the `limit`."""

    model: str = Field(examples=["toy"])
    count: int = Field(examples=[5])
    limit: int = Field(description="How many tokens the model can read.", examples=[14])
    front: Front | None = Field(description="The token that `bos` puts before the text, where there is one.")
    tokens: list[Token]


class Candidate(Piece):
    """A piece that may come next."""

    p: Probability
    logit: float = Field(description="The model's own, before any temperature.", examples=[9.25])


class Rest(Schema):
    """All pieces that are not listed."""

    count: int = Field(examples=[4076])
    p: Probability


class TrueNext(Schema):
    """The token that does come next in the text."""

    id: int = Field(examples=[3])
    rank: int = Field(ge=1, description="1 is the best guess.", examples=[2])
    p: Probability
    nll: float = Field(description="−ln p, in nats.", examples=[0.21])


class Guess(Schema):
    """What the model says after one token."""

    top: list[Candidate]
    rest: Rest
    next: TrueNext | None = Field(description="None after the last token.")


class LensBest(Piece):
    """The best guess if the model stopped here."""

    p: Probability


class LensRow(Schema):
    """The logit lens at one layer boundary, token by token."""

    tensor: str = Field(examples=["blocks.0.resid_pre"])
    best: list[LensBest] = Field(
        description="Empty where the model is so large that this would take longer than the pass: see `/api/lens`."
    )


class NormRow(Schema):
    """The length of the stream at one layer boundary, token by token."""

    tensor: str = Field(examples=["blocks.0.resid_pre"])
    values: list[float] = Field(examples=[[1.7, 2.1]])


class TensorShape(Schema):
    """A tensor of this trace."""

    name: str = Field(examples=["blocks.0.attn.pattern"])
    axes: list[str] = Field(examples=[["head", "query", "key"]])
    shape: list[int] = Field(examples=[[2, 5, 5]])


class TraceAnswer(Schema):
    """One forward pass, in short; everything heavy is a slice of a tensor, asked for when it is seen."""

    model: str = Field(examples=["toy"])
    text: str = Field(description="Exactly what was asked.", examples=["the cat saw the hat"])
    bos: bool | None = Field(description="As it was asked; null is what the model does by default.", examples=[None])
    tokens: list[Token]
    limit: int = Field(description="How many tokens the model can read.", examples=[14])
    front: Front | None = Field(description="The token that `bos` puts before the text, where there is one.")
    sizes: dict[str, int] = Field(description="The length of each named axis.", examples=[{"token": 5, "d_model": 4}])
    tensors: list[TensorShape]
    guesses: list[Guess] = Field(description="One for each token.")
    lens: list[LensRow] = Field(description="One for each layer boundary.")
    norms: list[NormRow] = Field(description="One for each layer boundary.")


class NextAnswer(Schema):
    """What may come after a token, at a temperature; the softmax is over the whole vocabulary."""

    token: int = Field(examples=[4])
    temperature: float = Field(examples=[1.0])
    candidates: list[Candidate]
    rest: Rest
    least: list[Candidate] = Field(description="The least likely of all, the very least last; they count in the rest.")


class Extent(Schema):
    """The finite values of a slice."""

    min: float = Field(examples=[-3.1])
    max: float = Field(examples=[4.2])
    low: float = Field(description="The lower limit for colours, robust against outliers.", examples=[-2.5])
    high: float = Field(description="The upper limit for colours.", examples=[2.5])
    outliers: int = Field(description="How many values lie outside these limits.", examples=[3])


class TensorAnswer(Schema):
    """A tensor or a slice of it."""

    name: str = Field(examples=["blocks.0.attn.masked"])
    axes: list[str] = Field(description="Those that are left.", examples=[["query", "key"]])
    shape: list[int] = Field(examples=[[2, 2]])
    dtype: str = Field(examples=["float32"])
    values: list[object] | float | int | None = Field(
        description="Nested lists; null is what `null_means` says.", examples=[[[0.5, None], [0.25, 0.75]]]
    )
    null_means: Literal["-inf"] | None = Field(None, description="What null stands for, where there is any.")
    range: Extent
