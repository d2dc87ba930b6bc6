/** Whether a process runs in continuous integration. `CI=false` and the like switch it off, as everywhere. */
export function isCi({ CI }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== undefined && !/^(?:|0|false|no|off)$/i.test(CI.trim());
}
