/** Config that is a link, or no file at all. */

import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { said, type ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const CONFIG = ".snaphook/hooks.json";

function linked(
  name: string,
  mechanism: string,
  build: (place: ZooPlace) => void,
  more: Partial<ZooCase> = {},
): ZooCase {
  return {
    name,
    mechanism,
    build(place) {
      place.git();
      build(place);
    },
    ...more,
  };
}

export const links: readonly ZooCase[] = [
  linked("link-out", "the config file is a link to a file outside", (place) => {
    place.link(CONFIG, place.write(`${place.home}/outside.json`, place.hooks()));
  }),
  linked("link-inside", "the config file is a link to another file of the project", (place) => {
    place.link(CONFIG, place.write("docs/notes.txt", place.hooks()));
  }),
  linked("folder-link", "the config folder is a link to a folder outside", (place) => {
    place.write(`${place.home}/outside/hooks.json`, place.hooks());
    place.link(".snaphook", `${place.home}/outside`);
  }),
  linked("link-chain", "a chain of forty links", (place) => {
    place.write("link-0", place.hooks());
    for (let i = 1; i < 40; i++) place.link(`link-${i}`, `link-${i - 1}`);
    place.link(CONFIG, "../link-38");
  }),
  linked("link-loop", "links that lead back to themselves", (place) => {
    place.link(CONFIG, "hooks.jsonc");
    place.link(".snaphook/hooks.jsonc", "hooks.json");
    place.link(".snaphook/hooks.d", ".");
    place.link("snaphook.config.ts", "snaphook.config.ts");
  }),
  linked("endless-device", "the config file is a device without an end", (place) => place.link(CONFIG, "/dev/zero"), {
    check: (steps) => said(steps, "validate", "CONFIG_UNREADABLE"),
  }),
  linked("pipe", "the config file is a pipe that nobody writes to", (place) => void place.pipe(CONFIG), {
    check: (steps) => said(steps, "validate", "CONFIG_UNREADABLE"),
  }),
  linked("pipe-in-list", "a file of hooks.d is a pipe", (place) => {
    place.pipe(".snaphook/hooks.d/a.json");
    place.write(".snaphook/hooks.d/b.json", { event: "PreToolUse", command: place.bite });
  }),
  linked("script-is-pipe", "the script that a command names is a pipe", (place) => {
    place.pipe("check.sh");
    place.write(CONFIG, place.hooks({ command: "./check.sh" }));
  }),
  linked("script-is-device", "the script that a command names has no end", (place) => {
    place.link("check.sh", "/dev/zero");
    place.write(CONFIG, place.hooks({ command: "sh check.sh" }));
  }),
  linked("socket", "the config file is a socket", (place) => {
    mkdirSync(`${place.project}/.snaphook`, { recursive: true });
    const before = process.cwd();
    process.chdir(`${place.project}/.snaphook`); // the path of a socket is short
    createServer().listen("hooks.json").unref();
    process.chdir(before);
  }),
  linked("process-files", "the config is what the system says about the process that reads it", (place) => {
    place.link(CONFIG, "/proc/self/environ");
    place.link(".snaphook/hooks.yaml", "/proc/self/cmdline");
    place.link(".snaphook/hooks.jsonc", "/proc/self/fd/0");
    place.link(".snaphook/hooks.d", "/proc/self/fd");
  }),
  linked("terminal", "the config file is the terminal of the person", (place) => {
    place.link(CONFIG, "/dev/tty");
    place.link(".snaphook/hooks.yml", "/dev/stdin");
  }),
  linked("config-is-folder", "folders that are called like config files", (place) => {
    place.write(".snaphook/hooks.json/hooks.json", place.hooks());
    place.write(".snaphook/hooks.d/a.json/a.json", place.hooks());
  }),
  linked("folder-is-file", "a file that is called like the config folder", (place) => {
    place.write(".snaphook", JSON.stringify(place.hooks()));
  }),
  {
    name: "borrowed-folder",
    mechanism: "the config folder is a link to that of a project which was approved",
    build(place) {
      place.write(`${place.other}/.git/HEAD`, "ref: refs/heads/main\n");
      place.write(`${place.other}/.snaphook/hooks.json`, place.hooks());
      place.git();
    },
    trusted: ["other"],
    later: (place) => place.link(".snaphook", `${place.other}/.snaphook`),
  },
  {
    name: "borrowed-content",
    mechanism: "a copy of what was approved elsewhere, beside a script of its own",
    build(place) {
      place.write(`${place.other}/.git/HEAD`, "ref: refs/heads/main\n");
      place.write(`${place.other}/.snaphook/hooks.json`, place.hooks({ command: "./check.sh" }));
      place.program(`${place.other}/check.sh`, "#!/bin/sh\n");
      place.git();
    },
    trusted: ["other"],
    later(place) {
      place.program("check.sh", `#!/bin/sh\n${place.bite}\n`);
      place.write(CONFIG, place.hooks({ command: "./check.sh" }));
    },
  },
];
