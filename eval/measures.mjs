// Measures of answers against labels. An answer is `{label, score, probabilities}`; `probabilities` may be missing.
export const LABELS = ["negative", "neutral", "positive"];

const share = (count, of) => (of === 0 ? 0 : count / of);

/**
 * `error`: expected calibration error over 15 bins of the highest class probability. `byChance`: the average error of a
 * perfectly calibrated model with these probabilities, which is above 0 because bins hold few rows: the mean absolute
 * deviation of a sum of coin throws, which tends to sqrt(2 variance / pi). Null where answers have no probabilities.
 */
function calibration(rows, answers) {
  if (answers.some(({ probabilities }) => probabilities === undefined)) return { error: null, byChance: null };
  const bins = Array.from({ length: 15 }, () => ({ confidence: 0, right: 0, variance: 0 }));
  for (const [at, { probabilities }] of answers.entries()) {
    const guess = LABELS.reduce((best, label) => (probabilities[label] > probabilities[best] ? label : best));
    const confidence = probabilities[guess];
    const bin = bins[Math.min(14, Math.floor(confidence * 15))];
    bin.confidence += confidence;
    bin.right += guess === rows[at].label ? 1 : 0;
    bin.variance += confidence * (1 - confidence);
  }
  const overBins = (of) => bins.reduce((sum, bin) => sum + of(bin), 0) / rows.length;
  return {
    error: overBins(({ confidence, right }) => Math.abs(confidence - right)),
    byChance: overBins(({ variance }) => Math.sqrt((2 * variance) / Math.PI)),
  };
}

/**
 * Share of texts with at least one positive and one negative target in which every such target is right; null without
 * such texts.
 */
function oppositesRight(rows, answers) {
  const texts = new Map();
  for (const [at, { text }] of rows.entries()) texts.set(text, [...(texts.get(text) ?? []), at]);
  const opposed = [...texts.values()].filter((places) => {
    const labels = new Set(places.map((at) => rows[at].label));
    return labels.has("positive") && labels.has("negative");
  });
  const right = opposed.filter((places) =>
    places.every((at) => rows[at].label === "neutral" || answers[at].label === rows[at].label),
  );
  return opposed.length === 0 ? null : { texts: opposed.length, share: share(right.length, opposed.length) };
}

/**
 * Accuracy, macro F1 over the labels that occur, F1 of each label, calibration error and the part of it that chance
 * explains. Over the rows with a direction: how often the score points the right way (`direction`; no score counts as
 * half wrong), and the accuracy when a neutral answer counts as half wrong.
 */
export function measure(rows, answers) {
  const f1 = {};
  for (const label of LABELS) {
    const actual = rows.filter((row) => row.label === label).length;
    if (actual === 0) continue;
    const guessed = answers.filter((answer) => answer.label === label).length;
    const both = rows.filter((row, at) => row.label === label && answers[at].label === label).length;
    f1[label] = share(2 * both, actual + guessed);
  }
  const polar = [...rows.keys()].filter((at) => rows[at].label !== "neutral");
  const points = (at) => {
    const { score } = answers[at];
    if (score === 0) return 0.5;
    return score > 0 === (rows[at].label === "positive") ? 1 : 0;
  };
  const halfWrong = (at) => (answers[at].label === "neutral" ? 0.5 : answers[at].label === rows[at].label ? 1 : 0);
  const sum = (of) => polar.reduce((total, at) => total + of(at), 0);
  const right = rows.filter((row, at) => row.label === answers[at].label).length;
  const { error, byChance } = calibration(rows, answers);
  return {
    rows: rows.length,
    accuracy: share(right, rows.length),
    macroF1: share(
      Object.values(f1).reduce((total, value) => total + value, 0),
      Object.keys(f1).length,
    ),
    f1,
    calibrationError: error,
    calibrationErrorByChance: byChance,
    polarRows: polar.length,
    direction: share(sum(points), polar.length),
    neutralHalfWrong: share(sum(halfWrong), polar.length),
    oppositesRight: oppositesRight(rows, answers),
  };
}
