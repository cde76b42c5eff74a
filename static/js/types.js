/**
 * The shapes of the server's answers, for the type checker and the reader; no code. The contract is the OpenAPI at /docs.
 *
 * @typedef {import('./tokens.js').Token} Token
 * @typedef {Token & {p: number, logit?: number}} Guess
 *
 * @typedef {object} Model
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {string[]} examples
 * @property {number} parameters
 * @property {number} vocab_size
 * @property {number} n_ctx
 * @property {number} limit how many tokens are read at most
 * @property {string} origin where its numbers come from, if that is not plain
 * @property {Record<string, any>} config
 * @typedef {{default: string, models: Model[]}} Models
 *
 * @typedef {object} Op one operation at one place in the walk
 * @property {string} name
 * @property {string} kind
 * @property {number | null} layer from 0
 * @property {'embed' | 'attention' | 'mlp' | 'head'} part
 * @property {string} short
 * @property {string} title
 * @property {string} sentence
 * @property {string} formula
 * @property {string} code
 * @property {string[]} reads
 * @property {string[]} writes
 * @property {string[]} weights
 * @property {boolean} [shown]
 *
 * @typedef {{name: string, axes: string[], scale: 'signed' | 'positive' | 'weight' | 'angle' | 'id', meaning: string}} TensorSpec
 * @typedef {{model: string, steps: Op[], tensors: TensorSpec[]}} Anatomy
 * @typedef {{id: number, name: string, default: boolean}} Front the token that may stand before a text
 * @typedef {{model: string, count: number, limit: number, front?: Front | null, tokens: Token[]}} Tokenized
 * @typedef {{model: string, text: string, bos: boolean | null}} Subject what goes through which model
 *
 * @typedef {object} Guesses the next token after one position
 * @property {Guess[]} top
 * @property {{count: number, p: number}} rest
 * @property {{id: number, rank: number, p: number, nll: number} | null} next the token that really follows
 *
 * @typedef {object} Trace
 * @property {string} model
 * @property {string} text
 * @property {boolean | null} bos as it was asked; null is what the model does by default
 * @property {Front | null} [front]
 * @property {Token[]} tokens
 * @property {number} limit
 * @property {Record<string, number>} sizes
 * @property {{name: string, axes: string[], shape: number[]}[]} tensors
 * @property {Guesses[]} guesses
 * @property {{tensor: string, best: Guess[]}[]} lens
 * @property {{tensor: string, values: number[]}[]} norms
 *
 * @typedef {{min: number, max: number, low: number, high: number, outliers: number}} Range
 * @typedef {{name: string, axes: string[], shape: number[], values: Float32Array, range: Range}} Slice
 * @typedef {{token: number, temperature: number, candidates: Guess[], rest: {count: number, p: number}, least: Guess[]}} Next
 *
 * @typedef {'kept' | 'temperature' | 'top-k' | 'top-p' | 'min-p'} Fate
 * @typedef {{name: Fate, is_on: boolean, kept: number, removed: number, kept_p: number, removed_p: number, limit: number | null}} Stage
 * @typedef {Token & {rank: number, logit: number, scaled: number | null, p: number, mass: number, fate: Fate, q: number, low: number, high: number, seen: number}} SampleRow
 * @typedef {Token & {place: number, dice: number | null, rank: number, low: number, high: number}} Throw
 * @typedef {{q: number, expected: number, spread: number, seen: number}} TallyBar
 * @typedef {{count: number, bars: (TallyBar & Token & {rank: number})[], rest: TallyBar & {count: number}}} TallyAnswer
 * @typedef {{token: number, total: number, kept: number, best: number, stages: Stage[], throw: Throw, tally: TallyAnswer, rows: SampleRow[], rest: {count: number, p: number}}} Sample
 * @typedef {Token & {place: number, added: string, p: number, q: number, rank: number, dice: number | null, low: number, high: number,
 *   kept: number, alternatives: (Token & {p: number, q: number, fate: Fate})[], cache_bytes: number, seconds: number}} Written
 * @typedef {{text: string | null, obstacle: string | null, count: number, same: boolean}} Continued
 *
 * @typedef {object} OperandNode a number that stands in the model: of a tensor, a weight, a position or an id
 * @property {'operand'} node
 * @property {string} symbol
 * @property {string} name of the tensor or weight
 * @property {number[]} index
 * @property {number | null} value
 * @property {'tensor' | 'weight' | 'position' | 'id'} source
 * @property {string} [note]
 * @property {number} [token] whose lane it belongs to
 * @property {{id: number, text: string | null, bytes: string}} [piece] of the vocabulary
 * @property {OperandNode} [by] what selected it: the id that picks a row
 * @typedef {{at: number, label?: string, node: ExpressionNode, value: number | null}} Term
 * @typedef {object} SumNode its largest terms, sorted by size, and what the others add up to
 * @property {'sum'} node
 * @property {string} symbol
 * @property {string} axis
 * @property {number} count
 * @property {Term[]} terms
 * @property {{count: number, value: number | null} | null} rest
 * @property {number | null} value
 * @typedef {{node: 'number', symbol: string, value: number | null, note?: string}} NumberNode
 * @typedef {{node: 'add' | 'subtract' | 'multiply' | 'divide', parts: ExpressionNode[], value: number | null}} MixNode
 * @typedef {{node: 'apply', function: string, parts: ExpressionNode[], value: number | null}} ApplyNode
 * @typedef {{node: 'largest', axis: string, at: number, part: ExpressionNode, value: number | null}} LargestNode
 * @typedef {{node: 'hidden', reason: string, value: null}} HiddenNode
 * @typedef {OperandNode | SumNode | NumberNode | MixNode | ApplyNode | LargestNode | HiddenNode} ExpressionNode
 *
 * @typedef {object} Explanation the arithmetic of one number; null is how JSON says −∞
 * @property {string} tensor
 * @property {number[]} index
 * @property {string[]} axes
 * @property {number | null} value as the model computed it, in float32
 * @property {number | null} result computed again from the operands, in float64
 * @property {number} difference
 * @property {number} magnitude what rounding is measured against
 * @property {boolean} agrees whether they differ by rounding only
 * @property {string} dtype
 * @property {string} op the step that wrote it
 * @property {string} kind
 * @property {string} title
 * @property {string} formula LaTeX
 * @property {{symbol: string, name: string | null, meaning: string}[]} symbols
 * @property {string} shapes
 * @property {string} code the line of PyTorch, and the one that picks this number
 * @property {ExpressionNode} expression
 *
 * @typedef {object} State the whole state of the page, as it stands in the address
 * @property {string | null} model
 * @property {string | null} text null: nothing was asked for yet; the model's first example is shown
 * @property {boolean | null} bos whether the beginning-of-text token stands in front; null: as the model has it by default
 * @property {string | null} step
 * @property {string | null} look which picture of the step; null: the first
 * @property {number | null} token null: the last one
 * @property {number} head from 0
 * @property {string | null} cell "2,4,3"
 * @property {string | null} trail the numbers that were asked for, one after the other, as js/trail.js writes them
 * @property {'words' | 'shapes' | 'code' | null} depth of what is said of a number; null: the numbers it was made from
 * @property {number} temperature
 * @property {number | null} top_k only so many of the likeliest pieces are drawn from; null: all
 * @property {number} top_p only the smallest set that reaches this probability; 1: all
 * @property {number} min_p only who has this share of the best one's probability; 0: all
 * @property {number} seed which dice are thrown
 * @property {string | null} branches other texts that were written, as js/branches.js writes them
 * @property {number} factor what the input of a norm is multiplied by
 * @property {number} shift so many times its root mean square is then added to it
 * @property {number} slide by how many places a query and a key have slid
 * @property {number | null} partner the token whose key slides with the query; null: the one before
 * @property {number} stage of the merges of the text; 0: its bytes
 * @property {'light' | 'dark' | null} theme null: as the system has it
 * @property {number} zoom 0: the whole model, 1: one layer
 * @property {boolean} bytes whether ids and bytes of the tokens are shown
 * @property {boolean} present presenter view
 */
export {};
