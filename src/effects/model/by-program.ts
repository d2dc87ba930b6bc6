/**
 * What follows from the name of a program alone, worked out once for each name. All parts of the analysis ask about one
 * program after the other, so the facts of a name are kept together and the last name is found without a lookup.
 */

const MOST = 4_000;
const LONGEST = 40;

type Facts = (object | undefined)[];

const known = new Map<string, Facts>();
let kinds = 0;
let lastName = "";
let last: Facts = [];

export function byProgram<T extends object>(make: (program: string) => T): (program: string | undefined) => T {
  const kind = kinds++;
  return (program = "") => {
    const facts = program === lastName ? last : factsOf(program);
    const before = facts[kind] as T | undefined;
    if (before !== undefined) return before;
    const made = make(program);
    while (facts.length < kinds) facts.push(undefined);
    facts[kind] = made;
    return made;
  };
}

function factsOf(program: string): Facts {
  let facts = known.get(program);
  if (facts === undefined) {
    facts = [];
    if (program.length <= LONGEST) {
      if (known.size >= MOST) known.clear();
      // A copy: part of a command line keeps the whole line in memory.
      known.set(` ${program}`.slice(1), facts);
    }
  }
  lastName = program;
  last = facts;
  return facts;
}
