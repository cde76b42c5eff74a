/** How the next token is drawn: the part of the state that says so, and the same in words. Pure. */
import { formatCount } from './format.js';

/** @typedef {{temperature: number, top_k: number | null, top_p: number, min_p: number, seed: number}} Sampling */

/** Nothing is removed and nothing is sharpened: the model's own distribution. */
export const PLAIN = Object.freeze({ temperature: 1, top_k: null, top_p: 1, min_p: 0 });

/** @param {Partial<import('./types.js').State>} state @returns {Sampling} */
export function samplingOf({ temperature = 1, top_k = null, top_p = 1, min_p = 0, seed = 0 }) {
  return { temperature, top_k, top_p, min_p, seed: seed ?? 0 };
}

/** Whether pieces are removed before the draw. @param {Omit<Sampling, 'seed'>} sampling */
export const hasFilters = ({ top_k, top_p, min_p }) => top_k !== null || top_p < 1 || min_p > 0;

/** Whether the distribution is the model's own. @param {Omit<Sampling, 'seed'>} sampling */
export const isPlain = (sampling) => sampling.temperature === 1 && !hasFilters(sampling);

/** In a few words: "T 0.80 · top-k 40 · top-p 0.90". @param {Sampling} sampling @param {number} vocabulary */
export function describeSampling({ temperature, top_k, top_p, min_p }, vocabulary) {
  if (temperature === 0) return 'greedy: the best piece, no dice';
  const filters = [
    top_k === null ? '' : `top-k ${formatCount(top_k)}`,
    top_p < 1 ? `top-p ${top_p}` : '',
    min_p > 0 ? `min-p ${min_p}` : '',
  ].filter(Boolean);
  return [`T ${temperature.toFixed(2)}`, ...(filters.length > 0 ? filters : [`from all ${formatCount(vocabulary)}`])].join(' · ');
}

const REASONS = /** @type {Record<string, string>} */ ({
  temperature: 'not the best: at T = 0 only one stays',
  'top-k': 'not among the k likeliest',
  'top-p': 'the likelier ones reach the mass without it',
  'min-p': 'too unlikely beside the best one',
});

/** Why a piece is not drawn from. @param {string} fate */
export const reasonFor = (fate) => REASONS[fate] ?? '';
