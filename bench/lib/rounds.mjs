/** Two subjects measured in turns, so that whatever the machine does meanwhile falls on both. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * `ours` and `theirs` run once per call and return what they measured, in any unit. Each round takes one of both,
 * and the next round the other one first. The ratio is the median of the ratios of the rounds.
 */
export async function inTurns(rounds, warmUp, ours, theirs) {
  const ratios = [];
  const spent = { ours: [], theirs: [] };
  for (let round = -warmUp; round < rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await (oursFirst ? ours : theirs)();
    const second = await (oursFirst ? theirs : ours)();
    if (round < 0) continue;
    const [a, b] = oursFirst ? [first, second] : [second, first];
    ratios.push(a / b);
    spent.ours.push(a);
    spent.theirs.push(b);
  }
  return { ratio: median(ratios), ours: median(spent.ours), theirs: median(spent.theirs), rounds };
}

/** A measurement for `inTurns`: microseconds per awaited call, over many. Every result is checked. */
export function perCall(calls, call, isRight) {
  return async () => {
    const startedAt = process.hrtime.bigint();
    for (let i = 0; i < calls; i++) {
      if (!isRight(await call())) throw new Error(`a timed call gave a wrong result: ${call}`);
    }
    return Number(process.hrtime.bigint() - startedAt) / 1000 / calls;
  };
}
