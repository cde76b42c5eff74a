"""The operations of attention, from q, k and v to what it adds to the stream."""

from model.config import Config
from model.ops.norm import norm_code, norm_formula, norm_sentence, norm_weights
from model.ops.op import Op, TensorSpec, letter, rows, variable

GRID = ("head", "query", "key")


def attention_ops(config: Config, layer: int, *, reads: str) -> list[Op]:
    """Attention of `layer`, reading the normed stream (or the stream) `reads`."""
    at = f"blocks.{layer}.attn"
    ops = [_projection(config, layer, reads, letter) for letter in "qkv"]
    q, k = f"{at}.q", f"{at}.k"
    if config.qk_norm:
        ops += [_qk_norm(config, layer, letter) for letter in "qk"]
        q, k = f"{at}.q_norm.out", f"{at}.k_norm.out"
    if config.position == "rope":
        ops.append(_rope(config, layer, q, k))
        q, k = f"{at}.rot_q", f"{at}.rot_k"
    return ops + _grids(config, layer, q, k) + _mixing(config, layer)


def _op(layer: int, kind: str, short: str, title: str, **rest: object) -> Op:
    return Op(kind=kind, layer=layer, part="attention", short=short, title=title, **rest)  # type: ignore[arg-type]


def _projection(config: Config, layer: int, reads: str, which: str) -> Op:
    at, upper, h = f"blocks.{layer}.attn", which.upper(), "h" if which == "q" else _shared_head(config)
    head = "head" if which == "q" else "kv_head"
    name, role = {
        "q": ("Query", "asks: what is this token looking for?"),
        "k": ("Key", "answers: what does this token offer to be found by?"),
        "v": ("Value", "holds what this token hands over to those that look at it."),
    }[which]
    shared = ""
    if which != "q" and config.head_group > 1:
        heads = f"Each of the {config.n_kv_heads} {name.lower()} heads serves {config.head_group} query heads."
        shared = f" {heads}" if config.n_kv_heads > 1 else f" One {name.lower()} head serves all query heads."
    return _op(
        layer,
        "linear",
        which,
        name,
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


def _qk_norm(config: Config, layer: int, which: str) -> Op:
    at, head = f"blocks.{layer}.attn", "head" if which == "q" else "kv_head"
    name, word = f"{at}.{which}_norm", {"q": "query", "k": "key"}[which]
    spread = "standard deviation" if config.norm == "layer" else "root mean square"
    mean = (TensorSpec(f"{name}.mean", (head, "token"), "signed", f"the mean of each {word}"),)
    return _op(
        layer,
        "qk_norm",
        f"norm {which}",
        f"Norm of each {word}",
        sentence=f"{norm_sentence(config, word)} No score is large only because a {word} is long.",
        formula=norm_formula(config, rf"{which} \leftarrow", which),
        code=norm_code(config, reads=which, writes=which),
        reads=(f"{at}.{which}",),
        outputs=mean * (config.norm == "layer")
        + (
            TensorSpec(f"{name}.scale", (head, "token"), "positive", f"the {spread} of each {word}"),
            TensorSpec(f"{name}.out", (head, "token", "d_head"), "signed", f"the normed {word}"),
        ),
        weights=norm_weights(config, name),
    )


def _rope(config: Config, layer: int, q: str, k: str) -> Op:
    at, half, by = f"blocks.{layer}.attn", config.rotated // 2, config.rope_pairing
    first, step = (1 + half, 1) if by == "half" else (2, 2)
    second = "" if half == 1 else f", number {1 + step} with number {first + step}" + ", and so on" * (half > 2)
    kept = "" if config.rotated == config.d_head else f" The last {config.d_head - config.rotated} numbers stay."
    return _op(
        layer,
        "rope",
        "rope",
        "Rotary positions",
        sentence="Every query and key is turned, pair of numbers by pair of numbers, by an angle that grows with its "
        "position, counted from 0; a score then depends on how far apart two tokens are, not on where they stand. "
        f"Number 1 is paired with number {first}{second}.{kept}",
        formula=rows(
            r"a \leftarrow \cos(\varphi)\, a - \sin(\varphi)\, b",
            r"b \leftarrow \sin(\varphi)\, a + \cos(\varphi)\, b",
            rf"\varphi = t \cdot {config.rope_theta:.12g}^{{-2p/{config.rotated}}},\quad p = 0, 1, \dots",
        ),
        code=f'turn = angle.cos(), angle.sin(); rot_q, rot_k = rotate(q, turn, "{by}"), rotate(k, turn, "{by}")',
        reads=(q, k, "rope.angle"),
        outputs=(
            TensorSpec(f"{at}.rot_k", ("kv_head", "token", "d_head"), "signed", "the keys, turned by their positions"),
            TensorSpec(f"{at}.rot_q", ("head", "token", "d_head"), "signed", "the queries, turned by their positions"),
        ),
    )


def _grids(config: Config, layer: int, q: str, k: str) -> list[Op]:
    at = f"blocks.{layer}.attn"
    root, k_head = config.attn_scale is None, "h" if config.head_group == 1 else "g(h)"
    factor = (
        rf"\frac{{{{s}}^h_{{ij}}}}{{\sqrt{{{config.d_head}}}}}" if root else rf"{config.score_scale:g}\, s^h_{{ij}}"
    )
    ops = [
        _op(
            layer,
            "scores",
            "q·k",
            "Scores",
            sentence="Each query is compared with each key: multiply them number by number and add up. A high "
            "score means a good match.",
            formula=rf"s^h_{{ij}} = q^h_i \cdot k^{{{k_head}}}_j",
            code="scores = q @ k.transpose(-1, -2)",
            reads=(q, k),
            outputs=(TensorSpec(f"{at}.scores", GRID, "signed", "how well each query matches each key"),),
        ),
        _op(
            layer,
            "scale",
            "÷√d" if root else "× c",
            f"Divide by √{config.d_head}" if root else f"Multiply by {config.score_scale:g}",
            sentence="Long lists of numbers make large scores, and large scores would make the softmax all or "
            "nothing; so each is made smaller by the same factor."
            if config.score_scale < 1
            else f"Every score is multiplied by the same number, here {config.score_scale:g}.",
            formula=rf"\tilde s^h_{{ij}} = {factor}",
            code=f"scaled = scores * {config.score_scale:.6g}",
            reads=(f"{at}.scores",),
            outputs=(TensorSpec(f"{at}.scaled", GRID, "signed", "the scores, all multiplied by one factor"),),
        ),
    ]
    last = f"{at}.scaled"
    if config.attn_softcap:
        ops.append(_softcap(config.attn_softcap, layer, last))
        last = f"{at}.capped"
    return [*ops, _mask(config, layer, last), _softmax(layer)]


def _softcap(cap: float, layer: int, reads: str) -> Op:
    at = f"blocks.{layer}.attn"
    return _op(
        layer,
        "softcap",
        "cap",
        "Soft cap",
        sentence=f"Scores are squashed smoothly, so that none leaves the range from −{cap:g} to {cap:g}.",
        formula=rf"c^h_{{ij}} = {cap:g} \cdot \tanh(\tilde s^h_{{ij}} / {cap:g})",
        code=f"capped = {cap:g} * torch.tanh(scaled / {cap:g})",
        reads=(reads,),
        outputs=(TensorSpec(f"{at}.capped", GRID, "signed", "the scaled scores, kept within the cap"),),
    )


def _mask(config: Config, layer: int, reads: str) -> Op:
    at, window = f"blocks.{layer}.attn", config.window_of(layer)
    rules, conditions = [], []
    if config.causal:
        rules.append(
            "A token may not look at later tokens: those scores become −∞, which the softmax turns into exactly 0."
        )
        conditions.append("j > i")
    if window is not None:
        too = " too" if rules else ""
        rules.append(f"Tokens {window} or more places away are hidden{too} (a sliding window).")
        conditions.append(rf"{'i - j' if config.causal else '|i - j|'} \ge {window}")
    hidden = r"\text{ or }".join(conditions)
    score = r"c^h_{ij}" if config.attn_softcap else r"\tilde s^h_{ij}"
    formula = rf"m^h_{{ij}} = \begin{{cases}} -\infty & {hidden} \\ {score} & \text{{otherwise}} \end{{cases}}"
    return _op(
        layer,
        "mask",
        "mask",
        "Mask" if rules else "No mask",
        sentence=" ".join(rules) or "Every token may look at every other, later ones too.",
        formula=formula if rules else rf"m^h_{{ij}} = {score}",
        code=f"masked = {variable(reads).removeprefix('attn_')}" + ".masked_fill(hidden, -torch.inf)" * bool(rules),
        reads=(reads,),
        outputs=(TensorSpec(f"{at}.masked", GRID, "signed", "the scores; −∞ where a query may not look"),),
    )


def _softmax(layer: int) -> Op:
    at = f"blocks.{layer}.attn"
    return _op(
        layer,
        "softmax",
        "softmax",
        "Softmax",
        sentence="Each row of scores becomes weights that are zero or more and add up to 1: how much this token "
        "takes from each token it may see.",
        formula=r"A^h_{ij} = \frac{e^{m^h_{ij}}}{\sum_{j'} e^{m^h_{ij'}}}",
        code="pattern = torch.softmax(masked, dim=-1)",
        reads=(f"{at}.masked",),
        outputs=(TensorSpec(f"{at}.pattern", GRID, "weight", "how much each query takes from each key"),),
    )


def _mixing(config: Config, layer: int) -> list[Op]:
    at, v_head = f"blocks.{layer}.attn", "h" if config.head_group == 1 else "g(h)"
    brought = (
        f"What the {config.n_heads} heads bring is laid side by side" if config.n_heads > 1 else "What the head brings"
    )
    one = "and turned by one" if config.n_heads > 1 else "is turned by a"
    return [
        _op(
            layer,
            "mix",
            "Σ v",
            "Weighted sum of values",
            sentence="Each head mixes the values of the tokens, each with its weight: this is how something of "
            "one token gets to another.",
            formula=rf"z^h_i = \sum_j A^h_{{ij}}\, v^{{{v_head}}}_j",
            code="z = pattern @ v",
            reads=(f"{at}.pattern", f"{at}.v"),
            outputs=(
                TensorSpec(f"{at}.z", ("head", "query", "d_head"), "signed", "what each head brings to each token"),
            ),
        ),
        _op(
            layer,
            "join",
            "join",
            "Join the heads",
            sentence=f"{brought} {one} learned matrix into what attention adds to the stream.",
            formula=r"a_t = \sum_h W_O^h\, z^h_t" + (" + b_O" if config.out_bias else ""),
            code="attn_out = w_o(z.transpose(-2, -3).flatten(-2))",
            reads=(f"{at}.z",),
            outputs=(TensorSpec(f"{at}.out", ("token", "d_model"), "signed", "what attention adds to the stream"),),
            weights=(f"{at}.w_o.weight",) + (f"{at}.w_o.bias",) * config.out_bias,
        ),
    ]
