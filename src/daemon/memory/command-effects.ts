/** What the commands of a session do, as guards see it: which files they read, and whether a guard would ask about them. */
import type { ActivityRow } from "../../core/records/records.js";
import { analyseCommand } from "../../effects/analyse.js";

const MOST_KNOWN = 2_000;
/** Longer ones are analysed each time. */
const KNOWN_CHARS = 2_000;

export interface Checkout {
  readonly root: string;
  readonly home: string;
}

interface CommandEffects {
  readonly reads: readonly string[];
  readonly isRisky: boolean;
}

const NONE: CommandEffects = { reads: [], isRisky: false };
/** A session is looked at again with each of its prompts. */
const known = new Map<string, CommandEffects>();

export function commandEffects({ name, input }: ActivityRow, { root, home }: Checkout): CommandEffects {
  const command = name === "Bash" ? input?.["command"] : undefined;
  if (typeof command !== "string") return NONE;
  const key = `${root}\0${command}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { effects } = analyseCommand(command, { cwd: root, project: root, home, platform: process.platform });
  const found = {
    reads: effects.flatMap(({ kind, target }) => (kind === "read" && target?.type === "path" ? [target.name] : [])),
    isRisky: effects.some(({ kind, severity }) => kind !== "read" && severity !== "ordinary"),
  };
  if (command.length > KNOWN_CHARS) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

/** Returns the ids of calls that no memory may recommend. */
export function riskyCalls(calls: readonly ActivityRow[], checkout: Checkout): ReadonlySet<string> {
  return new Set(calls.filter((call) => commandEffects(call, checkout).isRisky).map(({ id }) => id));
}
