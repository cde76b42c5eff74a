"""What an explanation says around the arithmetic: the formula of the element, its symbols, its line of PyTorch."""

from collections.abc import Iterator

from model.anatomy import catalogue
from model.config import Config
from model.explain.expression import Apply, Combined, Expression, Largest, Number, Operand, Sum
from model.explain.latex import Writer, operand_letter, write_operand
from model.explain.listing import Json
from model.explain.reading import Reading
from model.explain.symbols import weight_meaning
from model.ops.op import Op, variable


def write_formula(own: Operand, expression: Expression, config: Config) -> str:
    """The formula of one element in LaTeX; an element that is an end in itself is only its number."""
    is_end = isinstance(expression, Operand) and expression.name == own.name
    right = f"{float(expression.values):.6g}" if is_end else Writer(config).write(expression)
    return f"{write_operand(own, config)} = {right}"


def list_symbols(own: Operand, expression: Expression, read: Reading) -> list[Json]:
    """What each symbol of the formula stands for, once each; the element itself comes first."""
    found: dict[str, Json] = {}
    for leaf in (own, *leaves(expression)):
        if isinstance(leaf, Number):
            entry = {"symbol": leaf.symbol, "name": None, "meaning": leaf.note}
        else:
            entry = {"symbol": operand_letter(leaf, read.config), "name": leaf.name, "meaning": meaning(leaf, read)}
        found.setdefault(f"{entry['symbol']} {entry['name']}", entry)
    return list(found.values())


def meaning(operand: Operand, read: Reading) -> str:
    """What the tensor or the weight of `operand` is, in a few words."""
    if operand.source == "position":
        return "where the token stands, counted from 0"
    if operand.source == "weight":
        return weight_meaning(operand.name)
    return catalogue(read.config)[operand.name].meaning


def leaves(expression: Expression) -> Iterator[Operand | Number]:
    """The operands and the constants of a tree, in the order of the formula."""
    match expression:
        case Operand(by=by):
            yield expression
            if by is not None:
                yield by
        case Number():
            yield expression
        case Apply(part=part) | Sum(part=part) | Largest(part=part):
            yield from leaves(part)
        case Combined(parts=parts):
            for part in parts:
                yield from leaves(part)


def element_title(op: Op, tensor: str) -> str:
    """The title of the step; where it writes several tensors, with which of them is meant."""
    last = tensor.rsplit(".", 1)[-1]
    which = {"mean": "the mean", "scale": "the scale"}.get(last) if op.kind in ("norm", "qk_norm") else None
    return f"{op.title}: {which}" if which else op.title


def element_code(read: Reading, op: Op, tensor: str, index: tuple[int, ...]) -> str:
    """The line of PyTorch that makes the tensor, and the one that picks the element."""
    places = ", ".join(map(str, index))
    if tensor in read.users:
        return f'model.get_parameter("{tensor}")[{places}]'
    return f"{_code(read.config, op, tensor)}\n{variable(tensor)}[{places}]"


def _code(config: Config, op: Op, tensor: str) -> str:
    """The line of the step; a norm's mean and scale are only part of it."""
    last = tensor.rsplit(".", 1)[-1]
    if op.kind not in ("norm", "qk_norm") or last == "out":
        return op.code
    x = variable(op.reads[0])
    if last == "mean":
        return f"{variable(tensor)} = {x}.mean(-1)"
    centred = f"({x} - {x}.mean(-1, keepdim=True))" if config.norm == "layer" else x
    return f"{variable(tensor)} = torch.sqrt({centred}.square().mean(-1) + {config.norm_eps:g})"
