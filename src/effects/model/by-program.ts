/** What follows from the name of a program alone, worked out once for each name. */

const MOST = 1_000;
const LONGEST = 40;

export function byProgram<T extends object>(make: (program: string) => T): (program: string | undefined) => T {
  const known = new Map<string, T>();
  return (program = "") => {
    const before = known.get(program);
    if (before !== undefined) return before;
    const made = make(program);
    if (program.length > LONGEST) return made;
    if (known.size >= MOST) known.clear();
    // A copy: part of a command line keeps the whole line in memory.
    known.set(` ${program}`.slice(1), made);
    return made;
  };
}
