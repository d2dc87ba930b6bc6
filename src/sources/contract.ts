/**
 * The load-time half of a config dialect. A loader parses files of its system and returns canonical hooks and findings.
 * It never throws, never runs or fetches anything, and one bad entry never hides another.
 * A dialect is a folder `dialects/<name>/` with `load.ts` (default export: DialectLoader) and `profile.ts` (default
 * export: DialectProfile, the event-time half). The registries next to it are generated.
 */

import type { Finding } from "../core/errors.js";
import type { Builtins } from "../core/hooks/builtin.js";
import type { HookSpec } from "../core/hooks/hook.js";
import type { RegexEngine } from "../core/ports.js";

/** Owner of a file. Decides level, default trust and allowed keys. */
export type Scope = "managed" | "user" | "project" | "plugin";

export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  readonly scope: Scope;
  /** Project root. */
  readonly project: string;
}

/** Read-only disk access for loaders: manifests, script existence, plugin directories. Never throws. */
export interface Files {
  read(path: string): string | undefined;
  /** Entry names, sorted; empty if it is not a readable directory. */
  list(folder: string): string[];
  exists(path: string): boolean;
  /** With links resolved; undefined if it does not exist. */
  real(path: string): string | undefined;
}

export interface LoadTools {
  readonly files: Files;
  readonly regex: RegexEngine;
  /** The built-in hooks. */
  readonly builtins?: Builtins;
}

/** Another file that contains the hooks (a plugin's hooks.json): trust must cover it too. */
export interface LoadedConfig {
  readonly hooks: readonly HookSpec[];
  readonly findings: readonly Finding[];
  /** Additional files that this load depends on. */
  readonly reads?: readonly string[];
  /** Settings for other components, by dotted key (`codebase_intelligence.backup.on_upgrade`). */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Location {
  readonly path: string;
  readonly scope: Scope;
  /** A directory whose entries are loaded one by one, in sorted order. */
  readonly each?: boolean;
  /** With `each`: the file to load inside every entry (a plugin's manifest); entries without it are skipped. */
  readonly file?: string;
}

export interface DialectLoader {
  readonly name: string;
  readonly summary: string;
  /** Its files contain other data too: an approval covers only their hooks, not every byte. */
  readonly shared?: true;
  /** Default timeouts of a hook. */
  readonly usualTimeoutsMs: readonly number[];
  /** Locations of this system's files, in load order. */
  locations(places: {
    home: string;
    configHome: string;
    project: string;
    /** Claude Code's own directory, if `CLAUDE_CONFIG_DIR` moves it. */
    claudeFolder?: string;
  }): readonly Location[];
  /** True if a file named without a dialect belongs to this system. */
  detect(path: string, value: unknown): boolean;
  load(file: ConfigFile, tools: LoadTools): LoadedConfig;
}
