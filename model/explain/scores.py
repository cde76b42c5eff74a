"""Explanations of the four stages of attention's grid (scores, scale, mask, softmax), of soft caps and probabilities.

Vaswani et al. 2017, eq. 1; soft caps: Gemma 2 (2024).
"""

from model.explain.expression import (
    Apply,
    Divide,
    Expression,
    Hidden,
    Largest,
    Multiply,
    Number,
    Operand,
    Subtract,
    Sum,
)
from model.explain.reading import Reading
from model.ops.op import Op

Index = tuple[int, ...]


def explain_scores(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """A query and a key, number by number, summed."""
    head, query, key = index
    axis = read.axis("d_head", "i")
    q, k = op.reads
    keys = read.operand(k, key_head(read, head), key, axis, note=shared_note(read, head))
    return Sum(axis, Multiply((read.operand(q, head, query, axis), keys)))


def key_head(read: Reading, head: int) -> int:
    """The key and value head that query head `head` reads (Ainslie et al. 2023)."""
    return head // read.config.head_group


def shared_note(read: Reading, head: int) -> str | None:
    """Which query heads share the key and value head of `head`, where several do."""
    group = read.config.head_group
    if group == 1:
        return None
    first = key_head(read, head) * group + 1
    return f"head {key_head(read, head) + 1} of keys and values serves query heads {first} to {first + group - 1}"


def explain_scale(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The score by the root of the head's size, or times the config's own factor."""
    score = read.operand(op.reads[0], *index)
    scale, d_head = read.config.attn_scale, read.config.d_head
    if scale is None:
        return Divide((score, Apply("sqrt", Number(str(d_head), d_head, "how many numbers a query has"))))
    return Multiply((score, Number(f"{scale:g}", scale, "what every score of this model is multiplied by")))


def explain_softcap(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The number squashed into the range up to the cap: cap · tanh(x / cap)."""
    size = (read.config.logit_softcap if op.layer is None else read.config.attn_softcap) or 1.0
    cap = Number(f"{size:g}", size, "the cap: no number leaves the range up to it")
    return Multiply((cap, Apply("tanh", Divide((read.operand(op.reads[0], *index), cap)))))


def explain_mask(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The score as it was, or −∞ where this query may not look at this key."""
    _, query, key = index
    reason = find_reason(read, op.layer or 0, query, key)
    return read.operand(op.reads[0], *index, note="may be seen, so it stays") if reason is None else Hidden(reason)


def find_reason(read: Reading, layer: int, query: int, key: int) -> str | None:
    """Why token `query` may not look at token `key` in `layer`, or None where it may."""
    window = read.config.window_of(layer)
    if read.config.causal and key > query:
        return f"Token {key + 1} comes after token {query + 1}, and no token may look at a later one."
    distance = abs(query - key)
    if window is not None and distance >= window:
        reach = f"at most {window - 1} away" if window > 1 else "itself alone"
        places = "place" if distance == 1 else "places"
        side = "before" if key < query else "after"
        return (
            f"Token {key + 1} stands {distance} {places} {side} token {query + 1}; in this layer's window a token sees "
            f"{reach}."
        )
    return None


def explain_softmax(read: Reading, op: Op, _name: str, index: Index) -> Expression:
    """The exponential of a score by the sum of those of its row.

    The row's largest is taken away first, as the model does it: no quotient changes, and nothing overflows.
    """
    *row, place = index
    name = op.reads[0]
    spec = read.writers[name].outputs[-1]
    axis = read.axis(spec.axes[-1], r"j" if spec.axes[-1] == "key" else "w")
    elements = read.operand(name, *row, axis)
    largest = Largest(axis, elements)
    return Divide((_exponential(read.operand(name, *row, place), largest), Sum(axis, _exponential(elements, largest))))


def _exponential(x: Operand, largest: Largest) -> Expression:
    return Apply("exp", Subtract((x, largest)))
