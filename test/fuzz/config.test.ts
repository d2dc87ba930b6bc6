/** Config files of every system, spoiled: loading them never fails, and no guard of anybody else is weakened by them. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { type AdmittedHook, admit } from "../../src/core/hooks/admission.js";
import type { SourceEntry, SourceRef } from "../../src/core/hooks/hook.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import type { SlowRegex } from "../../src/core/ports.js";
import { canonicalJson } from "../../src/core/text/json.js";
import { compileNow } from "../../src/runtime/plan/open-plan.js";
import { diskFiles } from "../../src/runtime/platform/disk-files.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { assemble, type LoadedSource, loadedAs } from "../../src/sources/compile/assemble.js";
import type { Plan } from "../../src/sources/compile/plan-file.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { parseConfigText } from "../../src/sources/read/config-text.js";
import { patientRegex } from "../support/patient-regex.js";
import { ProgramPlace, says } from "../support/program.js";
import { SLOTS, type Slot } from "./config-slots.js";
import { hugeConfig } from "./huge-config.js";
import { mutateBytes, mutateJson, type Random } from "./mutate.js";
import { fuzz } from "./runs.js";

const GUARD = { id: "policy", guard: true, command: says("deny", "the harbour is closed") };
/** One in so many goes the whole way, through files and the compiler. */
const ON_DISK = 16;
const CALL: HookEvent = {
  name: "PreToolUse",
  payload: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "git push" } },
};

function spoiled(random: Random, { seeds }: Slot): Buffer {
  if (random.chance(0.001)) return hugeConfig(random);
  const seed = random.pick(seeds);
  if (random.chance(0.5)) return mutateBytes(random, seed);
  const text = Buffer.from(JSON.stringify(mutateJson(random, parsed(seed))) ?? "");
  return random.chance(0.2) ? mutateBytes(random, text) : text;
}

function parsed(seed: Buffer): unknown {
  try {
    return JSON.parse(seed.toString("utf8"));
  } catch {
    return { hooks: { PreToolUse: [GUARD] } }; // comments, YAML, or wrong on purpose
  }
}

type Loaded = Pick<Plan, "entries" | "findings">;

/** What the compiler makes of the file beside the person's own, without a disk in between. */
function loadedWith(place: ProgramPlace, own: LoadedSource, slot: Slot, content: Buffer): Loaded {
  const [path, text] = [slot.path(place), content.toString("utf8")];
  const value = parseConfigText(path, text).value;
  const detected = Object.values(LOADERS).find((one) => one.name !== "native" && one.detect(path, value));
  const loader = LOADERS[slot.dialect ?? (slot.named ? detected?.name : undefined) ?? "native"]!;
  const file = { path, text, scope: "project", project: place.project } as const;
  const { hooks, findings } = loader.load(file, { files: diskFiles, regex: linearRegex });
  const source: SourceRef = { ...own.source, key: "project", level: "project", rank: 3000, state: "untrusted", path };
  const assembled = assemble([...(slot.named ? [] : [own]), loadedAs(source, hooks)]);
  return { entries: assembled.entries, findings: [...findings, ...assembled.findings] };
}

async function compiledWith(place: ProgramPlace, slot: Slot, content: Buffer): Promise<Loaded> {
  const path = slot.path(place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const one = { path, check: true, ...(slot.dialect === undefined ? {} : { dialect: slot.dialect }) };
  try {
    const asked = slot.named ? { named: [one] } : slot.dialect === undefined ? {} : { dialects: [slot.dialect] };
    return (await compileNow({ cwd: place.project, places: findPlaces(place.env), mayBuild: false, ...asked })).plan;
  } finally {
    rmSync(path);
  }
}

const inputOf = (slot: Slot, content: Uint8Array) => Buffer.concat([Buffer.from(`${slot.name}\n`), content]);

function contentOf(input: Buffer): [Slot, Buffer] {
  const end = input.indexOf(10);
  const name = input.subarray(0, end).toString("utf8");
  return [SLOTS.find((slot) => slot.name === name)!, input.subarray(end + 1)];
}

/** What a hook does, whoever found it. */
const identity = ({ id, event, match, run, guard, mode, source: { level } }: AdmittedHook) =>
  canonicalJson({ id, event, match, run, guard, mode, level });

/** The hooks that would run for the call. */
async function selected(hooks: readonly AdmittedHook[], slow: SlowRegex): Promise<string[]> {
  const { stages, undecided } = await new HookTable(hooks, PROFILES, { regex: linearRegex, slow }).select(CALL);
  return [...stages.flatMap((stage) => stage.hooks), ...undecided].map(identity);
}

const admittedOf = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => {
    const admission = admit(entry);
    return "admitted" in admission ? [admission.admitted] : [];
  });

const asIfTrusted = ({ source, ...entry }: SourceEntry): SourceEntry => ({
  ...entry,
  source: { ...source, state: "trusted" },
});

it("T2 T7 CF-09 spoiled files of a project: nothing of them may run, and the person's guard keeps its deny", async () => {
  const place = new ProgramPlace();
  const slow = patientRegex();
  place.write(".git/HEAD", "");
  place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [GUARD] } });
  const alone = await compileNow({ cwd: place.project, places: findPlaces(place.env), mayBuild: false });
  const entry = alone.plan.entries.find(({ hook }) => hook.id === GUARD.id);
  const own = loadedAs(entry!.source, [entry!.hook]);
  const guard = await selected(admittedOf([entry!]), slow);
  expect(guard).toHaveLength(1);
  await fuzz({
    name: "config",
    share: 0.3,
    make(random) {
      const slot = random.pick(SLOTS);
      return inputOf(slot, spoiled(random, slot));
    },
    async check(input) {
      const [slot, content] = contentOf(input);
      const onDisk = content.length % ON_DISK === 0;
      const plan = onDisk ? await compiledWith(place, slot, content) : loadedWith(place, own, slot, content);
      const broken = plan.findings.find(({ code }) => code === "INTERNAL");
      if (broken !== undefined) throw new Error(broken.message);
      const running = admittedOf(plan.entries);
      const theirs = running.find(({ source }) => source.path === slot.path(place));
      if (theirs !== undefined) throw new Error(`a hook of the file may run: ${theirs.id}`);
      const expected = slot.named ? [] : guard; // a file that is named is looked at alone
      const chosen = await selected(running, slow);
      if (!expected.every((hook) => chosen.includes(hook))) throw new Error("the guard is gone, or another one");
      const all = await selected(admittedOf(plan.entries.map(asIfTrusted)), slow);
      if (!expected.every((hook) => all.includes(hook))) throw new Error("approved, it would take the guard away");
    },
  });
  slow.close();
  expect(readdirSync(place.project)).not.toContain("canary");
}, 1_200_000);
