"""From queries and keys to the pattern: scores, scale, soft cap, mask, softmax."""

from model.config import Config
from model.ops.op import Op, TensorSpec, repeated, variable

GRID = ("head", "query", "key")


def score_ops(config: Config, layer: int, *, q: str, k: str) -> list[Op]:
    """How well each of the queries `q` matches each of the keys `k`, and what each query takes for that."""
    at = f"blocks.{layer}.attn"
    root, k_head = config.attn_scale is None, "h" if config.head_group == 1 else "g(h)"
    factor = (
        rf"\frac{{{{s}}^h_{{ij}}}}{{\sqrt{{{config.d_head}}}}}" if root else rf"{config.score_scale:g}\, s^h_{{ij}}"
    )
    ops = [
        Op(
            kind="scores",
            layer=layer,
            part="attention",
            short="q·k",
            title="Scores",
            sentence="Each query is compared with each key: multiply them number by number and add up. A high "
            "score means a good match.",
            formula=rf"s^h_{{ij}} = q^h_i \cdot k^{{{k_head}}}_j",
            code=f"scores = {variable(q)} @ {repeated(config, k)}.transpose(-1, -2)",
            reads=(q, k),
            outputs=(TensorSpec(f"{at}.scores", GRID, "signed", "how well each query matches each key"),),
        ),
        Op(
            kind="scale",
            layer=layer,
            part="attention",
            short="÷√d" if root else "× c",
            title=f"Divide by √{config.d_head}" if root else f"Multiply by {config.score_scale:g}",
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
    return Op(
        kind="softcap",
        layer=layer,
        part="attention",
        short="cap",
        title="Soft cap",
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
        conditions.append(("j > i", "j > i"))
    if window is not None:
        too = " too" if rules else ""
        rules.append(f"Tokens {window} or more places away are hidden{too} (a sliding window).")
        distance = ("i - j", "i - j") if config.causal else ("|i - j|", "(i - j).abs()")
        conditions.append((rf"{distance[0]} \ge {window}", f"{distance[1]} >= {window}"))
    hidden = r"\text{ or }".join(formula for formula, _ in conditions)
    score = r"c^h_{ij}" if config.attn_softcap else r"\tilde s^h_{ij}"
    formula = rf"m^h_{{ij}} = \begin{{cases}} -\infty & {hidden} \\ {score} & \text{{otherwise}} \end{{cases}}"
    return Op(
        kind="mask",
        layer=layer,
        part="attention",
        short="mask",
        title="Mask" if rules else "No mask",
        sentence=" ".join(rules) or "Every token may look at every other, later ones too.",
        formula=formula if rules else rf"m^h_{{ij}} = {score}",
        code=_mask_code(variable(reads), [code for _, code in conditions]),
        reads=(reads,),
        outputs=(TensorSpec(f"{at}.masked", GRID, "signed", "the scores; −∞ where a query may not look"),),
    )


def _mask_code(scores: str, conditions: list[str]) -> str:
    if not conditions:
        return f"masked = {scores}"
    hidden = conditions[0] if len(conditions) == 1 else " | ".join(f"({condition})" for condition in conditions)
    return f"i, j = positions[:, None], positions; masked = {scores}.masked_fill({hidden}, -torch.inf)"


def _softmax(layer: int) -> Op:
    at = f"blocks.{layer}.attn"
    return Op(
        kind="softmax",
        layer=layer,
        part="attention",
        short="softmax",
        title="Softmax",
        sentence="Each row of scores becomes weights that are zero or more and add up to 1: how much this token "
        "takes from each token it may see.",
        formula=r"A^h_{ij} = \frac{e^{m^h_{ij}}}{\sum_{j'} e^{m^h_{ij'}}}",
        code="pattern = torch.softmax(masked, dim=-1)",
        reads=(f"{at}.masked",),
        outputs=(TensorSpec(f"{at}.pattern", GRID, "weight", "how much each query takes from each key"),),
    )
