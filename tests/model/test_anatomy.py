"""What the anatomy says of each operation is true: its line of code computes what the model computed."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from hypothesis import given
from torch import Tensor
from torch.nn import functional as F

from model.anatomy import anatomy
from model.config import Config
from model.ops.op import Op, variable
from model.positions import rotate, sinusoids
from model.shelf.library import Library
from model.transformer import Transformer
from tests.model.configs import Case, capture, cases, configs

LONGEST_LABEL = 8
LIBRARY: dict[str, Any] = {"torch": torch, "F": F, "rotate": rotate, "sinusoids": sinusoids}


def run_code(op: Op, model: Transformer, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """The tensors that the line of `op` makes, from nothing but what the operation says it reads and uses."""
    tokens = [SimpleNamespace(id=i) for i in tensors["tokens"].tolist()]
    names = LIBRARY | {"positions": torch.arange(len(tokens))}
    if op.kind == "tokens":
        names |= {"text": "", "tokenizer": SimpleNamespace(encode=lambda _text: tokens)}
    if op.kind == "angles":
        names |= dict(model.get_submodule(op.name.removesuffix(".angle")).named_buffers())
    names |= {variable(name): tensors[name] for name in op.reads}
    names |= dict(called(weight, model) for weight in op.weights)
    made: dict[str, Any] = {}
    with torch.inference_mode():
        exec(op.code, names, made)  # noqa: S102 (a line of our own, which is what is tested)
    return {name: made[variable(name)] for name in op.writes if variable(name) in made}


def called(weight: str, model: Transformer) -> tuple[str, Any]:
    """What a line of code calls a weight, and what that is: a matrix with its bias is `w_q`, a gain is `gain`."""
    owner, _, last = weight.rpartition(".")
    name = owner.rpartition(".")[-1]
    return (name, model.get_submodule(owner)) if name.startswith("w_") else (last, model.get_parameter(weight))


def check_code(model: Transformer, ids: Tensor) -> None:
    """Fail at the first operation whose line of code makes other numbers than the model did."""
    tensors = {"tokens": ids, **capture(model, ids)}
    for op in anatomy(model.config):
        made = run_code(op, model, tensors)
        assert op.name in made, op.code
        for name, tensor in made.items():
            assert torch.allclose(tensor, tensors[name], rtol=1e-4, atol=1e-5), (name, op.code)


@given(cases())
def test_the_code_of_every_operation_makes_what_the_model_made(case: Case) -> None:
    check_code(case.model(), case.tensor())


@pytest.mark.parametrize("name", ["toy", "story"])
def test_the_code_is_true_for_the_bundled_models(name: str) -> None:
    model = Library().get(name)
    tokens = model.tokenizer.encode(model.description.file.examples[0])
    check_code(model.transformer, torch.tensor([token.id for token in tokens]))


@given(configs())
def test_every_weight_belongs_to_one_operation_and_a_tied_table_to_two(config: Config) -> None:
    counted = Counter(weight for op in anatomy(config) for weight in op.weights)
    assert {weight for weight, times in counted.items() if times > 1} == ({"w_e.weight"} if config.tied else set())
    assert not config.tied or counted["w_e.weight"] == 2


@given(configs())
def test_the_words_of_every_operation_are_whole(config: Config) -> None:
    for op in anatomy(config):
        assert op.sentence.endswith("."), op.name
        assert op.sentence[0].isupper(), op.name
        assert op.title, op.name
        assert 1 <= len(op.short) <= LONGEST_LABEL, op.short


@given(configs())
def test_every_formula_has_something_in_it_and_closes_what_it_opens(config: Config) -> None:
    for op in anatomy(config):
        depth = 0
        for sign in op.formula.replace(r"\{", "").replace(r"\}", ""):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, op.formula
        assert op.formula.strip(), op.name
        assert depth == 0, op.formula
        assert op.formula.count(r"\begin") == op.formula.count(r"\end"), op.formula
        assert op.formula.count(r"\left(") == op.formula.count(r"\right)"), op.formula
