/** True if a version is newer than another. An invalid version is never newer. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)];
  if (left === undefined || right === undefined) return false;
  for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return left[i]! > right[i]!;
  return false;
}

function parts(version: string): number[] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  return match === null ? undefined : match.slice(1).map(Number);
}
