/** Wires agents: the launcher first, then their files. What `install` and `setup` share. */
import { ADAPTERS } from "../../adapters/_registry.js";
import type { Adapter } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { updateGitIgnore } from "../../runtime/wiring/git-ignore.js";
import { writeLauncher } from "../../runtime/wiring/launcher.js";
import { unwire, wire, wiredState } from "../../runtime/wiring/wire.js";
import type { Call } from "../command.js";
import { recordNamespace } from "../human/permits.js";
import { type Scope, wirePlaces, wiringPlaces, withoutPlace } from "./known-agents.js";
import type { FileResult, WiringDone } from "./wiring-report.js";

export interface Wish {
  readonly put: readonly Adapter[];
  readonly take: readonly Adapter[];
  readonly scope: Scope;
  readonly dryRun: boolean;
}

/** The launcher and the copy it runs. Says what became of them; nothing in a dry run. */
export function renewLauncher(call: Call, dryRun: boolean): Pick<WiringDone, "launcher"> | Finding {
  try {
    if (dryRun) return {};
    recordNamespace(call.places);
    return { launcher: writeLauncher(call.places, Object.values(ADAPTERS)) ? "written" : "up to date" };
  } catch (error) {
    const why = `the launcher could not be written (${(error as Error).message}); no agent was wired`;
    return finding("FILE_UNWRITABLE", why, { file: call.places.data });
  }
}

export function installAgents(call: Call, wish: Wish): WiringDone | Finding {
  const { put, take, scope, dryRun } = wish;
  const renewed = put.length === 0 ? {} : renewLauncher(call, dryRun);
  if ("code" in renewed) return renewed;
  const written = put.flatMap((adapter) => putAgent(call, adapter, scope, dryRun));
  const failed = new Set(written.flatMap(({ wired, place }) => ("problem" in wired ? [place.adapter] : [])));
  const inBoth = scope === "user" ? put.filter((adapter) => !failed.has(adapter)) : [];
  const files: FileResult[] = [
    ...written,
    // What only this project had is in the person's config now: some agents would run both.
    ...inBoth
      .flatMap((adapter) => takeAgent(call, adapter, "project", dryRun))
      .filter(({ wired }) => "problem" in wired || wired.changed),
    ...take.flatMap((adapter) => takeAgent(call, adapter, scope, dryRun)),
  ];
  return {
    ...renewed,
    files,
    problems: [...withoutPlace(put, call, scope), ...(dryRun ? [] : keepOutOfGit(call, files))],
  };
}

export function takeAgent(call: Call, adapter: Adapter, scope: Scope, dryRun: boolean): FileResult[] {
  // The file that a folder was made for was the first in it, and so it goes last.
  const places = wirePlaces(adapter, call, scope).toReversed();
  return places.map((place) => ({ place, wired: unwire(place, { dryRun }), work: "take", scope }));
}

/** A project needs no entries of its own where the person's config holds them: some agents would run both. */
function putAgent(call: Call, adapter: Adapter, scope: Scope, dryRun: boolean): FileResult[] {
  const user = wirePlaces(adapter, call, "user");
  const wiredForAll = scope === "project" && user.length > 0 && user.every((place) => wiredState(place).count > 0);
  return wirePlaces(adapter, call, scope).map((place) =>
    wiredForAll
      ? { place, wired: { changed: false, text: undefined }, work: "put", scope, already: "your user config" }
      : { place, wired: wire(place, { dryRun }), work: "put", scope },
  );
}

export function keepOutOfGit(call: Call, results: readonly FileResult[]): readonly Finding[] {
  const ours = results.filter((one) => one.scope === "project" && !("problem" in one.wired) && !one.already);
  const paths = (work: FileResult["work"]) =>
    ours.filter((one) => one.work === work).map(({ place }) => place.file.path);
  if (ours.length === 0) return [];
  const problem = updateGitIgnore(wiringPlaces(call).project, { add: paths("put"), remove: paths("take") });
  return problem === undefined ? [] : [problem];
}
