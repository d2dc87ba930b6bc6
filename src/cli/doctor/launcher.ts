import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Finding, finding } from "../../core/errors.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { clientPath } from "../../runtime/wiring/daemon-client.js";
import { isExecutable } from "../../runtime/wiring/is-executable.js";
import { launcherPerl } from "../../runtime/wiring/launcher.js";
import { launcherFacts } from "../../runtime/wiring/launcher-facts.js";
import { isWhole } from "../../runtime/wiring/program-copy.js";
import { launcherGoneIn, type WithoutLauncher } from "../agents/agent-facts.js";
import { findProgram, programVersion } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import type { Check, SeenAgent } from "./check.js";

export const launcher: Check = {
  name: "launcher",
  detail({ call: { places } }) {
    if (launcherFacts(places.data) === undefined) return undefined;
    return launcherPerl(places.data) ?? "Node (slower: the last `snaphook install` found no Perl)";
  },
  async run(sight) {
    const { data } = sight.call.places;
    const file = launcherPath(data);
    const facts = launcherFacts(data);
    const callers = sight.agents().filter(({ user, project }) => user !== "no" || project !== "no");
    const broken = (why: string): Finding[] => [finding("LAUNCHER_BROKEN", why, { file })];
    if (facts === undefined) {
      return callers.length === 0 ? [] : broken(`it is gone; ${await whatThen(sight.call, callers)}`);
    }
    if (!isExecutable(file)) return broken("it may not be executed");
    if (facts.program === undefined) return broken("it names no copy of Snaphook");
    if (!existsSync(facts.program)) return broken(`the copy it runs is gone (${facts.program})`);
    if (!isWhole(facts.program)) return broken(`the copy it runs is damaged (${facts.program})`);
    if (spawnSync("/bin/sh", ["-n", file], { stdio: "ignore", timeout: 5_000 }).status !== 0)
      return broken("it is damaged: the shell cannot read it");
    const perl = launcherPerl(data);
    if (perl === undefined) return [];
    // What asks the daemon is started in its place: when it is broken, agents get no answer.
    const { status } = spawnSync(perl, ["-TUc", clientPath(file)], { stdio: "ignore", timeout: 5_000 });
    return status === 0 ? [] : broken(`${perl} cannot run ${clientPath(file)}`);
  },
};

/** Some agents block then, which a person has to know who wants to work on. */
async function whatThen(call: Call, callers: readonly SeenAgent[]): Promise<string> {
  const seen = await Promise.all(
    callers.map(async ({ adapter, user, project }) => {
      const program = findProgram(adapter, call);
      const version = program === undefined ? undefined : await programVersion(program, call);
      // Entries of an older install do not check for the launcher.
      const current = [user, project].every((how) => how === "no" || how === "yes");
      const then = current ? launcherGoneIn(adapter, version) : "unknown";
      return { then, title: version === undefined ? adapter.title : `${adapter.title} ${version}` };
    }),
  );
  const say = (then: WithoutLauncher, words: string) => {
    const titles = seen.filter((one) => one.then === then).map(({ title }) => title);
    return titles.length === 0 ? [] : [`${words} ${titles.join(", ")}`];
  };
  return [
    ...say("blocks", "every tool call is blocked in"),
    ...say("goes on", "no guard is asked in"),
    ...say("unknown", "tool calls may run unchecked (not tried with this version and wiring) in"),
  ].join("; ");
}
