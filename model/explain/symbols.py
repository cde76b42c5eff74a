"""What a formula calls tensors and weights, and how it writes one of their elements: people count from 1.

An element is written as in the anatomy's formulas: the head above, the other places below, q^{2}_{3,5}; weights with
brackets, W_Q[37,5]. A piece of the vocabulary is written by its id, #812, because ids are names and not places.
"""

from collections.abc import Sequence

from model.config import Config

TENSORS = {
    "tokens": "w",
    "embed": "e",
    "pos_embed": "p",
    "rope.angle": r"\varphi",
    "rope_window.angle": r"\varphi",
    "resid_pre": "x",
    "resid_mid": r"x^{\prime}",
    "resid_post": r"x^{\prime\prime}",
    "norm1.out": "y",
    "norm2.out": "y",
    "norm_final.out": "y",
    "norm1_branch.out": r"\hat{a}",
    "norm2_branch.out": r"\hat{m}",
    "norm1_post.out": r"\hat{x}^{\prime}",
    "norm2_post.out": r"\hat{x}^{\prime\prime}",
    "q_norm.out": r"\hat{q}",
    "k_norm.out": r"\hat{k}",
    "q": "q",
    "k": "k",
    "v": "v",
    "rot_q": r"\tilde{q}",
    "rot_k": r"\tilde{k}",
    "scores": "s",
    "scaled": r"\tilde{s}",
    "capped": "c",
    "masked": "m",
    "pattern": "A",
    "z": "z",
    "attn.out": "a",
    "gate": "g",
    "act": "f",
    "up": "u",
    "pre": "p",
    "hidden": "h",
    "mlp.out": "m",
    "logits_raw": "r",
    "logits": r"\ell",
    "probs": "P",
}
"""The letters, by the last part of the name, or the last two."""

WEIGHTS = {
    "w_e": ("E", "vocab", "d_model", "the table of the embedding: a learned row for each piece"),
    "w_u": ("W_U", "vocab", "d_model", "the table of the logits: a learned row for each piece"),
    "w_pos": ("P", "position", "d_model", "a learned row for each position"),
    "w_q": ("W_Q", "head·d_head", "d_model", "the learned matrix that makes queries"),
    "w_k": ("W_K", "kv_head·d_head", "d_model", "the learned matrix that makes keys"),
    "w_v": ("W_V", "kv_head·d_head", "d_model", "the learned matrix that makes values"),
    "w_o": ("W_O", "d_model", "head·d_head", "the learned matrix that joins the heads"),
    "w_gate": ("W_{gate}", "d_ff", "d_model", "the learned matrix that makes gates"),
    "w_up": ("W_{up}", "d_ff", "d_model", "the learned matrix from the stream to the units"),
    "w_down": ("W_{down}", "d_model", "d_ff", "the learned matrix from the units back to the stream"),
}
"""Letter, axes and meaning of each matrix, by the name of its module."""

RAISED = ("head", "kv_head")


def tensor_letter(name: str, config: Config) -> str:
    """What a formula calls the tensor `name`."""
    *_, before, last = ("", *name.split("."))
    if last == "mean":
        return r"\mu"
    if last == "scale":
        return r"\sigma" if config.norm == "layer" else r"\mathrm{rms}"
    return TENSORS.get(f"{before}.{last}") or TENSORS[last]


def weight_letter(name: str) -> str:
    """What a formula calls the weight `name`."""
    if name == "b_u":
        return "b_U"
    *_, module, last = name.split(".")
    if module not in WEIGHTS:
        return {"gain": r"\gamma", "bias": r"\beta"}[last]
    letter = WEIGHTS[module][0]
    return letter if last == "weight" else f"b{letter[1:]}"


def weight_axes(name: str) -> tuple[str, ...]:
    """The names of the axes of the weight `name`."""
    if name == "b_u":
        return ("vocab",)
    *_, module, last = name.split(".")
    if module not in WEIGHTS:
        return ("d_head",) if module in ("q_norm", "k_norm") else ("d_model",)
    rows, columns = WEIGHTS[module][1:3]
    return (rows, columns) if last == "weight" else (rows,)


def weight_meaning(name: str) -> str:
    """What the weight `name` is, in a few words."""
    if name == "b_u":
        return "a learned number for each piece, added to its logit"
    *_, module, last = name.split(".")
    if module not in WEIGHTS:
        what = "multiplies" if last == "gain" else "adds"
        return f"what the norm {what} at the end, learned"
    return WEIGHTS[module][3] if last == "weight" else "a learned number that is added at the end"


def write_place(axis: str, place: int) -> str:
    """How a formula writes a place that the API counts from 0."""
    return rf"\#{place}" if axis == "vocab" else str(place + 1)


def write_element(letter: str, axes: Sequence[str], places: Sequence[str], *, weight: bool) -> str:
    """An element in LaTeX: `places` are written already."""
    if weight:
        return f"{letter}[{','.join(places)}]"
    raised = [place for axis, place in zip(axes, places, strict=True) if axis in RAISED]
    below = ",".join(place for axis, place in zip(axes, places, strict=True) if axis not in RAISED)
    return letter + "".join(f"^{{{place}}}" for place in raised) + f"_{{{below}}}"
