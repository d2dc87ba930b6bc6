/** Files that change while the program looks, or after a person has looked. */
import { renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const CONFIG = ".snaphook/hooks.json";
const HARMLESS = "#!/bin/sh\n: nothing\n";

/** A project that was approved as harmless, and what becomes of it then. */
function changed(
  name: string,
  mechanism: string,
  later: (place: ZooPlace) => void,
  more: Partial<ZooCase> = {},
): ZooCase {
  return {
    name,
    mechanism,
    build(place) {
      place.git();
      place.program("check.sh", HARMLESS);
      place.write(CONFIG, place.hooks({ command: "./check.sh" }));
    },
    trusted: ["repo"],
    later,
    ...more,
  };
}

/** The same size and the same times: only its content tells. */
function replaceUnseen(file: string, text: string): void {
  const { size, atime, mtime } = statSync(file);
  writeFileSync(file, text.padEnd(size, " ").slice(0, Math.max(size, text.length)));
  utimesSync(file, atime, mtime);
}

export const races: readonly ZooCase[] = [
  {
    name: "appears-mid-session",
    mechanism: "a config that appears while a session runs",
    build: (place) => place.git(),
    later: (place) => void place.write(CONFIG, place.hooks()),
  },
  {
    name: "code-appears-mid-session",
    mechanism: "a code config that appears while a session runs",
    build: (place) => place.git(),
    later: (place) => void place.write("snaphook.config.ts", `${place.biteModule}export default [];\n`),
  },
  {
    name: "folder-appears-mid-session",
    mechanism: "a nested package, with hooks, that appears while a session runs",
    build(place) {
      place.git();
      place.folder("packages/a");
    },
    cwd: ({ project }) => `${project}/packages/a`,
    later: (place) =>
      void place.write("packages/a/.snaphook/hooks.d/x.json", { event: "PreToolUse", command: place.bite }),
  },
  changed("config-changed", "a config that changes after it was approved", (place) => {
    place.write(CONFIG, place.hooks());
  }),
  changed("script-changed", "a script that changes after it was approved", (place) => {
    place.program("check.sh", `#!/bin/sh\n${place.bite}\n`);
  }),
  changed(
    "script-changed-unseen",
    "a script that changes after it was approved, but neither in size nor in its times",
    (place) => replaceUnseen(`${place.project}/check.sh`, `#!/bin/sh\n${place.bite}\n`),
    {
      build(place) {
        place.git();
        place.program("check.sh", HARMLESS.padEnd(400, "#"));
        place.write(CONFIG, place.hooks({ command: "./check.sh" }));
      },
    },
  ),
  changed("script-renamed-over", "another file that takes the place of an approved script", (place) => {
    place.program("other.sh", `#!/bin/sh\n${place.bite}\n`);
    renameSync(`${place.project}/other.sh`, `${place.project}/check.sh`);
  }),
  changed(
    "link-pointed-elsewhere",
    "an approved script that is a link, pointed elsewhere",
    (place) => {
      place.program("b.sh", `#!/bin/sh\n${place.bite}\n`);
      place.link("new", "b.sh");
      renameSync(`${place.project}/new`, `${place.project}/check.sh`);
    },
    {
      build(place) {
        place.git();
        place.program("a.sh", HARMLESS);
        place.link("check.sh", "a.sh");
        place.write(CONFIG, place.hooks({ command: "./check.sh" }));
      },
    },
  ),
  changed(
    "code-changed",
    "a code config that changes after it was approved",
    (place) => void place.write("snaphook.config.ts", `${place.biteModule}export default [];\n`),
    {
      build(place) {
        place.git();
        place.write("snaphook.config.ts", "export default [];\n");
      },
    },
  ),
  changed(
    "code-module-changed",
    "a module of an approved code config that changes",
    (place) => void place.write("rules.ts", `${place.biteModule}export const rules: never[] = [];\n`),
    {
      build(place) {
        place.git();
        place.write("rules.ts", "export const rules: never[] = [];\n");
        place.write("snaphook.config.ts", `import { rules } from "./rules.ts";\nexport default rules;\n`);
      },
    },
  ),
  {
    name: "flips",
    mechanism: "two configs that take each other's place without end",
    build(place) {
      place.git();
      place.write(CONFIG, place.hooks());
    },
    meanwhile(place, turn) {
      place.write("next.json", turn % 2 === 1 ? place.hooks() : { hooks: {} });
      renameSync(`${place.project}/next.json`, `${place.project}/${CONFIG}`);
    },
  },
  {
    name: "link-flips",
    mechanism: "a link that points to something harmless and to something else by turns",
    build(place) {
      place.git();
      place.write("good.json", { hooks: {} });
      place.write("bad.json", place.hooks());
      place.link(CONFIG, "../bad.json");
    },
    meanwhile(place, turn) {
      place.link(`next-${turn}`, turn % 2 === 1 ? "../bad.json" : "../good.json");
      renameSync(`${place.project}/next-${turn}`, `${place.project}/${CONFIG}`);
    },
  },
];
