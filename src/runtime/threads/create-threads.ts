/** Threads for embedders: the runner, with agents that the program itself runs. */
import { join } from "node:path";
import { type Finding, formatFinding } from "../../core/errors.js";
import { redactText } from "../../core/redact/text.js";
import type { JsonObject } from "../../core/text/json.js";
import { didYouMean } from "../../core/text/suggest.js";
import { checkOptionKeys } from "../../core/text/unknown-key.js";
import { newThread } from "../../threads/new-thread.js";
import type { AgentTurn, Artifact, LifecycleHooks, ThreadEvent, ThreadStore, TurnResult } from "../../threads/ports.js";
import { readTemplate } from "../../threads/read-template.js";
import type { Registry } from "../../threads/registry.js";
import { runThread } from "../../threads/run-thread.js";
import { SHIPPED } from "../../threads/shipped/index.js";
import type { Template } from "../../threads/template.js";
import type { Thread } from "../../threads/types.js";
import { currentFolder } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";
import { registryOf } from "./load-registry.js";
import { ARTIFACT, fileArtifact, fileControl, ThreadFiles } from "./thread-files.js";
import { modifiedFiles, patternProblem } from "./world.js";

/** Options of `createThreads`. */
export interface CreateThreadsOptions {
  /** Does one turn of an agent and returns what it said. Must not reject; `signal` ends it. */
  runAgent(turn: AgentTurn, watch: { readonly signal: AbortSignal }): Promise<TurnResult>;
  /** Templates in the format of files: objects with `agents` and `templates`. Those of Snaphook are there too. */
  readonly templates?: readonly JsonObject[];
  /** Names that agents may have as `profile`; the first is the default. */
  readonly profiles?: readonly string[];
  /** Where threads are kept, so that they survive this process. Without it they are in memory. */
  readonly folder?: string;
  /** Hooks of a thread's start, transitions and end. */
  readonly hooks?: LifecycleHooks;
}

/** Options of one thread. */
export interface RunThreadOptions {
  /** Name of the template. */
  readonly template: string;
  /** The user's message to the first agent. */
  readonly message: string;
  /** What `__active__` stands for (default: the first profile). */
  readonly profile?: string;
  /** Working directory of the agents (default: that of this process). */
  readonly cwd?: string;
  /** Aborting it cancels the thread. */
  readonly signal?: AbortSignal;
  /** Called with what happens. */
  onEvent?(event: ThreadEvent): void;
}

/** Runs threads. */
export interface Threads {
  /** Resolves to the thread in its final state. Rejects if there is no such template, or if it is wrong. */
  run(options: RunThreadOptions): Promise<Thread>;
  /** Continues a thread that failed, was cancelled, or whose process was killed. */
  resume(id: string, watch?: Pick<RunThreadOptions, "signal" | "onEvent">): Promise<Thread>;
  /** All threads, the newest first. */
  list(): Promise<readonly Thread[]>;
  /** Names of the templates. */
  readonly templates: readonly string[];
}

const OPTIONS = Object.keys({
  runAgent: true,
  templates: true,
  profiles: true,
  folder: true,
  hooks: true,
} satisfies Record<keyof CreateThreadsOptions, true>);

const NO_HOOKS: LifecycleHooks = { count: () => 0, run: async () => undefined };

/** Creates threads that run in this process. Throws a TypeError for unknown options. */
export function createThreads(options: CreateThreadsOptions): Threads {
  checkOptionKeys("createThreads", options, OPTIONS);
  const { runAgent, profiles = ["claude-code", "codex"], folder, hooks = NO_HOOKS } = options;
  const files = folder === undefined ? undefined : new ThreadFiles(folder);
  const memory = memoryThreads();
  const store: ThreadStore = files ?? memory.store;
  const registry: Registry = {
    ...registryOf([...(options.templates ?? []), ...SHIPPED]),
    profiles: Object.fromEntries(profiles.map((name) => [name, { agent: name, args: [] }])),
    defaultProfile: profiles[0] ?? "claude-code",
  };

  const templateOf = (name: string): Template => {
    const entity = registry.templates.find((one) => one.name === name);
    const known = registry.templates.map((one) => one.name);
    if (entity === undefined) throw new Error(`there is no template "${name}".${didYouMean(name, known)}`);
    const { template, findings } = readTemplate(entity, registry, patternProblem);
    if (template === undefined) throw new Error(findings.map((one: Finding) => formatFinding(one)).join("\n"));
    return template;
  };

  const go = async (thread: Thread, { signal, onEvent }: Pick<RunThreadOptions, "signal" | "onEvent"> = {}) => {
    const release = files === undefined ? () => {} : await files.claim(thread.id);
    if (release === undefined) throw new Error(`${thread.id} is run by another process`);
    try {
      return await runThread(
        thread,
        templateOf(thread.templateName),
        {
          store,
          hooks,
          artifact: files === undefined ? memory.artifact : fileArtifact,
          control: files === undefined ? { read: () => undefined } : fileControl(files),
          runner: { run: (turn, watch) => runAgent(turn, watch), recover: async () => undefined, forget: () => {} },
          modifiedFiles,
          matches: (pattern, text) => linearRegex.compile(pattern)(text),
          redact: redactText,
          now: () => new Date(),
          onEvent: (event) => onEvent?.(event),
        },
        signal ?? new AbortController().signal,
      );
    } finally {
      release();
    }
  };

  return {
    templates: registry.templates.map(({ name }) => name),
    list: () => store.list(),
    async run({ template: name, message, profile = registry.defaultProfile, cwd = currentFolder(), ...watch }) {
      const template = templateOf(name);
      const id = files?.create() ?? memory.newId();
      const artifactPath = files === undefined ? "" : join(files.folderOf(id), ARTIFACT);
      const thread = newThread(template, {
        id,
        message: redactText(message),
        source: "program",
        cwd,
        profile,
        artifactPath,
        now: new Date(),
      });
      await store.save(thread);
      return go(thread, watch);
    },
    async resume(id, watch) {
      const thread = await store.load(id);
      if (thread === undefined) throw new Error(`there is no thread "${id}"`);
      return thread.status === "completed" || thread.status === "aborted" ? thread : go(thread, watch);
    },
  };
}

function memoryThreads() {
  const threads = new Map<string, Thread>();
  const texts = new Map<string, string>();
  const artifact: Artifact = {
    read: ({ id }) => ({ text: texts.get(id) ?? "" }),
    size: ({ id }) => texts.get(id)?.length ?? 0,
    append: ({ id }, text) => void texts.set(id, (texts.get(id) ?? "") + text),
  };
  const store: ThreadStore = {
    save: async (thread) => void threads.set(thread.id, thread),
    load: async (id) => threads.get(id),
    list: async () => [...threads.values()].reverse(),
  };
  return { artifact, store, newId: () => `thr_${(threads.size + 1).toString(16).padStart(8, "0")}` };
}
