/** Starts, continues and ends threads of this installation. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { redactText } from "../../core/redact/text.js";
import type { JsonObject } from "../../core/text/json.js";
import { didYouMean } from "../../core/text/suggest.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import { startReaper } from "../../executors/reaper.js";
import { newThread } from "../../threads/new-thread.js";
import type { AgentTurn, RunPorts, ThreadEvent } from "../../threads/ports.js";
import { readTemplate } from "../../threads/read-template.js";
import type { RawEntity, Registry } from "../../threads/registry.js";
import { runThread } from "../../threads/run-thread.js";
import type { Template } from "../../threads/template.js";
import type { Thread } from "../../threads/types.js";
import type { AppPaths } from "../platform/paths.js";
import { realFolder } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";
import { agentProcesses } from "./agent-process.js";
import { DRIVEN_AGENTS } from "./drives.js";
import { type ExtraHooks, readExtra } from "./extra-hooks.js";
import { openLifecycleHooks } from "./lifecycle-hooks.js";
import { loadRegistry } from "./load-registry.js";
import { missingAgents } from "./missing-agents.js";
import { approvedTemplates } from "./project-trust.js";
import { showHooks } from "./scoped-hooks.js";
import { ARTIFACT, fileArtifact, fileControl, type HookLine, ThreadFiles } from "./thread-files.js";
import { threadsFolder } from "./thread-places.js";
import { sweepTurns } from "./turn-files.js";
import { modifiedFiles, patternProblem, projectOf } from "./world.js";

export interface ThreadsSetting {
  readonly paths: AppPaths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Path of the running program, for `snaphook mcp`. */
  readonly program: string;
}

export interface StartOptions {
  readonly template: string;
  readonly message: string;
  readonly profile?: string;
  readonly extraHooks?: string;
  readonly taskId?: string;
}

export interface RunWatch {
  readonly signal: AbortSignal;
  /** This process has taken the thread, and nothing hinders it. */
  onBegin?(thread: Thread, template: Template): Promise<void>;
  onEvent(event: ThreadEvent): void;
  onHookProblem(line: HookLine): void;
}

/** A template with its problems; only one without errors can run. */
export interface ListedTemplate {
  readonly entity: RawEntity;
  readonly template?: Template;
  readonly hooks: JsonObject;
  readonly findings: readonly Finding[];
}

export type Refused = { readonly problems: readonly Finding[] };

export class Threads {
  readonly files: ThreadFiles;
  readonly #setting: ThreadsSetting;

  constructor(setting: ThreadsSetting) {
    this.#setting = setting;
    this.files = new ThreadFiles(threadsFolder(setting.paths));
  }

  /** All that can be found from the working directory. */
  templates(cwd = this.#setting.cwd): { readonly registry: Registry; readonly templates: readonly ListedTemplate[] } {
    const registry = this.#registry(cwd);
    const templates = registry.templates.map((entity) => ({
      entity,
      ...readTemplate(entity, registry, patternProblem),
    }));
    return { registry, templates };
  }

  /** Removes what killed processes left of turns that are recorded. */
  sweep(): Promise<void> {
    return sweepTurns(this.files, this.#setting.paths);
  }

  /** A thread that is ready to run. */
  async start(options: StartOptions): Promise<Thread | Refused> {
    const { cwd } = this.#setting;
    const found = await this.#usable(options.template, cwd);
    if ("problems" in found) return found;
    const { registry, template, entity } = found;
    const activeProfile = options.profile ?? registry.defaultProfile;
    if (!Object.hasOwn(registry.profiles, activeProfile))
      return refused(unknownProfile(activeProfile, registry), ...profileProblems(registry));
    const extra = options.extraHooks === undefined ? undefined : readExtra(cwd, options.extraHooks);
    if (extra !== undefined && "problems" in extra) return extra;
    const missing = missingAgents(template, registry, activeProfile, this.#setting.environment);
    if (missing.length > 0) return { problems: missing };
    const id = this.files.create();
    const thread: Thread = {
      ...newThread(template, {
        id,
        message: redactText(options.message),
        source: entity.file === "" ? "shipped" : entity.file,
        cwd: realFolder(cwd),
        profile: activeProfile,
        artifactPath: join(this.files.folderOf(id), ARTIFACT),
        now: new Date(),
      }),
      ...(options.taskId === undefined ? {} : { taskId: options.taskId }),
      ...(extra === undefined ? {} : { extraHooks: { file: extra.file, seal: this.#seal(extra) } }),
    };
    writeFileSync(thread.artifactPath, "", { mode: 0o600 });
    await this.files.save(thread);
    return thread;
  }

  /** Runs it to its end, unless another process does. Rejects on a disk error. */
  async run(thread: Thread, watch: RunWatch): Promise<Thread | Refused> {
    const found = await this.#usable(thread.templateName, thread.cwd);
    if ("problems" in found) return found;
    const extra = thread.extraHooks === undefined ? undefined : readExtra(thread.cwd, thread.extraHooks.file);
    if (extra !== undefined && "problems" in extra) return extra;
    if (extra !== undefined && this.#seal(extra) !== thread.extraHooks?.seal)
      return refused(
        finding("THREAD_TEMPLATE", "the extra hooks changed since the thread was started", { file: extra.file }),
      );
    const release = await this.files.claim(thread.id);
    if (release === undefined) return refused(finding("THREAD_RUNS", `${thread.id} is run by another process`));
    const reaper = startReaper();
    let hide = () => {};
    try {
      // Another process may have continued it meanwhile.
      const current = (await this.files.load(thread.id)) ?? thread;
      await this.sweep();
      const opened = await this.#ports(current, found, extra, watch);
      if ("problems" in opened) return opened;
      hide = showHooks(this.files, thread.id, opened.scoped);
      await watch.onBegin?.(current, found.template);
      return await runThread(current, found.template, opened.ports, watch.signal);
    } finally {
      hide();
      reaper.close();
      release();
    }
  }

  async #ports(
    thread: Thread,
    { template, entity, hooks, registry }: Usable,
    extra: ExtraHooks | undefined,
    { onEvent, onHookProblem }: RunWatch,
  ): Promise<{ readonly ports: RunPorts; readonly scoped: readonly SourceEntry[] } | Refused> {
    const { paths, environment, program } = this.#setting;
    const { files } = this;
    const project = projectOf(thread.cwd, paths.home);
    const lifecycle = await openLifecycleHooks({
      paths,
      environment,
      files,
      registry,
      template,
      project,
      cwd: thread.cwd,
      source: { file: entity.file, origin: entity.origin, hooks },
      threadId: thread.id,
      ...(extra === undefined ? {} : { extra }),
      ...(thread.taskId === undefined ? {} : { taskId: thread.taskId }),
      onProblem: onHookProblem,
    });
    const broken = lifecycle.findings.filter(({ severity }) => severity === "error");
    if (broken.length > 0) return { problems: broken };
    const ports: RunPorts = {
      store: files,
      artifact: fileArtifact,
      control: fileControl(files),
      hooks: lifecycle,
      runner: agentProcesses({
        profiles: registry.profiles,
        drives: DRIVEN_AGENTS,
        variables,
        environment,
        host: [process.execPath, program, "mcp"],
        folderOf: (id) => files.folderOf(id),
      }),
      modifiedFiles,
      matches: (pattern, text) => linearRegex.compile(pattern)(text),
      redact: redactText,
      now: () => new Date(),
      onEvent,
    };
    return { ports, scoped: lifecycle.scoped };
  }

  /** Only this installation can make it. */
  #seal({ text }: ExtraHooks): string {
    return keyedHash(text, this.#setting.paths.data);
  }

  #registry(cwd: string): Registry {
    const { paths, environment } = this.#setting;
    return loadRegistry({ paths, environment, project: projectOf(cwd, paths.home) });
  }

  async #usable(name: string, cwd: string): Promise<Usable | Refused> {
    const { paths } = this.#setting;
    const registry = this.#registry(cwd);
    const entity = registry.templates.find((one) => one.name === name);
    if (entity === undefined) {
      const known = registry.templates.map((one) => one.name);
      const damaged = registry.findings.filter(({ severity }) => severity === "error");
      return {
        problems: [
          finding("THREAD_TEMPLATE_UNKNOWN", `there is no template "${name}".${didYouMean(name, known)}`),
          ...damaged,
        ],
      };
    }
    if (entity.origin === "project" && !(await approvedTemplates(paths, cwd)).has(`${entity.file} ${name}`))
      return refused(
        finding("THREAD_TEMPLATE_UNTRUSTED", `template "${name}" starts programs and is not approved`, {
          file: entity.file,
        }),
      );
    const { template, hooks, findings } = readTemplate(entity, registry, patternProblem);
    if (template !== undefined) return { registry, entity, template, hooks };
    return refused(...findings, ...profileProblems(registry));
  }
}

interface Usable {
  readonly registry: Registry;
  readonly entity: RawEntity;
  readonly template: Template;
  readonly hooks: JsonObject;
}

/** `interrupted`: its runner was killed. */
export function statusOf({ files }: Threads, { id, status }: Thread): Thread["status"] | "interrupted" {
  return status === "running" && files.runnerOf(id) === undefined ? "interrupted" : status;
}

function refused(...problems: readonly Finding[]): Refused {
  return { problems };
}

function unknownProfile(name: string, { profiles }: Registry): Finding {
  const known = Object.keys(profiles);
  return finding(
    "THREAD_PROFILE",
    `there is no profile "${name}".${didYouMean(name, known)} Profiles: ${known.join(", ")}.`,
  );
}

/** A profile may be unknown because it is wrong. */
function profileProblems({ findings }: Registry): readonly Finding[] {
  return findings.filter(({ code }) => code === "THREAD_PROFILE");
}

/** How an agent, its hooks and the programs it starts know the thread. */
function variables({ threadId, taskId, profile }: AgentTurn): Record<string, string> {
  return {
    SNAPHOOK_THREAD: threadId,
    SNAPHOOK_PROFILE: profile,
    CORTEX_THREAD_ID: threadId,
    ...(taskId === undefined ? {} : { CORTEX_TASK_ID: taskId }),
  };
}
