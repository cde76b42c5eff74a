"""From what attention reads to its queries, keys and values: projections, norms of queries and keys, rotation."""

from model.config import Config
from model.ops.angles import angle_formula, stretch_sentence
from model.ops.norm import norm_code, norm_formula, norm_sentence, norm_weights
from model.ops.op import Op, TensorSpec, letter, rows, variable


def projection(config: Config, layer: int, *, reads: str, which: str) -> Op:
    """What turns each token that attention reads into its query, key or value: `which` is q, k or v."""
    at, upper, h = f"blocks.{layer}.attn", which.upper(), "h" if which == "q" else _shared_head(config)
    head = "head" if which == "q" else "kv_head"
    name, role = {
        "q": ("Query", "says what this token is looking for."),
        "k": ("Key", "says what this token offers to be found by."),
        "v": ("Value", "holds what this token hands over to those that look at it."),
    }[which]
    shared = ""
    if which != "q" and config.head_group > 1:
        heads = f"Each of the {config.n_kv_heads} {name.lower()} heads serves {config.head_group} query heads."
        shared = f" {heads}" if config.n_kv_heads > 1 else f" One {name.lower()} head serves all query heads."
    return Op(
        kind="linear",
        layer=layer,
        part="attention",
        short=which,
        title=name,
        sentence=f"For every head, a learned matrix turns each token into a {name.lower()}, a short list of "
        f"{config.d_head} numbers that {role}{shared}",
        formula=rf"{which}^{h}_t = W_{upper}^{h}\, {letter(reads)}_t"
        + (rf" + b_{upper}^{h}" if config.qkv_bias else ""),
        code=f"{which} = w_{which}({variable(reads)}).unflatten(-1, (-1, {config.d_head})).transpose(-2, -3)",
        reads=(reads,),
        outputs=(
            TensorSpec(f"{at}.{which}", (head, "token", "d_head"), "signed", f"the {name.lower()} of each token"),
        ),
        weights=(f"{at}.w_{which}.weight",) + (f"{at}.w_{which}.bias",) * config.qkv_bias,
    )


def _shared_head(config: Config) -> str:
    """How a formula names a key or value head: h, or g where one of them serves a group of query heads."""
    return "h" if config.head_group == 1 else "g"


def qk_norm(config: Config, layer: int, *, which: str) -> Op:
    """The norm of each query or key: `which` is q or k."""
    at, head = f"blocks.{layer}.attn", "head" if which == "q" else "kv_head"
    name, word = f"{at}.{which}_norm", {"q": "query", "k": "key"}[which]
    spread = "standard deviation" if config.norm == "layer" else "root mean square"
    mean = (TensorSpec(f"{name}.mean", (head, "token"), "signed", f"the mean of each {word}"),)
    return Op(
        kind="qk_norm",
        layer=layer,
        part="attention",
        short=f"norm {which}",
        title=f"Norm of each {word}",
        sentence=f"{norm_sentence(config, word)} No score is large only because a {word} is long.",
        formula=norm_formula(config, rf"{which} \leftarrow", which),
        code=norm_code(config, reads=which, writes=variable(f"{name}.out")),
        reads=(f"{at}.{which}",),
        outputs=mean * (config.norm == "layer")
        + (
            TensorSpec(f"{name}.scale", (head, "token"), "positive", f"the {spread} of each {word}"),
            TensorSpec(f"{name}.out", (head, "token", "d_head"), "signed", f"the normed {word}"),
        ),
        weights=norm_weights(config, name),
    )


def rope(config: Config, layer: int, *, q: str, k: str) -> Op:
    """The rotation of the queries `q` and the keys `k` by their positions."""
    at, half, by = f"blocks.{layer}.attn", config.rotated // 2, config.rope_pairing
    name = config.rope_of(layer)
    angle = f"{name}.angle"
    first, step = (1 + half, 1) if by == "half" else (2, 2)
    second = "" if half == 1 else f", number {1 + step} with number {first + step}" + ", and so on" * (half > 2)
    kept = "" if config.rotated == config.d_head else f" The last {config.d_head - config.rotated} numbers stay."
    return Op(
        kind="rope",
        layer=layer,
        part="attention",
        short="rope",
        title="Rotary positions",
        sentence="Every query and key is turned, pair of numbers by pair of numbers, by an angle that grows with its "
        "position, counted from 0; a score then depends on how far apart two tokens are, not on where they stand. "
        f"Number 1 is paired with number {first}{second}.{kept}{stretch_sentence(config, name)}",
        formula=rows(
            r"a \leftarrow \cos(\varphi)\, a - \sin(\varphi)\, b",
            r"b \leftarrow \sin(\varphi)\, a + \cos(\varphi)\, b",
            rf"\varphi = {angle_formula(config, name)},\quad p = 0, 1, \dots",
        ),
        code=f"turn = {variable(angle)}.cos(), {variable(angle)}.sin(); "
        f'rot_q = rotate({variable(q)}, turn, "{by}"); rot_k = rotate({variable(k)}, turn, "{by}")',
        reads=(q, k, angle),
        outputs=(
            TensorSpec(f"{at}.rot_k", ("kv_head", "token", "d_head"), "signed", "the keys, turned by their positions"),
            TensorSpec(f"{at}.rot_q", ("head", "token", "d_head"), "signed", "the queries, turned by their positions"),
        ),
    )
