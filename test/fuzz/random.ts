/** Chance that comes out the same for the same seed. */

export interface Random {
  /** From 0 up to, not including, `below`. */
  int(below: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  // A 32-bit mixer: each step adds an odd constant, then stirs.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const int = (below: number) => Math.floor((next() / 0x1_0000_0000) * below);
  return {
    int,
    chance: (share) => next() / 0x1_0000_0000 < share,
    pick: (list) => list[int(list.length)]!,
  };
}
