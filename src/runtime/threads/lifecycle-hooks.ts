/**
 * The hooks of a thread: its template's, those named for this thread alone, and the registered ones of these events. Each is
 * fired alone, because the answers of several all count.
 */
import { join } from "node:path";
import { BUILTINS } from "../../builtins/_registry.js";
import type { Finding } from "../../core/errors.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";
import { redactText } from "../../core/redact/text.js";
import type { JsonObject } from "../../core/text/json.js";
import { LOADERS } from "../../sources/dialects/_loaders.js";
import { hookContext, readHookResult } from "../../threads/hook-result.js";
import type { LifecycleHooks } from "../../threads/ports.js";
import type { Origin, Registry } from "../../threads/registry.js";
import { ACTIVE, type Template } from "../../threads/template.js";
import type { HookTurn, Phase, Thread } from "../../threads/types.js";
import { createHooks } from "../compose/create-hooks.js";
import { openPlan } from "../plan/open-plan.js";
import { diskFiles } from "../platform/disk-files.js";
import type { AppPaths } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";
import { withCortexContract } from "./cortex-contract.js";
import { profileProblem } from "./missing-agents.js";
import { fileArtifact, fileControl, type HookLine, type ThreadFiles } from "./thread-files.js";
import { cortexProject } from "./thread-places.js";

export interface HookSetting {
  readonly paths: AppPaths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Root of the project. */
  readonly project: string;
  readonly files: ThreadFiles;
  readonly registry: Registry;
  readonly template: Template;
  /** Where the template is, and its `hooks`. */
  readonly source: { readonly file: string; readonly origin: Origin; readonly hooks: JsonObject };
  /** `hooks` for this thread alone, and their file. */
  readonly extra?: { readonly file: string; readonly hooks: JsonObject };
  readonly threadId: string;
  readonly taskId?: string;
  /** A hook asked for nothing because it failed. */
  onProblem(line: HookLine): void;
}

const EVENT = "cortex:thread.";

export interface OpenHooks extends LifecycleHooks {
  readonly findings: readonly Finding[];
  /** Those of this thread alone. */
  readonly scoped: readonly SourceEntry[];
}

export async function openLifecycleHooks(setting: HookSetting): Promise<OpenHooks> {
  const { template, source, extra, threadId, taskId, project } = setting;
  const own = readHooks(source.file, { templates: { [template.name]: { hooks: source.hooks } } }, project);
  const named =
    extra === undefined
      ? undefined
      : readHooks(extra.file, { templates: { [threadId]: { hooks: extra.hooks } } }, project);
  const level = source.origin === "project" ? "project" : "user";
  const plan = await openPlan({ cwd: setting.cwd, places: setting.paths, mayBuild: true });
  const scoped: SourceEntry[] = [
    ...(own?.hooks ?? []).map((hook) =>
      entryOf(source.origin === "cortex" ? hook : inFolder(hook, setting.cwd), level, source.file),
    ),
    ...(named?.hooks ?? []).map((hook) => {
      const id = hook.id.replace(/^template:/, "extra:");
      return entryOf({ ...inFolder(hook, setting.cwd), id }, "user", extra!.file);
    }),
    ...(taskId === undefined ? [] : [entryOf(taskStatus(threadId), "user", "")]),
  ];
  const registered = plan.entries.filter(({ hook }) => hook.event.startsWith(EVENT) && !isOfTemplate(hook));
  const entries = [...scoped, ...registered.map(withCortexContract)];
  const of = (phase: Phase) => entries.filter(({ hook }) => hook.event === `${EVENT}${phase}`);
  return {
    findings: [...(own?.findings ?? []), ...(named?.findings ?? [])],
    scoped,
    count: (phase) => of(phase).length,
    run: (thread, phase, index, signal) => runHook(setting, of(phase)[index]!, thread, phase, signal),
  };
}

/** Hooks of template files are in the plan as well; those of the thread's own template are `scoped`. */
function isOfTemplate({ dialect, id }: HookSpec): boolean {
  return dialect === "cortex" && id.startsWith("template:");
}

/** As Cortex's dialect reads them in a file with several templates. */
function readHooks(file: string, value: JsonObject, project: string) {
  const path = file === "" ? join(project, "thread-templates.json") : file;
  return LOADERS["cortex"]?.load(
    { path, text: JSON.stringify(value), scope: "user", project },
    { files: diskFiles, regex: linearRegex, builtins: BUILTINS },
  );
}

/** Cortex's hooks run in its data folder, others where the agents work. */
function inFolder(hook: HookSpec, cwd: string): HookSpec {
  return hook.run.type === "command" ? { ...hook, run: { ...hook.run, cwd } } : hook;
}

/** `--task`: asks for the status of the task at the end. */
function taskStatus(threadId: string): HookSpec {
  return {
    id: `extra:${threadId}:end`,
    event: `${EVENT}end`,
    dialect: "native",
    match: {},
    run: { type: "function", builtin: { name: "task-status" } },
    guard: false,
    strategy: "serial",
    timeoutMs: 30_000,
    mode: "enforce",
    enabled: true,
  };
}

function entryOf(hook: HookSpec, level: "user" | "project", path: string): SourceEntry {
  const why = "named by the thread";
  return {
    hook,
    source: { key: "template-scoped", level, rank: 0, state: "named", dialect: hook.dialect, path, why },
    alsoFrom: [],
  };
}

/** Never rejects. */
async function runHook(
  setting: HookSetting,
  entry: SourceEntry,
  thread: Thread,
  phase: Phase,
  signal: AbortSignal,
): Promise<HookTurn | undefined> {
  const { cwd, environment, files, paths, template } = setting;
  const report = (problem: string) => {
    const line = { at: new Date().toISOString(), hook: entry.hook.id, phase, problem: redactText(problem) };
    files.addHookLine(thread.id, line);
    setting.onProblem(line);
  };
  const hooks = createHooks({ entries: [entry], cwd, environment });
  const onAbort = () => void hooks.close();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const artifact = fileArtifact.read(thread);
    const isAborted = fileControl(files).read(thread) !== undefined;
    const context = hookContext(thread, phase, {
      artifactContent: "text" in artifact ? artifact.text : "",
      isAborted,
      project: cortexProject(thread.cwd, paths.home, environment) ?? thread.cwd,
    });
    const decision = await hooks.fire(`${EVENT}${phase}`, { ...context, cwd });
    if (signal.aborted) return undefined;
    const [ran] = decision.hooks;
    if (ran === undefined) return undefined; // it did not match
    const failure =
      ran.outcome === "failed" || ran.outcome === "skipped" ? (ran.detail ?? ran.cause ?? "it failed") : undefined;
    const warning = decision.notes.find(({ hook }) => hook === entry.hook.id)?.message;
    if (failure !== undefined || warning !== undefined) {
      report(failure ?? warning!);
      return undefined;
    }
    const asked = startable(readHookResult(decision.output?.value, phase, template), setting);
    if (asked === undefined || !("problem" in asked)) return asked;
    report(asked.problem);
    return undefined;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await hooks.close();
  }
}

/** A turn of an agent that cannot start would fail the thread, and each `resume` again. */
function startable(
  asked: ReturnType<typeof readHookResult>,
  { registry, environment }: HookSetting,
): ReturnType<typeof readHookResult> {
  if (asked === undefined || "problem" in asked || asked.profile === ACTIVE) return asked;
  const problem = profileProblem(asked.profile, registry, environment);
  return problem === undefined ? asked : { problem };
}
