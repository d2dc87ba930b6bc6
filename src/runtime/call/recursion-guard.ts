/** A hook may run an agent that calls us again. Deeper than this it is a loop, and loops are not let through. */
const MAX_DEPTH = 5;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for the hooks of a call. Throws when hooks and agents call each other without end. */
export function enterCall(environment: Environment): Environment {
  const depth = Number(environment["SNAPHOOK_DEPTH"] ?? 0) || 0;
  if (depth >= MAX_DEPTH) throw new Error("hooks and agents call each other without end");
  return { ...environment, SNAPHOOK_DEPTH: String(depth + 1) };
}
