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
 * @typedef {{model: string, count: number, limit: number, tokens: Token[]}} Tokenized
 *
 * @typedef {object} Guesses the next token after one position
 * @property {Guess[]} top
 * @property {{count: number, p: number}} rest
 * @property {{id: number, rank: number, p: number, nll: number} | null} next the token that really follows
 *
 * @typedef {object} Trace
 * @property {string} model
 * @property {string} text
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
 * @typedef {object} State the whole state of the page, as it stands in the address
 * @property {string | null} model
 * @property {string | null} text null: nothing was asked for yet; the model's first example is shown
 * @property {string | null} step
 * @property {string | null} look which picture of the step; null: the first
 * @property {number | null} token null: the last one
 * @property {number} head from 0
 * @property {string | null} cell "2,4,3"
 * @property {string | null} trail the numbers that were asked for, one after the other, as js/trail.js writes them
 * @property {'words' | 'shapes' | 'code' | null} depth of what is said of a number; null: the numbers it was made from
 * @property {number} temperature
 * @property {number} factor what the input of a norm is multiplied by
 * @property {number} shift so many times its root mean square is then added to it
 * @property {number} slide by how many places a query and a key have slid
 * @property {number | null} partner the token whose key slides with the query; null: the one before
 * @property {'light' | 'dark' | null} theme null: as the system has it
 * @property {number} zoom 0: the whole model, 1: one layer
 * @property {boolean} bytes whether ids and bytes of the tokens are shown
 * @property {boolean} present presenter view
 */
export {};
