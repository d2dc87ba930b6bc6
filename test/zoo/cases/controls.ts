/** Repositories that a person has approved as they are: here the same eyes must see everything. */
import type { ZooCase } from "../contract.js";

export const CONTROLS: readonly ZooCase[] = [
  {
    name: "approved-command",
    mechanism: "a command that may run",
    build(place) {
      place.git();
      place.write(".snaphook/hooks.json", place.hooks());
    },
    trusted: ["repo"],
  },
  {
    name: "approved-code",
    mechanism: "code that may run, and acts when it is loaded",
    build(place) {
      place.git();
      place.write("snaphook.config.ts", `${place.biteModule}export default [];\n`);
    },
    trusted: ["repo"],
  },
  {
    name: "approved-http",
    mechanism: "an address that may be called",
    build(place) {
      place.git();
      place.writeUser({}, { SessionStart: [{ id: "call", type: "http", url: place.url("/approved") }] });
    },
  },
  {
    name: "no-guard",
    mechanism: "a person without a guard",
    build(place) {
      place.git();
      place.write(`${place.user}/hooks.json`, { hooks: {} });
    },
  },
];
