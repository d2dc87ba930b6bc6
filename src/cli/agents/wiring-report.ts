/** What `install` and `uninstall` did to the agents' files, for people and for machines. */
import type { Adapter } from "../../adapters/contract.js";
import type { Finding } from "../../core/errors.js";
import type { Wired, WirePlace } from "../../runtime/wiring/wire.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { json, paint, printFindings, safe, safeName } from "../output/print.js";
import type { Scope } from "./known-agents.js";

export interface FileResult {
  readonly place: WirePlace;
  readonly wired: Wired;
  /** Whether our calls were put in or taken out. */
  readonly work: "put" | "take";
  readonly scope: Scope;
  /** Where the calls stand already, so that this file was left without them. */
  readonly already?: string;
}

/** What became of the agents' files, and what else there is to say. */
export interface WiringDone {
  readonly files: readonly FileResult[];
  readonly problems: readonly Finding[];
  /** Whether the launcher, or the copy it runs, was not as it should be. */
  readonly launcher?: "written" | "up to date";
}

export interface ReportOptions {
  readonly dryRun: boolean;
  /** What else the command did, for its one JSON value. */
  readonly also?: Readonly<Record<string, unknown>>;
}

export function reportWiring(call: Call, done: WiringDone, { dryRun, also }: ReportOptions): number {
  const inFiles = done.files.flatMap(({ wired }) => ("problem" in wired ? [wired.problem] : []));
  const agents = [...new Set(done.files.map(({ place }) => place.adapter))];
  const of = (adapter: Adapter) => done.files.filter(({ place }) => place.adapter === adapter);
  if (call.json) {
    const described = agents.map((adapter) => agentJson(adapter, of(adapter), dryRun));
    const { launcher, problems } = done;
    json(call, { dryRun, agents: described, ...(launcher === undefined ? {} : { launcher }), problems, ...also });
  } else {
    printFindings(call, [...inFiles, ...done.problems]);
    for (const adapter of agents) {
      const lines = new Set(of(adapter).map((result) => `${paint("bold", adapter.title)}: ${words(result, dryRun)}`));
      for (const line of lines) call.out(line);
      const put = of(adapter).some(({ work, wired }) => work === "put" && !("problem" in wired));
      if (put && !dryRun && adapter.wiring?.trustStep) call.out(`  Still to do: ${adapter.wiring.trustStep}`);
    }
    // Where every file is new, so is the launcher.
    const isFirst = done.files.length > 0 && done.files.every(({ wired }) => "changed" in wired && wired.changed);
    if (done.launcher === "written" && !isFirst)
      call.out(`The launcher and the program it runs were written anew in ${safe(call.places.data)}`);
  }
  const failed = [...inFiles, ...done.problems].some(({ severity }) => severity === "error");
  return failed || done.files.length === 0 ? PROBLEMS : OK;
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
    ...(results.some(({ work }) => work === "put") ? { next: adapter.wiring?.trustStep ?? null } : {}),
  };
}

const WHERE: Readonly<Record<Scope, string>> = { user: "your user config", project: "this project" };

function words({ place, wired, work, scope, already }: FileResult, dryRun: boolean): string {
  const path = safeName(place.file.path);
  if (already !== undefined) return `nothing to do for this project, ${safeName(already)} wires it everywhere`;
  if ("problem" in wired) return `${path} was left alone`;
  if (!wired.changed) return work === "put" ? `${path} is up to date` : `no entries of ours in ${WHERE[scope]}`;
  const will = dryRun ? "would be " : "";
  if (work === "put") return `${path} ${will}written${dryRun ? `\n${safe(wired.text ?? "")}` : ""}`;
  return wired.text === undefined ? `${path} ${will}removed` : `our entries ${will}taken out of ${path}`;
}
