"""The operations before the first layer and after the last one."""

from model.config import Config
from model.ops.angles import angles_op
from model.ops.norm import norm_op
from model.ops.op import Op, TensorSpec, letter, rows, variable

STREAM = ("token", "d_model")


def entrance_ops(config: Config) -> list[Op]:
    """From the text to the stream that the first layer gets."""
    ops = [_tokens(), _embed(config)]
    ops += [angles_op(config, rope) for rope in config.ropes]
    if config.position in ("learned", "sinusoidal"):
        ops += [_positions(config), _add_positions()]
    return ops


def exit_ops(config: Config, *, reads: str) -> list[Op]:
    """From the stream after the last layer to the probabilities of the next token."""
    ops = []
    if config.norm_final:
        ops.append(
            norm_op(config, "norm_final", reads=reads, layer=None, part="head", where="the stream after the last layer")
        )
        reads = "norm_final.out"
    return [*ops, *_logits(config, reads), _probs()]


def _tokens() -> Op:
    return Op(
        kind="tokens",
        layer=None,
        part="embed",
        short="tokens",
        title="Tokens",
        sentence="The text is cut into tokens, pieces that the model knows, and each piece is replaced by its "
        "number in the vocabulary.",
        formula=r"\text{text} \mapsto (w_0, w_1, \dots, w_{T-1})",
        code="tokens = torch.tensor([token.id for token in tokenizer.encode(text)])",
        reads=(),
        outputs=(TensorSpec("tokens", ("token",), "id", "the number of each token in the vocabulary"),),
    )


def _embed(config: Config) -> Op:
    scaled = config.embed_scale != 1
    factor = rf"{config.embed_scale:.6g} \cdot " if scaled else ""
    return Op(
        kind="embed",
        layer=None,
        part="embed",
        short="embed",
        title="Embedding",
        sentence="Each token's number selects one row of a learned table: from here on the token is that list of "
        f"{config.d_model} numbers. Equal tokens get equal rows."
        + (f" All numbers are multiplied by {config.embed_scale:.6g}." if scaled else ""),
        formula=rf"x_t = {factor}E[w_t]",
        code="embed = w_e(tokens)" + (f" * {config.embed_scale:.6g}" if scaled else ""),
        reads=("tokens",),
        outputs=(TensorSpec("embed", STREAM, "signed", "the row of the table that each token selects"),),
        weights=("w_e.weight",),
    )


def _positions(config: Config) -> Op:
    learned = config.position == "learned"
    return Op(
        kind="positions",
        layer=None,
        part="embed",
        short="pos",
        title="Learned positions" if learned else "Sinusoidal positions",
        sentence="Each position has a row of its own, learned like the tokens' rows."
        if learned
        else "Each position has a row of its own, made of sines and cosines of different wavelengths.",
        formula=r"p_t = P[t]"
        if learned
        else rows(
            rf"p_{{t,2i}} = \sin\!\left(t / 10000^{{2i/{config.d_model}}}\right)",
            rf"p_{{t,2i+1}} = \cos\!\left(t / 10000^{{2i/{config.d_model}}}\right)",
        ),
        code="pos_embed = w_pos(positions)"
        if learned
        else f"pos_embed = sinusoids(positions, {config.d_model}).float()",
        reads=(),
        outputs=(TensorSpec("pos_embed", STREAM, "signed", "the row of each position"),),
        weights=("w_pos.weight",) * learned,
    )


def _add_positions() -> Op:
    return Op(
        kind="add",
        layer=None,
        part="embed",
        short="+",
        title="Add the position",
        sentence="The token's row and the position's row are added, number by number: this is what the first "
        "layer gets.",
        formula=r"x_t \leftarrow x_t + p_t",
        code="resid_pre = embed + pos_embed",
        reads=("embed", "pos_embed"),
        outputs=(TensorSpec("blocks.0.resid_pre", STREAM, "signed", "the stream as the layer gets it"),),
    )


def _logits(config: Config, reads: str) -> list[Op]:
    cap, bias = config.logit_softcap, config.unembed_bias
    left, name = ("r", "logits_raw") if cap else (r"\ell", "logits")
    y, table, matrix = letter(reads), "E" if config.tied else "W_U", "w_e.weight" if config.tied else "w_u.weight"
    tied = " The table is that of the embedding." if config.tied else ""
    first = Op(
        kind="unembed",
        layer=None,
        part="head",
        short="logits",
        title="Logits",
        sentence=f"Each token's numbers are compared with a row for every one of the {config.vocab_size:,} pieces of "
        "the vocabulary: multiply number by number, add up. The sum is the piece's logit; a high one means that the "
        f"piece fits as the next one.{tied}",
        formula=rf"{left}_t = {table}\, {y}_t" + (" + b_U" if bias else ""),
        code=f"{name} = {variable(reads)} @ {matrix}.T" + (" + b_u" if bias else ""),
        reads=(reads,),
        outputs=(TensorSpec(name, ("token", "vocab"), "signed", "how well each piece fits next"),),
        weights=(matrix,) + ("b_u",) * bias,
    )
    if not cap:
        return [first]
    return [
        first,
        Op(
            kind="softcap",
            layer=None,
            part="head",
            short="cap",
            title="Soft cap",
            sentence=f"Logits are squashed smoothly, so that none leaves the range from −{cap:g} to {cap:g}.",
            formula=rf"\ell_t = {cap:g} \cdot \tanh(r_t / {cap:g})",
            code=f"logits = {cap:g} * torch.tanh(logits_raw / {cap:g})",
            reads=("logits_raw",),
            outputs=(TensorSpec("logits", ("token", "vocab"), "signed", "the logits, kept within the cap"),),
        ),
    ]


def _probs() -> Op:
    return Op(
        kind="probs",
        layer=None,
        part="head",
        short="softmax",
        title="Probabilities of the next token",
        sentence="A softmax over the whole vocabulary turns the logits into probabilities that add up to 1.",
        formula=r"P_t(w) = \frac{e^{\ell_{t,w}}}{\sum_{w'} e^{\ell_{t,w'}}}",
        code="probs = torch.softmax(logits, dim=-1)",
        reads=("logits",),
        outputs=(TensorSpec("probs", ("token", "vocab"), "weight", "the probability of each piece as the next one"),),
    )
