/** What the live region says: the step when it changes, and the token when another one is chosen. */
import { formatProbability } from '../format.js';
import { tokenSpoken } from '../tokens.js';
import { describeStep } from '../walk.js';

export class Announcer {
  constructor() {
    /** @type {string | null} */
    this.step = null;
    /** @type {number | null} */
    this.token = null;
    this.said = '';
  }

  /** @param {import('../types.js').State} state @param {import('../types.js').Op | null} step @param {import('../types.js').Trace | null} trace */
  say(state, step, trace) {
    const name = step?.name ?? null;
    if (name !== this.step) this.said = step ? `${describeStep(step)}. ${step.sentence}` : 'The whole model.';
    else if (state.token !== this.token) this.said = describeToken(state.token, trace) || this.said;
    this.step = name;
    this.token = state.token;
    return this.said;
  }
}

/** @param {number | null} chosen @param {import('../types.js').Trace | null} trace */
function describeToken(chosen, trace) {
  if (!trace?.tokens.length) return '';
  const token = Math.min(chosen ?? trace.tokens.length - 1, trace.tokens.length - 1);
  const best = trace.guesses[token].top[0];
  const which = chosen === null ? 'All tokens; the last is' : 'Token';
  return `${which} ${token + 1} of ${trace.tokens.length}: ${tokenSpoken(trace.tokens[token])}. Best guess of what follows: ${tokenSpoken(best)}, ${formatProbability(best.p)}.`;
}
