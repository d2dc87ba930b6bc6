/** Files that would keep the program busy, or make it fall over, before it can answer. */
import { said, type ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const CONFIG = ".snaphook/hooks.json";

function large(name: string, mechanism: string, build: (place: ZooPlace) => void, code?: string): ZooCase {
  return {
    name,
    mechanism,
    build,
    ...(code === undefined ? {} : { check: (steps) => said(steps, "validate", code) }),
  };
}

const laughs = () => {
  const lines = ['a0: &a0 ["lol"]'];
  for (let i = 1; i < 7; i++)
    lines.push(
      `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\nhooks: *a6\n`;
};

export const sizes: readonly ZooCase[] = [
  large(
    "fifty-megabytes",
    "a config file of fifty megabytes",
    (place) => place.sparse(CONFIG, 50_000_000),
    "CONFIG_TOO_LARGE",
  ),
  large(
    "hundred-megabytes",
    "a config file that is too large to be read at all",
    (place) => place.sparse(CONFIG, 100_000_000),
    "CONFIG_UNREADABLE",
  ),
  large("many-hooks", "thousands of hooks in one file", (place) => {
    const hooks = Array.from({ length: 1_500 }, (_, i) => `{"event":"Stop","command":"x${i}"}`);
    place.write(CONFIG, `{"hooks":[${hooks.join(",")}]}`);
  }),
  large("many-files", "a hundred files of one hook each", (place) => {
    for (let i = 0; i < 100; i++)
      place.write(`.snaphook/hooks.d/${i}.json`, { event: "Stop", command: `${place.bite} ${i}` });
  }),
  large(
    "deep-json",
    "JSON that is nested deeper than any stack",
    (place) => void place.write(CONFIG, `{"hooks":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
    "nested too deeply",
  ),
  large(
    "deep-jsonc",
    "JSON with comments that is nested deeper than any stack",
    (place) =>
      void place.write(".snaphook/hooks.jsonc", `/**/{"hooks":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`),
    "nested too deeply",
  ),
  large(
    "deep-yaml",
    "YAML that is nested deeper than any stack",
    (place) => void place.write(".snaphook/hooks.yaml", `hooks: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`),
    "nested too deeply",
  ),
  large(
    "billion-laughs",
    "YAML whose anchors unfold into millions of words",
    (place) => void place.write(".snaphook/hooks.yaml", laughs()),
    "recursive or too many aliases",
  ),
  large(
    "long-line",
    "a command and an id without an end",
    (place) =>
      void place.write(
        CONFIG,
        place.hooks({ id: "a".repeat(20_000), command: `: ${"a".repeat(300_000)}; ${place.bite}` }),
      ),
  ),
  large("deep-folder", "a folder below more folders than anybody walks", (place) => {
    place.write(CONFIG, place.hooks());
    place.folder("d/".repeat(300));
  }),
];
