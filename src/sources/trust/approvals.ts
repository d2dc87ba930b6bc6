/** Checks files against the user's approvals, and finds approved ones that are missing. */
import { join, relative } from "node:path";
import type { CoveredFile, HookSpec, TrustState } from "../../core/hooks/hook.js";
import { canonicalJson } from "../../core/text/json.js";
import { installKeyFile } from "../../disk/install-key.js";
import type { LoadedHook } from "../compile/assemble.js";
import type { Scope } from "../contract.js";
import { coverHook } from "../coverage/cover-hook.js";
import { readingDisk } from "../coverage/reading-disk.js";
import type { Coverage } from "../coverage/walk.js";
import { folderOfFile } from "../discover/discover.js";
import type { RecordingProbe } from "../discover/recording-probe.js";
import { digestOf, linesOf, type TokenPlace, tokenOf } from "./approval-hash.js";
import { CoveredReader } from "./approved-files.js";
import { isBelow, movedAlong, nameOf, pathOfName, type Repository, repositoryOf } from "./repository.js";
import { standingOf, type TokenHook } from "./trust-status.js";
import type { ApprovedHook, ApprovedVersion, TrustRecord, TrustStore } from "./trust-store.js";

/** A file as it would be approved now. */
export interface SourceReview {
  readonly facts: Pick<TrustRecord, "name" | "path" | "root" | "scope" | "dialect" | "askedByProject">;
  readonly hooks: readonly ApprovedHook[];
  /** Everything the approval would cover. */
  readonly files: readonly CoveredFile[];
  readonly digest: string;
  /** Tools run by its hooks that load project files: not covered. */
  readonly tools: readonly string[];
  /** What else its hooks run without being covered, as sentences. */
  readonly notCovered: readonly string[];
  /** Approved guards that are missing or changed. */
  readonly missing: readonly HookSpec[];
  /** The earlier decision. */
  readonly record?: TrustRecord;
}

export interface Judged {
  readonly state: TrustState;
  readonly hooks: readonly LoadedHook[];
  readonly promptOnly: boolean;
  /** Root of the project it was approved in, as a path here. */
  readonly root?: string;
}

/** Computed on demand: no file named by a hook is read before an approval is requested or given. */
export type MakeReview = () => SourceReview;

export interface ApprovedAbove {
  readonly path: string;
  readonly record: TrustRecord;
  /** Root of its project. */
  readonly root: string;
}

export interface FileToJudge {
  readonly path: string;
  readonly scope: Scope;
  readonly dialect: string;
  readonly askedByProject: boolean;
  readonly hooks: readonly HookSpec[];
  /** Files whose every byte counts, for each of its hooks. */
  readonly wholly: readonly string[];
  readonly settings: Readonly<Record<string, unknown>> | undefined;
}

export class Approvals {
  readonly #reader: CoveredReader;

  constructor(
    readonly trust: TrustStore,
    readonly probe: RecordingProbe,
    readonly repository: Repository,
    readonly home: string,
  ) {
    this.#reader = new CoveredReader(probe);
  }

  judge(file: FileToJudge): Judged {
    const record = this.recordOf(file.path);
    const current = record?.decision === "allow" ? this.#compared(file, record) : file.hooks.map(unread);
    const { state, states, missing } = standingOf(record, current);
    const replaced = new Set(missing.map(({ id }) => id).filter((id) => id !== ""));
    const listed = current
      // The file with the hook's definition is not read again when the hook starts.
      .map(({ hook, files }, i): LoadedHook => {
        const covers = files.filter(({ path }) => !file.wholly.includes(path)).map((one) => this.#withSeen(one));
        return { hook, state: states[i]!, ...(covers.length > 0 ? { covers } : {}) };
      })
      .filter(({ hook, state: own }) => own === "trusted" || !replaced.has(hook.id));
    const missingGuards = missing.map((hook): LoadedHook => ({ hook, state: "missing-guard" }));
    const root = record?.root === undefined ? {} : { root: movedAlong(record.root, record.path, file.path) };
    return {
      state,
      promptOnly: record?.promptOnly === true && !record.unsigned,
      hooks: [...listed, ...missingGuards],
      ...root,
    };
  }

  review(file: FileToJudge): SourceReview {
    const { path, scope, dialect, askedByProject, settings } = file;
    const record = this.recordOf(path);
    const { hooks, coverages } = this.#approvable(file);
    const covered = [this.#reader.cover({ path }), ...hooks.flatMap(({ files }) => files)];
    const current = record?.decision === "allow" ? this.#compared(file, record) : hooks;
    const parts = [...hooks.map(({ token }) => token), canonicalJson(settings ?? {})];
    return {
      facts: this.factsOf(path, scope, dialect, askedByProject),
      hooks,
      files: [...new Map(covered.map((one) => [JSON.stringify(one), one])).values()],
      tools: listed(coverages.flatMap(({ tools }) => tools)),
      notCovered: listed(coverages.flatMap(({ notCovered }) => notCovered)),
      digest: digestOf(path, parts, this.#place),
      missing: standingOf(record, current).missing,
      ...(record === undefined ? {} : { record }),
    };
  }

  factsOf(path: string, scope: Scope, dialect: string, askedByProject: boolean): SourceReview["facts"] {
    const name = nameOf(path, this.repository);
    const { root } = this.repository;
    return { name, path, root, scope, dialect, ...(askedByProject ? { askedByProject: true } : {}) };
  }

  /** The plan depends on the trust record. */
  recordOf(path: string): TrustRecord | undefined {
    const name = nameOf(path, this.repository);
    this.probe.exists(this.trust.fileOf(name));
    const record = this.trust.recordOf(name);
    if (record?.unsigned) this.probe.exists(installKeyFile(this.trust.dataFolder)); // a backup may restore the key
    return record;
  }

  /** The digest of files whose bytes are all that counts. */
  digestOfFiles(path: string, files: readonly CoveredFile[]): string {
    return digestOf(path, linesOf(files, this.#place), this.#place);
  }

  /** Approved files of this project, by their path here. */
  approvedHere(folders: readonly string[]): { readonly path: string; readonly record: TrustRecord }[] {
    return this.#allowed()
      .map((record) => ({ record, path: pathOfName(record.name, this.repository) }))
      .filter(({ record, path }) =>
        record.dialect === "native" ? folders.includes(folderOfFile(path)) : isBelow(path, this.repository.root),
      );
  }

  /**
   * Approved files of directories above the project root, outermost first: a nested or missing `.git` must not hide
   * them. `inside`: the project's directories; they count if an outer directory is a worktree.
   */
  approvedAbove(above: readonly string[], inside: readonly string[]): ApprovedAbove[] {
    const records = above.length === 0 ? [] : this.#allowed();
    if (records.length === 0) return [];
    const git = above.find((folder) => this.probe.exists(join(folder, ".git")));
    const outer = git === undefined ? undefined : repositoryOf(git, this.probe);
    const isWorktree = outer !== undefined && outer.main !== outer.root;
    const folders = [...above].reverse();
    return records.flatMap((record) => {
      const path = outer === undefined ? record.name : pathOfName(record.name, outer);
      // Of another worktree or its main checkout: its files are loaded from here.
      if (pathOfName(record.name, this.repository) !== record.name) return [];
      const folder = projectOf(record.dialect, path, isWorktree ? [...folders, ...inside] : folders);
      if (folder === undefined) return [];
      const known = record.root === undefined ? undefined : movedAlong(record.root, record.path, path);
      const isOuters = outer !== undefined && (folder === outer.root || isBelow(folder, outer.root));
      return [{ path, record, root: known ?? (isOuters ? outer.root : folder) }];
    });
  }

  #allowed(): TrustRecord[] {
    this.probe.list(this.trust.folder);
    return this.trust
      .list()
      .filter(({ decision, scope, unsigned }) => (decision === "allow" || unsigned) && scope !== "user");
  }

  get #place(): TokenPlace {
    return { repository: this.repository, files: this.probe };
  }

  /** As it would be approved now. */
  #approvable({ path, scope, hooks, wholly }: FileToJudge): { hooks: ApprovedHook[]; coverages: Coverage[] } {
    // The user's own files are approved once, for all projects.
    const project = scope === "user" ? ANY_PROJECT : this.repository.root;
    const disk = readingDisk(this.probe);
    const coverages: Coverage[] = [];
    const approvable = hooks.map((hook) => {
      const meant = this.#meant(hook, scope);
      const coverage = coverHook(meant.run, { home: this.home, project }, disk);
      coverages.push(coverage);
      const whole = wholly.map((file) => ({ path: file }));
      const files = [...whole, ...coverage.parts].map((part) => this.#reader.cover(part));
      return { hook, files, token: tokenOf(meant, path, files, this.#place) };
    });
    return { hooks: approvable, coverages };
  }

  /**
   * By the record, not by what would be covered now: an approval is valid until a covered file changes, even after an
   * update of Snaphook that covers more.
   */
  #compared(file: FileToJudge, { versions }: TrustRecord): (TokenHook & { readonly files: readonly CoveredFile[] })[] {
    const newest = [...versions].reverse();
    return file.hooks.map((hook) => {
      const matching = newest.flatMap((version) => this.#matching(hook, file, version));
      const [first, ...others] = matching;
      return first === undefined ? unread(hook) : { hook, ...first, others: others.map(({ token }) => token) };
    });
  }

  #matching(hook: HookSpec, { path, scope, wholly }: FileToJudge, version: ApprovedVersion) {
    const meant = this.#meant(hook, scope);
    // The config comes first in each version: it shows where the project was when it was approved.
    const approvedAs = version.files[0]?.path ?? path;
    return version.hooks
      .filter(({ hook: approved }) => approved.id === hook.id && approved.event === hook.event)
      .map((approved) => {
        const recorded = approved.files.map((one) => ({ ...one, path: movedAlong(one.path, approvedAs, path) }));
        const missed = wholly.filter((one) => !recorded.some((other) => other.path === one));
        const files = [...recorded, ...missed.map((one) => ({ path: one }))].map((part) => this.#reader.cover(part));
        return { files, approved: approved.token, token: tokenOf(meant, path, files, this.#place) };
      })
      .filter(({ approved, token }) => approved === token);
  }

  #meant(hook: HookSpec, scope: Scope): HookSpec {
    return scope === "user" ? anywhere(hook, this.repository.root) : hook;
  }

  #withSeen(file: CoveredFile): CoveredFile {
    const seen = this.probe.seen(file.path);
    return seen === undefined ? file : { ...file, seen };
  }
}

function listed(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** The directory among these that a file belongs to. */
function projectOf(dialect: string, path: string, folders: readonly string[]): string | undefined {
  if (dialect === "native") return folders.find((folder) => folder === folderOfFile(path));
  // Other systems keep their files in a dot directory: `.claude/settings.json`.
  return folders.find((folder) => isBelow(path, folder) && /^(?:\.[^/\\]+[/\\]|[^/\\]+$)/.test(relative(folder, path)));
}

/** For an empty record. */
const ANY_PROJECT = "/dev/null/project";

/** Project-independent form: loaders insert the current directory if a hook runs in the project. */
function anywhere(hook: HookSpec, project: string): HookSpec {
  const { run } = hook;
  return run.type === "command" && run.cwd === project ? { ...hook, run: { ...run, cwd: ANY_PROJECT } } : hook;
}

/** Without an approval there is nothing to compare with. */
function unread(hook: HookSpec): ApprovedHook {
  return { hook, files: [], token: "" };
}
