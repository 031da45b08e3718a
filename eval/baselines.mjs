// Baselines for the model: a word list, the most frequent label, and a linear model over hashed words and word pairs.
import vader from "vader-sentiment";
import { LABELS } from "./measures.mjs";

const SLOTS = 1 << 18;

/** VADER's word list, with its usual thresholds of 0.05. Knows no targets. */
export function vaderAnswer(text) {
  const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(text);
  return { score: compound, label: compound >= 0.05 ? "positive" : compound <= -0.05 ? "negative" : "neutral" };
}

/** Always the most frequent label of the measured rows: the best that any constant answer can do. */
export function majorityAnswers(rows) {
  const count = (label) => rows.filter((row) => row.label === label).length;
  const label = LABELS.reduce((best, one) => (count(one) > count(best) ? one : best));
  return rows.map(() => ({ label, score: LABELS.indexOf(label) - 1 }));
}

function slotsOf(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+|[^\s\p{L}\p{N}]/gu) ?? [];
  const slots = new Set();
  for (const [at, word] of words.entries()) {
    slots.add(hash(word));
    if (at > 0) slots.add(hash(`${words[at - 1]} ${word}`));
  }
  return [...slots];
}

// FNV-1a over UTF-16 units.
function hash(word) {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return (value >>> 0) % SLOTS;
}

/**
 * Multinomial logistic regression on hashed words and word pairs, trained by stochastic gradient descent on labelled
 * rows in a fixed order. Returns a function from text to answer. Knows no targets.
 */
export function trainNgramModel(rows, { epochs = 8, rate = 0.15, decay = 1e-6 } = {}) {
  const weights = LABELS.map(() => new Float32Array(SLOTS));
  const bias = [0, 0, 0];
  const examples = rows.map(({ text, label }) => ({ slots: slotsOf(text), label: LABELS.indexOf(label) }));
  const probabilitiesOf = (slots) => {
    const scores = LABELS.map((_, k) => slots.reduce((sum, slot) => sum + weights[k][slot], bias[k]));
    const top = Math.max(...scores);
    const parts = scores.map((score) => Math.exp(score - top));
    const sum = parts.reduce((a, b) => a + b, 0);
    return parts.map((part) => part / sum);
  };
  // A fixed permutation: steps of a prime that does not divide the count.
  const stride = [7919, 7907, 7901].find((prime) => examples.length % prime !== 0) ?? 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = rate / (1 + epoch);
    for (let turn = 0; turn < examples.length; turn++) {
      const { slots, label } = examples[(turn * stride) % examples.length];
      const probabilities = probabilitiesOf(slots);
      for (let k = 0; k < 3; k++) {
        const gradient = probabilities[k] - (k === label ? 1 : 0);
        bias[k] -= step * gradient;
        for (const slot of slots) weights[k][slot] -= step * (gradient + decay * weights[k][slot]);
      }
    }
  }
  return (text) => {
    const [negative, neutral, positive] = probabilitiesOf(slotsOf(text));
    const best = Math.max(negative, neutral, positive);
    const label = best === negative ? "negative" : best === neutral ? "neutral" : "positive";
    return { label, score: positive - negative, probabilities: { negative, neutral, positive } };
  };
}
