import { existsSync } from "node:fs";
import { type Finding, finding } from "../../core/errors.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { isExecutable } from "../agents.js";
import type { Check } from "./check.js";
import { launcherFacts } from "./launcher-facts.js";

export const launcher: Check = {
  name: "launcher",
  run(sight) {
    const { data } = sight.call.places;
    const file = launcherPath(data);
    const facts = launcherFacts(data);
    const callers = sight.agents().filter(({ user, project }) => user !== "no" || project !== "no");
    const broken = (why: string): Finding[] => [finding("LAUNCHER_BROKEN", why, { file })];
    if (facts === undefined) {
      const who = callers.map(({ adapter }) => adapter.title).join(", ");
      return callers.length === 0 ? [] : broken(`it is gone, and ${who} would call it`);
    }
    if (!isExecutable(file)) return broken("it may not be executed");
    if (facts.program === undefined) return broken("it names no copy of Snaphook");
    return existsSync(facts.program) ? [] : broken(`the copy it runs is gone (${facts.program})`);
  },
};
