"""The angles by which positions turn queries and keys, as operations."""

from model.config import Config, RopeName
from model.ops.op import Op, TensorSpec, variable


def angles_op(config: Config, rope: RopeName) -> Op:
    """The angles `rope` of all pairs at all positions."""
    which = " in the layers that have the window" if rope == "rope_window" else ""
    return Op(
        kind="angles",
        layer=None,
        part="embed",
        short="angles",
        title="Angles of the positions",
        sentence=f"Position t turns pair p{which} by t times the pair's own frequency (both counted from 0); nothing "
        f"is added to the embedding.{stretch_sentence(config, rope)}",
        formula=rf"\varphi_{{t,p}} = {angle_formula(config, rope)}",
        code=f"{variable(f'{rope}.angle')} = positions[:, None] * frequency",
        reads=(),
        outputs=(
            TensorSpec(f"{rope}.angle", ("token", "pair"), "angle", "by how much each pair is turned, in radians"),
        ),
        shown=False,
    )


def angle_formula(config: Config, rope: RopeName) -> str:
    """By how much pair p turns at position t (Su et al. 2021, eq. 15)."""
    angle = rf"t \cdot {config.theta_of(rope):.12g}^{{-2p/{config.rotated}}}"
    return f"{angle} / s_p" if config.stretch_of(rope) else angle


def stretch_sentence(config: Config, rope: RopeName) -> str:
    """What a stretched model does to its pairs; nothing where it is not stretched."""
    stretch = config.stretch_of(rope)
    if not stretch:
        return ""
    low, high = min(stretch), max(stretch)
    times = f"{high:.4g} times" if low == high else f"{low:.4g} to {high:.4g} times"
    return f" Every pair is slowed down, {times}, so that the model reads on beyond the length it was trained on first."
