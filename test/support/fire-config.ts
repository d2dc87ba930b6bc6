/** Loads config files with a dialect's loader, as sources named for this call, and fires one event for real. */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { Decision } from "../../src/core/decision/decision.js";
import type { Finding } from "../../src/core/errors.js";
import { resolveEvent } from "../../src/core/events/events.js";
import { normalizePayload } from "../../src/core/events/normalize.js";
import type { Presence } from "../../src/core/events/payload.js";
import { admit } from "../../src/core/hooks/admission.js";
import type { HookSpec, SourceRef } from "../../src/core/hooks/hook.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { Engine } from "../../src/engine/engine.js";
import type { Observer } from "../../src/engine/observers.js";
import { createExecutors } from "../../src/runtime/compose/executors.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { diskFiles } from "../../src/runtime/platform/disk-files.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { assemble, loadedAs } from "../../src/sources/compile/assemble.js";
import type { Scope } from "../../src/sources/contract.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { patientRegex } from "./patient-regex.js";

export interface ConfigOptions {
  readonly dialect: string;
  readonly files: readonly { readonly path: string; readonly scope?: Scope }[];
  readonly project?: string;
  readonly home?: string;
}

export interface FireConfigOptions extends ConfigOptions {
  readonly event: string;
  readonly payload: object;
  readonly presence?: Presence;
  readonly agent?: string;
  readonly env?: Record<string, string>;
  readonly observe?: Observer;
  /** How long background hooks may go on after the decision. */
  readonly graceMs?: number;
}

export function loadConfig(options: ConfigOptions): {
  hooks: HookSpec[];
  findings: Finding[];
  settings: Record<string, unknown>;
} {
  const hooks: HookSpec[] = [];
  const findings: Finding[] = [];
  const settings: Record<string, unknown> = {};
  for (const { path, scope = "project" } of options.files) {
    const file = { path, text: readFileSync(path, "utf8"), scope, project: options.project ?? tmpdir() };
    const loaded = LOADERS[options.dialect]!.load(file, { files: diskFiles, regex: linearRegex, builtins: BUILTINS });
    hooks.push(...loaded.hooks);
    findings.push(...loaded.findings);
    Object.assign(settings, loaded.settings);
  }
  return { hooks, findings, settings };
}

export async function fireConfig(options: FireConfigOptions): Promise<Decision> {
  const sources = options.files.map(({ path, scope = "project" }, rank) => {
    const source: SourceRef = {
      key: scope,
      level: scope === "project" ? "user" : scope,
      rank,
      state: "named",
      dialect: options.dialect,
      path,
      why: "named",
    };
    return loadedAs(source, loadConfig({ ...options, files: [{ path, scope }] }).hooks);
  });
  const admitted = assemble(sources).entries.flatMap((entry) => {
    const admission = admit(entry);
    return "admitted" in admission ? [admission.admitted] : [];
  });
  const slow = patientRegex();
  const table = new HookTable(admitted, PROFILES, { regex: linearRegex, slow });
  const environment = { ...process.env, HOME: options.home ?? join(tmpdir(), "no-home"), ...options.env };
  const engine = new Engine({
    table,
    executors: createExecutors(PROFILES, environment),
    clock: monotonicClock,
    state: new MemoryState(),
    presence: options.presence ?? "headless",
  });
  if (options.observe) engine.observe(options.observe);
  const event = resolveEvent(options.event)?.name ?? options.event;
  const payload = normalizePayload(event, options.payload as JsonObject);
  const native =
    options.agent === undefined ? undefined : { agent: options.agent, event: options.event, payload: options.payload };
  const decision = await engine.fire({ name: event, payload, ...(native ? { native } : {}) });
  await engine.close(options.graceMs);
  slow.close();
  return decision;
}
