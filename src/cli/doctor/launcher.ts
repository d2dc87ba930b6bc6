import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Finding, finding } from "../../core/errors.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { clientPath } from "../../runtime/wiring/daemon-client.js";
import { isExecutable } from "../../runtime/wiring/is-executable.js";
import { launcherPerl } from "../../runtime/wiring/launcher.js";
import { launcherFacts } from "../../runtime/wiring/launcher-facts.js";
import type { Check, SeenAgent } from "./check.js";

export const launcher: Check = {
  name: "launcher",
  run(sight) {
    const { data } = sight.call.places;
    const file = launcherPath(data);
    const facts = launcherFacts(data);
    const callers = sight.agents().filter(({ user, project }) => user !== "no" || project !== "no");
    const broken = (why: string): Finding[] => [finding("LAUNCHER_BROKEN", why, { file })];
    if (facts === undefined) {
      return callers.length === 0 ? [] : broken(`it is gone; ${whatThen(callers)}`);
    }
    if (!isExecutable(file)) return broken("it may not be executed");
    if (facts.program === undefined) return broken("it names no copy of Snaphook");
    if (!existsSync(facts.program)) return broken(`the copy it runs is gone (${facts.program})`);
    const perl = launcherPerl(data);
    if (perl === undefined) return [];
    // What asks the daemon is started in its place: when it is broken, agents get no answer.
    const { status } = spawnSync(perl, ["-TUc", clientPath(file)], { stdio: "ignore", timeout: 5_000 });
    return status === 0 ? [] : broken(`${perl} cannot run ${clientPath(file)}`);
  },
};

/** Some agents block by themselves then, which a person has to know who wants to work on. */
function whatThen(callers: readonly SeenAgent[]): string {
  const titles = (then: "blocks" | "goes on") =>
    callers
      .filter(({ adapter }) => adapter.failures.launcherGone === then)
      .map(({ adapter }) => adapter.title)
      .join(", ");
  const blocked = titles("blocks");
  const open = titles("goes on");
  return [
    ...(blocked === "" ? [] : [`every tool call is blocked in ${blocked}`]),
    ...(open === "" ? [] : [`no guard is asked in ${open}`]),
  ].join(", ");
}
