// Seeded random numbers for simulations: the same figures in every run.

/** @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    normal,
    count(mean, dispersion = 1) {
      const rate = dispersion > 1 ? (dispersion - 1) * gamma(mean / (dispersion - 1), uniform, normal) : mean;
      return poisson(rate, uniform, normal);
    },
  };
}

function poisson(rate, uniform, normal) {
  if (rate > 60) return Math.max(0, Math.round(rate + Math.sqrt(rate) * normal()));
  const limit = Math.exp(-rate);
  let count = 0;
  for (let product = uniform(); product > limit; product *= uniform()) count += 1;
  return count;
}

/** Marsaglia and Tsang's method; shapes below 1 by the usual power of a uniform. */
function gamma(shape, uniform, normal) {
  if (shape < 1) return gamma(shape + 1, uniform, normal) * uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
