/** What can go wrong between page and server, as one error with the words of the server's problem detail (RFC 9457). */

/** @typedef {'offline' | 'busy' | 'refused' | 'too-long' | 'unknown' | 'failed'} ProblemKind */
/**
 * @typedef {object} Problem
 * @property {string} [title]
 * @property {string} [detail]
 * @property {number} [status]
 * @property {string} [parameter]
 * @property {any} [allowed]
 * @property {number} [count]
 * @property {number} [limit]
 * @property {number} [start]
 * @property {number} [end]
 */

export class ApiError extends Error {
  /** @param {ProblemKind} kind @param {Problem} problem @param {number} [retryAfter] seconds */
  constructor(kind, problem, retryAfter = 1) {
    super(problem.detail ?? problem.title ?? 'The server did not say what went wrong.');
    this.name = 'ApiError';
    this.kind = kind;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  static offline() {
    return new ApiError('offline', { title: 'The server does not answer', detail: 'The server does not answer.' });
  }

  static incomplete() {
    const detail = 'The pictures of the steps did not come. Load the page again; its address holds all that you chose.';
    return new ApiError('failed', { title: 'A part of the page is missing', detail });
  }

  /** @param {number} count characters */
  static tooLongToSend(count) {
    const detail = `A text of ${count.toLocaleString('en-US')} characters is more than can be asked about at once.`;
    return new ApiError('too-long', { title: 'Too long to send', detail });
  }

  static garbledLink() {
    const detail =
      'The link holds bytes that are no text (no UTF-8). The field shows U+FFFD where they stood; the model was not asked. ' +
      'Write the sentence anew.';
    return new ApiError('refused', { title: 'A link with a text that is none', detail, parameter: 'text' });
  }

  /** @param {string} text @param {number} at index of the lone surrogate in UTF-16 */
  static loneSurrogate(text, at) {
    const start = [...text.slice(0, at)].length;
    const code = text.charCodeAt(at).toString(16).toUpperCase();
    const detail =
      `Character ${start + 1} (U+${code}) is a lone surrogate: half of a character, with no bytes of its own. ` +
      'Delete it and type the character again.';
    return new ApiError('refused', { title: 'Half of a character', detail, parameter: 'text', start, end: start + 1 });
  }
}

/** Reads what the server said is wrong. @param {Response} answer */
export async function problemOf(answer) {
  const isProblem = answer.headers.get('Content-Type')?.includes('json');
  /** @type {Problem} */
  const problem = isProblem ? await answer.json().catch(() => ({})) : { title: `Status ${answer.status}` };
  const retryAfter = Number(answer.headers.get('Retry-After')) || 1;
  return new ApiError(kindOf(answer.status, problem), { status: answer.status, ...problem }, retryAfter);
}

/** @param {number} status @param {Problem} problem @returns {ProblemKind} */
function kindOf(status, problem) {
  if (status === 503 || status === 429) return 'busy';
  if (status >= 500) return 'failed';
  if (problem.limit !== undefined && problem.count !== undefined) return 'too-long';
  if (problem.parameter === 'text' || problem.start !== undefined) return 'refused';
  return status === 414 || status === 431 ? 'too-long' : 'unknown';
}
