/** Rounds milliseconds for records and logs. */
export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
