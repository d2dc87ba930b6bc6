/** One line of the report. */

/** A ratio that should not exceed its reach; without a reach it is only reported. */
export function atMost(figure, reach, { ratio, ours, theirs, rounds }, unit) {
  return {
    figure,
    reach: reach === undefined ? "–" : `≤ ${reach.toFixed(2)}`,
    measured: ratio.toFixed(2),
    ok: reach === undefined ? undefined : ratio <= reach,
    detail: `${unit(ours)} : ${unit(theirs)}, ${rounds} rounds`,
  };
}

/** A ratio that should reach at least this much; without a reach it is only reported. */
export function atLeast(figure, reach, { ratio, ours, theirs, rounds }, unit) {
  return {
    figure,
    reach: reach === undefined ? "–" : `≥ ${reach.toFixed(2)}`,
    measured: ratio.toFixed(2),
    ok: reach === undefined ? undefined : ratio >= reach,
    detail: `${unit(ours)} : ${unit(theirs)}, ${rounds} rounds`,
  };
}

/** A duration in milliseconds that should not exceed its reach. */
export function within(figure, reachMs, ms, detail) {
  return {
    figure,
    reach: reachMs === undefined ? "–" : `≤ ${reachMs} ms`,
    measured: milli(ms),
    ok: reachMs === undefined ? undefined : ms <= reachMs,
    detail,
  };
}

export const micro = (us) => `${us.toFixed(us < 10 ? 3 : 1)} µs`;
export const milli = (ms) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`;
