/** Whether a file is of the person that runs this, or of root. Where there are no such numbers, all are. */
export function sameUser(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
