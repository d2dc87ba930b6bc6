/**
 * What a real bash starts is in the list, or a guard asks. `npm test` takes a sample; `npm run test:shell` takes many.
 * The programs do nothing but write down their names.
 */
import { describe, expect, it } from "vitest";
import { readCommand } from "../../../src/effects/shell/read-command.js";
import { random } from "../../fuzz/random.js";
import { BashPlace, noNamespaces } from "./bash-place.js";
import { generate, REAL, STUBS } from "./generate.js";

const LINES = Number(process.env["SNAPHOOK_SHELL_LINES"] ?? 80);
const SEED = Number(process.env["SNAPHOOK_SHELL_SEED"] ?? 1);
const WHERE = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };

describe("a real bash", () => {
  it(`T8 starts nothing that was not in the list or asked (${LINES} lines of seed ${SEED})`, {
    timeout: 900_000,
  }, ({ skip }) => {
    const why = noNamespaces();
    if (why !== undefined) skip(why);
    const source = random(SEED);
    const lines = Array.from({ length: LINES }, () => generate(source));
    const place = new BashPlace(STUBS, REAL);
    try {
      const started = place.run(lines);
      const missed = lines.flatMap((line, at) => {
        const { invocations, unclear } = readCommand(line, WHERE);
        const listed = new Set(invocations.map(({ program }) => program));
        const missing = [...started[at]!].filter((name) => !listed.has(name));
        return missing.length > 0 && unclear.length === 0 ? [`${missing.join(", ")} of: ${line}`] : [];
      });
      expect(missed.slice(0, 20)).toEqual([]);
      // Most lines start something: otherwise nothing was compared.
      expect(started.filter((names) => names.size > 0).length).toBeGreaterThan(LINES * 0.8);
      // Most are told rather than asked.
      expect(lines.filter((line) => readCommand(line, WHERE).unclear.length > 0).length).toBeLessThan(LINES * 0.2);
    } finally {
      place.remove();
    }
  });
});
