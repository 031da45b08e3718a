/** Seeded random numbers. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Counts with the given mean and variance = `dispersion` · mean (Poisson at 1, gamma-Poisson above). */
  count(mean: number, dispersion?: number): number;
}

/** Seeded random numbers for simulations: the same figures in every run. */
export function seededRandom(seed: number): Random;
