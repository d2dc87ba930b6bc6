/** What `install` and `uninstall` did to the agents' files, for people and for machines. */
import { readFileSync } from "node:fs";
import type { Adapter } from "../../adapters/contract.js";
import type { Finding } from "../../core/errors.js";
import { unifiedDiff } from "../../core/text/line-diff.js";
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
    const told = (result: FileResult) => result.work === "put" || "problem" in result.wired || result.wired.changed;
    if (done.files.length > 0 && !done.files.some(told))
      call.out("Nothing to remove: no config file has entries of Snaphook's.");
    for (const adapter of agents) {
      const shown = of(adapter).filter(told);
      for (const line of new Set(shown.map((result) => `${paint("bold", adapter.title)}: ${words(result, dryRun)}`)))
        call.out(line);
      if (dryRun) for (const result of shown) showDiff(call, result);
      const put = of(adapter).some(({ work, wired }) => work === "put" && !("problem" in wired));
      if (put && !dryRun && adapter.wiring?.trustStep) call.out(`  To do: ${adapter.wiring.trustStep}`);
    }
    // Where every file is new, so is the launcher.
    const isFirst = done.files.length > 0 && done.files.every(({ wired }) => "changed" in wired && wired.changed);
    if (done.launcher === "written" && !isFirst)
      call.out(`Updated the launcher and its program in ${safe(call.places.data)}`);
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
        : {
            changed: wired.changed,
            ...(dryRun ? { text: wired.text ?? null, diff: diffOf(place, wired) ?? null } : {}),
          }),
    })),
    ...(results.some(({ work }) => work === "put") ? { next: adapter.wiring?.trustStep ?? null } : {}),
  };
}

function diffOf({ file: { path } }: WirePlace, { changed, text }: Exclude<Wired, { problem: Finding }>) {
  return changed ? unifiedDiff(safeName(path), textOf(path), text) : undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // it would be created
  }
}

const COLOURS = { "-": "red", "+": "green", "@": "blue" } as const;

function showDiff(call: Call, { place, wired }: FileResult): void {
  const diff = "problem" in wired ? undefined : diffOf(place, wired);
  if (diff === undefined) return;
  for (const line of diff.split("\n")) {
    const colour = COLOURS[line[0] as keyof typeof COLOURS];
    call.raw(colour === undefined ? safe(line) : paint(colour, safe(line)));
  }
}

function words({ place, wired, work, already }: FileResult, dryRun: boolean): string {
  const path = safeName(place.file.path);
  if (already !== undefined) return `already wired everywhere by ${safeName(already)}`;
  if ("problem" in wired) return `${path} was not changed`;
  if (!wired.changed) return `${path} is up to date`;
  const will = dryRun ? "would be " : "";
  if (work === "put") return `${path} ${will}written`;
  return wired.text === undefined ? `${path} ${will}removed` : `Snaphook's entries ${will}removed from ${path}`;
}
