/** Hooks files for embedders: what `snaphook list` shows for a directory, ready for `createHooks`. */
import type { Finding } from "./core/errors.js";
import { type Reach, reachOf } from "./core/hooks/grants.js";
import type { SourceEntry } from "./core/hooks/hook.js";
import { checkOptionKeys } from "./core/text/unknown-key.js";
import { movedClaudeFolder, openPlan } from "./runtime/plan/open-plan.js";
import { findPlaces } from "./runtime/platform/paths.js";

/** Options of `loadHooks`. */
export interface LoadOptions {
  /** Working directory of the agent. */
  readonly cwd: string;
  /** Load only these files; naming them here is the approval to run them. */
  readonly files?: readonly { readonly path: string; readonly dialect?: string }[];
  /** Also load other systems' files from their default locations; they need approval. */
  readonly dialects?: readonly string[];
  /** Environment variables that locate files: `HOME`, `XDG_CONFIG_HOME` … (default: those of this process). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Result of `loadHooks`. */
export interface LoadedHooks {
  /** Pass these to `createHooks({ entries })`. Unapproved hooks are listed here and never run. */
  readonly entries: readonly SourceEntry[];
  /** Pass it along with them: the user's grants to hooks of others, and the project root. */
  readonly reach: Reach;
  /** Problems in the files. */
  readonly findings: readonly Finding[];
}

const OPTIONS = Object.keys({
  cwd: true,
  files: true,
  dialects: true,
  environment: true,
} satisfies Record<keyof LoadOptions, true>);

/** Never rejects because of a file: problems are findings. */
export async function loadHooks(options: LoadOptions): Promise<LoadedHooks> {
  checkOptionKeys("loadHooks", options, OPTIONS);
  const { cwd, files, dialects, environment } = options;
  const plan = await openPlan({
    cwd,
    ...movedClaudeFolder(environment ?? process.env),
    places: findPlaces(environment),
    mayBuild: true,
    ...(files === undefined ? {} : { named: files }),
    ...(dialects === undefined ? {} : { dialects }),
  });
  const { entries, findings } = plan;
  return { entries, reach: { ...reachOf(plan), cwd }, findings };
}
