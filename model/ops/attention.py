"""The operations of attention, from q, k and v to what it adds to the stream."""

from model.config import Config
from model.ops.norm import norm_weights
from model.ops.op import Op, TensorSpec

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


def _projection(config: Config, layer: int, reads: str, letter: str) -> Op:
    at, upper = f"blocks.{layer}.attn", letter.upper()
    head = "head" if letter == "q" else "kv_head"
    name, role = {
        "q": ("Query", "asks: what is this token looking for?"),
        "k": ("Key", "answers: what does this token offer to be found by?"),
        "v": ("Value", "holds what this token hands over when it is attended to."),
    }[letter]
    shared = ""
    if letter != "q" and config.head_group > 1:
        shared = f" Each of the {config.n_kv_heads} {name.lower()} heads serves {config.head_group} query heads."
    return _op(
        layer,
        "linear",
        letter,
        name,
        sentence=f"For every head, a learned matrix turns each token into a {name.lower()}, a short list of "
        f"numbers that {role}{shared}",
        formula=rf"{letter}^h_t = W_{upper}^h\, x_t" + (rf" + b_{upper}^h" if config.qkv_bias else ""),
        code=f"{letter} = w_{letter}(x).unflatten(-1, (-1, {config.d_head})).transpose(-2, -3)",
        reads=(reads,),
        outputs=(
            TensorSpec(f"{at}.{letter}", (head, "token", "d_head"), "signed", f"the {name.lower()} of each token"),
        ),
        weights=(f"{at}.w_{letter}.weight",) + (f"{at}.w_{letter}.bias",) * config.qkv_bias,
    )


def _qk_norm(config: Config, layer: int, letter: str) -> Op:
    at, head = f"blocks.{layer}.attn", "head" if letter == "q" else "kv_head"
    name, word = f"{at}.{letter}_norm", {"q": "query", "k": "key"}[letter]
    mean = (TensorSpec(f"{name}.mean", (head, "token"), "signed", f"the mean of each {word}"),)
    gain = r" \odot g" if config.norm_gain else ""
    return _op(
        layer,
        "qk_norm",
        f"norm {letter}",
        f"Norm of each {word}",
        sentence=f"Each {word} is brought to one common length, so that scores depend on its direction.",
        formula=rf"\hat {letter}^h_t = {letter}^h_t / \mathrm{{rms}}({letter}^h_t){gain}",
        code=f"{letter} = {letter} / torch.sqrt({letter}.square().mean(-1, keepdim=True) + {config.norm_eps:g}) * gain",
        reads=(f"{at}.{letter}",),
        outputs=mean * (config.norm == "layer")
        + (
            TensorSpec(f"{name}.scale", (head, "token"), "positive", f"the root mean square of each {word}"),
            TensorSpec(f"{name}.out", (head, "token", "d_head"), "signed", f"the normed {word}"),
        ),
        weights=norm_weights(config, name),
    )


def _rope(config: Config, layer: int, q: str, k: str) -> Op:
    at, half = f"blocks.{layer}.attn", config.rotated // 2
    pair = f"(p, p + {half})" if config.rope_pairing == "half" else "(2p, 2p + 1)"
    kept = "" if config.rotated == config.d_head else f" The other {config.d_head - config.rotated} dimensions stay."
    return _op(
        layer,
        "rope",
        "rope",
        "Rotary positions",
        sentence="Every query and key is turned, pair of numbers by pair of numbers, by an angle that grows with "
        "its position; "
        f"a score then depends on how far apart two tokens are. Pairs here are {pair}.{kept}",
        formula=r"\begin{pmatrix} a' \\ b' \end{pmatrix} = \begin{pmatrix} \cos t\theta_p & -\sin t\theta_p \\ "
        r"\sin t\theta_p & \cos t\theta_p \end{pmatrix} \begin{pmatrix} a \\ b \end{pmatrix},\quad \theta_p = "
        rf"{config.rope_theta:g}^{{-2p/{config.rotated}}}",
        code="rot_q, rot_k = rotate(q, angle), rotate(k, angle)",
        reads=(q, k, "rope.angle"),
        outputs=(
            TensorSpec(f"{at}.rot_k", ("kv_head", "token", "d_head"), "signed", "the keys, turned by their positions"),
            TensorSpec(f"{at}.rot_q", ("head", "token", "d_head"), "signed", "the queries, turned by their positions"),
        ),
    )


def _grids(config: Config, layer: int, q: str, k: str) -> list[Op]:
    at = f"blocks.{layer}.attn"
    root = config.attn_scale is None
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
            formula=r"s^h_{ij} = q^h_i \cdot k^h_j",
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
            "nothing; so each is made smaller by the same factor.",
            formula=rf"\tilde s^h_{{ij}} = {factor}",
            code=f"scaled = scores * {config.score_scale:.6g}",
            reads=(f"{at}.scores",),
            outputs=(TensorSpec(f"{at}.scaled", GRID, "signed", "the scores, made smaller by one factor"),),
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
        formula=rf"{cap:g} \tanh(\tilde s / {cap:g})",
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
        rules.append(f"Tokens {window} or more places away are hidden too (sliding window).")
        conditions.append(rf"{'i - j' if config.causal else '|i - j|'} \ge {window}")
    hidden = r"\text{ or }".join(conditions)
    formula = (
        rf"m^h_{{ij}} = \begin{{cases}} -\infty & {hidden} \\ \tilde s^h_{{ij}} & \text{{otherwise}} \end{{cases}}"
    )
    return _op(
        layer,
        "mask",
        "mask",
        "Mask" if rules else "No mask",
        sentence=" ".join(rules) or "Every token may look at every other, later ones too.",
        formula=formula if rules else r"m^h_{ij} = \tilde s^h_{ij}",
        code="masked = scaled.masked_fill(hidden, -torch.inf)",
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
    at = f"blocks.{layer}.attn"
    return [
        _op(
            layer,
            "mix",
            "Σ v",
            "Weighted sum of values",
            sentence="Each head mixes the values of the tokens, each with its weight: this is how something of "
            "one token gets to another.",
            formula=r"z^h_i = \sum_j A^h_{ij}\, v^h_j",
            code="z = pattern @ v",
            reads=(f"{at}.pattern", f"{at}.v"),
            outputs=(
                TensorSpec(f"{at}.z", ("head", "query", "d_head"), "signed", "what each head brings to each token"),
            ),
        ),
        _op(
            layer,
            "join",
            "W_O",
            "Join the heads",
            sentence=f"What the {config.n_heads} heads bring is laid side by side and turned by one learned "
            "matrix into what attention adds to the stream.",
            formula=r"a_t = \sum_h W_O^h\, z^h_t" + (" + b_O" if config.out_bias else ""),
            code="out = w_o(z.transpose(-2, -3).flatten(-2))",
            reads=(f"{at}.z",),
            outputs=(TensorSpec(f"{at}.out", ("token", "d_model"), "signed", "what attention adds to the stream"),),
            weights=(f"{at}.w_o.weight",) + (f"{at}.w_o.bias",) * config.out_bias,
        ),
    ]
