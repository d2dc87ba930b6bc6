/** A time in milliseconds as records and logs hold it. */
export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
