/** Pseudorandom numbers, equal for equal seeds on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Time to the next event of a Poisson process. */
  exponential(mean: number): number;
  /** `spread` is the standard deviation relative to the mean. */
  lognormal(mean: number, spread: number): number;
}

/** xoshiro128** by Blackman and Vigna (public domain), seeded by splitmix32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fill = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [fill(), fill(), fill(), fill()];
  const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

  function next(): number {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result / 2 ** 32;
  }

  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

  return {
    next,
    exponential: (mean) => -mean * Math.log(1 - next()),
    lognormal(mean, spread) {
      const variance = Math.log(1 + spread ** 2);
      return mean * Math.exp(Math.sqrt(variance) * normal() - variance / 2);
    },
  };
}
