/**
 * The load-time half of a config dialect. A loader reads files of its system and hands over canonical hooks plus
 * findings. It never throws, never runs or fetches anything, and one bad entry never hides another.
 *
 * A dialect is a folder `dialects/<name>/` with `load.ts` (default export: DialectLoader) and `profile.ts`
 * (default export: DialectProfile, the event-time half). The registries next to it are generated.
 */

import type { Finding } from "../core/errors.js";
import type { Builtins } from "../core/hooks/builtin.js";
import type { HookSpec } from "../core/hooks/hook.js";
import type { RegexEngine } from "../core/ports.js";

/** Who a file belongs to. Decides level, default trust and which keys it may set. */
export type Scope = "managed" | "user" | "project" | "plugin";

export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  readonly scope: Scope;
  /** The project's root folder. */
  readonly project: string;
}

/** Read-only view of the disk for loaders: manifests, script existence, plugin folders. Never throws. */
export interface Files {
  read(path: string): string | undefined;
  /** Entry names, sorted; empty when it is no readable folder. */
  list(folder: string): string[];
  exists(path: string): boolean;
  /** With links resolved; undefined when it does not exist. */
  real(path: string): string | undefined;
}

export interface LoadTools {
  readonly files: Files;
  readonly regex: RegexEngine;
  /** The hooks that come with Snaphook. */
  readonly builtins?: Builtins;
}

/** A file that holds hooks somewhere else (a plugin's hooks.json): what trust must cover as well. */
export interface LoadedConfig {
  readonly hooks: readonly HookSpec[];
  readonly findings: readonly Finding[];
  /** Further files whose content this load depends on. */
  readonly reads?: readonly string[];
  /** Settings other parts look up, by dotted key (`codebase_intelligence.backup.on_upgrade`). */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Location {
  readonly path: string;
  readonly scope: Scope;
  /** A folder whose entries are loaded one by one, in sorted order. */
  readonly each?: boolean;
  /** With `each`: the file to load inside every entry (a plugin's manifest); entries without it are passed over. */
  readonly file?: string;
}

export interface DialectLoader {
  readonly name: string;
  readonly summary: string;
  /** Its files hold other things too: an approval covers the hooks in them, and not every byte. */
  readonly shared?: true;
  /** What a hook gets that says nothing about its time: nobody has chosen these. */
  readonly usualTimeoutsMs: readonly number[];
  /** Where files of this system live, in the order they are to be loaded. */
  locations(places: {
    home: string;
    configHome: string;
    project: string;
    /** Claude Code's own folder, if `CLAUDE_CONFIG_DIR` moves it. */
    claudeFolder?: string;
  }): readonly Location[];
  /** Whether a file that was named without a dialect is one of this system's. */
  detect(path: string, value: unknown): boolean;
  load(file: ConfigFile, tools: LoadTools): LoadedConfig;
}
