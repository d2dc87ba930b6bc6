/** Judges files by what a person approved of them, and knows which approved ones should be here and are not. */
import type { CoveredFile, HookSpec, TrustState } from "../core/hook.js";
import { canonicalJson } from "../core/json.js";
import type { LoadedHook } from "./assemble.js";
import type { Scope } from "./contract.js";
import { folderOfFile } from "./discover.js";
import { localImports } from "./local-imports.js";
import { namedScripts } from "./named-scripts.js";
import type { RecordingProbe } from "./probe.js";
import { isBelow, nameOf, pathOfName, type Repository } from "./repository.js";
import { standingOf } from "./standing.js";
import { coverFile, digestOf, linesOf, tokenOf } from "./token.js";
import type { ApprovedHook, TrustRecord, TrustStore } from "./trust-store.js";

/** A file as it would be approved now. */
export interface SourceReview {
  readonly facts: Pick<TrustRecord, "name" | "path" | "scope" | "dialect" | "askedByProject">;
  readonly hooks: readonly ApprovedHook[];
  /** Everything the approval would cover. */
  readonly files: readonly CoveredFile[];
  readonly digest: string;
  /** Guards that were approved and are not here as they were. */
  readonly missing: readonly HookSpec[];
  /** What was decided before. */
  readonly record?: TrustRecord;
}

export interface Judged {
  readonly state: TrustState;
  readonly hooks: readonly LoadedHook[];
  readonly promptOnly: boolean;
  readonly review: SourceReview;
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
  constructor(
    readonly trust: TrustStore,
    readonly probe: RecordingProbe,
    readonly repository: Repository,
    readonly home: string,
  ) {}

  judge({ path, scope, dialect, askedByProject, hooks, wholly, settings }: FileToJudge): Judged {
    const place = { repository: this.repository, files: this.probe };
    const common = wholly.map((one) => this.#cover(one));
    const current = hooks.map((hook): ApprovedHook => {
      const files = [...common, ...this.#filesOf(hook).map((one) => this.#cover(one))];
      return { hook, files, token: tokenOf(hook, path, files, place) };
    });
    const record = this.recordOf(path);
    const standing = standingOf(record, current);
    const replaced = new Set(standing.missing.map(({ id }) => id).filter((id) => id !== ""));
    const listed = current
      .map(({ hook, files }, i): LoadedHook => ({ hook, state: standing.states[i]!, covers: files }))
      .filter(({ hook, state }) => state === "trusted" || !replaced.has(hook.id));
    const files = [
      ...new Map([this.#cover(path), ...current.flatMap((one) => one.files)].map((file) => [file.path, file])).values(),
    ];
    const parts = [...current.map(({ token }) => token), canonicalJson(settings ?? {})];
    return {
      state: standing.state,
      promptOnly: record?.promptOnly === true,
      hooks: [...listed, ...standing.missing.map((hook): LoadedHook => ({ hook, state: "standing-in" }))],
      review: {
        facts: this.factsOf(path, scope, dialect, askedByProject),
        hooks: current,
        files,
        digest: digestOf(path, parts, place),
        missing: standing.missing,
        ...(record === undefined ? {} : { record }),
      },
    };
  }

  factsOf(path: string, scope: Scope, dialect: string, askedByProject: boolean): SourceReview["facts"] {
    const name = nameOf(path, this.repository);
    return { name, path, scope, dialect, ...(askedByProject ? { askedByProject: true } : {}) };
  }

  /** A trust record is part of what the plan depends on. */
  recordOf(path: string): TrustRecord | undefined {
    const name = nameOf(path, this.repository);
    this.probe.exists(this.trust.fileOf(name));
    return this.trust.recordOf(name);
  }

  /** The digest of files whose bytes are all that counts. */
  digestOfFiles(path: string, files: readonly CoveredFile[]): string {
    const place = { repository: this.repository, files: this.probe };
    return digestOf(path, linesOf(files, place), place);
  }

  /** Approved files of this project, by where they would be here. */
  approvedHere(folders: readonly string[]): { readonly path: string; readonly record: TrustRecord }[] {
    this.probe.list(this.trust.folder);
    return this.trust
      .list()
      .filter(({ decision, scope }) => decision === "allow" && scope !== "user")
      .map((record) => ({ record, path: pathOfName(record.name, this.repository) }))
      .filter(({ record, path }) =>
        record.dialect === "native" ? folders.includes(folderOfFile(path)) : isBelow(path, this.repository.root),
      );
  }

  #filesOf({ run }: HookSpec): string[] {
    const scripts = namedScripts(run, { home: this.home, project: this.repository.root });
    return [...scripts, ...localImports(scripts, (path) => this.probe.read(path))];
  }

  #cover(path: string): CoveredFile {
    return coverFile(path, this.probe.bytes(path) ?? "");
  }
}
