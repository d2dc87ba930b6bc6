/** What `install` and `uninstall` did to the agents' files, for people and for machines. */
import type { Adapter } from "../adapters/contract.js";
import type { Wired, WirePlace } from "../runtime/wiring/wire.js";
import type { Scope } from "./agents.js";
import { type Call, OK, PROBLEMS } from "./command.js";
import { json, paint, printFindings } from "./print.js";

export interface FileResult {
  readonly place: WirePlace;
  readonly wired: Wired;
  /** Whether our calls were put in or taken out. */
  readonly work: "put" | "take";
  readonly scope: Scope;
  /** Where the calls stand already, so that this file was left without them. */
  readonly already?: string;
}

export function reportWiring(call: Call, results: readonly FileResult[], dryRun: boolean): number {
  const problems = results.flatMap(({ wired }) => ("problem" in wired ? [wired.problem] : []));
  const agents = [...new Set(results.map(({ place }) => place.adapter))];
  const of = (adapter: Adapter) => results.filter(({ place }) => place.adapter === adapter);
  if (call.json) {
    json(call, { dryRun, agents: agents.map((adapter) => agentJson(adapter, of(adapter), dryRun)) });
  } else {
    printFindings(call, problems);
    for (const adapter of agents) {
      for (const result of of(adapter)) call.out(`${paint("bold", adapter.title)}: ${words(result, dryRun)}`);
      const put = of(adapter).some(({ work, wired }) => work === "put" && !("problem" in wired));
      if (put && !dryRun && adapter.wiring?.trustStep) call.out(`  Still to do: ${adapter.wiring.trustStep}`);
    }
  }
  return problems.length > 0 ? PROBLEMS : OK;
}

function agentJson(adapter: Adapter, results: readonly FileResult[], dryRun: boolean) {
  return {
    agent: adapter.name,
    files: results.map(({ place, wired }) => ({
      file: place.file.path,
      ...("problem" in wired
        ? { error: wired.problem }
        : { changed: wired.changed, ...(dryRun ? { text: wired.text ?? null } : {}) }),
    })),
    next: adapter.wiring?.trustStep ?? null,
  };
}

function words({ place, wired, work, already }: FileResult, dryRun: boolean): string {
  const { path } = place.file;
  if (already !== undefined) return `nothing to do for this project, ${already} wires it everywhere`;
  if ("problem" in wired) return `${path} was left alone`;
  if (!wired.changed) return work === "put" ? `${path} is up to date` : "has no entries of ours";
  const will = dryRun ? "would be " : "";
  if (work === "put") return `${path} ${will}written${dryRun ? `\n${wired.text}` : ""}`;
  return wired.text === undefined ? `${path} ${will}removed` : `our entries ${will}taken out of ${path}`;
}
