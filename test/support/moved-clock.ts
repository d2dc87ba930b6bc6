/** The time of day of a program, moved by what a file says. Monotonic time goes on, as in a machine that slept. */
import { join } from "node:path";
import type { ProgramPlace } from "./program.js";

const CLOCK = `const { readFileSync } = require("node:fs");
const now = Date.now;
Date.now = () => now() + Number(readFileSync(process.env.CLOCK_OFFSET, "utf8"));`;

/** `env` is for the programs whose clock it is. */
export function movedClock(place: ProgramPlace): {
  readonly env: Record<string, string>;
  readonly move: (ms: number) => void;
} {
  const move = (ms: number) => place.write("offset", String(ms));
  const preload = place.write(join(place.root, "clock.cjs"), CLOCK);
  return { env: { NODE_OPTIONS: `--require=${preload}`, CLOCK_OFFSET: move(0) }, move };
}
