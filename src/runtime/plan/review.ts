/** What is waiting for approval in a directory or file, exactly as it would run, and the approval itself. */
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { CoveredFile, HookSpec, SourceRef } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";
import { readPlainFile } from "../../disk/files.js";
import { type Bundled, buildConfig, bundleConfig } from "../../sources/code/code-config.js";
import { namedHook } from "../../sources/compile/assemble.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { isCode } from "../../sources/discover/discover.js";
import { RecordingProbe } from "../../sources/discover/recording-probe.js";
import { Approvals, type SourceReview } from "../../sources/trust/approvals.js";
import { UNREAD } from "../../sources/trust/approved-files.js";
import { ArtifactStore } from "../../sources/trust/artifacts.js";
import { type Change, changesOf } from "../../sources/trust/changes.js";
import { type Repository, repositoryOf } from "../../sources/trust/repository.js";
import { TrustStore } from "../../sources/trust/trust-store.js";
import type { AppPaths } from "../platform/paths.js";
import { authoringModule, realFolder } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";
import { compileNow } from "./open-plan.js";

export interface ReviewItem extends SourceReview {
  readonly source: Pick<SourceRef, "dialect" | "state" | "level"> & { readonly path: string };
  /** Names as in the plan; empty for code config, whose hooks are unknown until it may run. */
  readonly named: readonly HookSpec[];
  readonly code: boolean;
  readonly repository: Repository;
  /** Changes since the last approval. */
  readonly changes: readonly Change[];
}

export interface Review {
  /** The reviewed path, with links resolved. */
  readonly path: string;
  readonly items: readonly ReviewItem[];
  /** Code that does not build: it can be denied, not approved. */
  readonly broken: readonly SourceReview["facts"][];
  readonly findings: readonly Finding[];
}

/** One value that stands for everything that is approved together. */
export function combinedHash(items: readonly ReviewItem[]): string {
  return items.length === 1 ? items[0]!.digest : sha256(items.map(({ digest }) => digest).join("\n"));
}

/** `path`: a project directory, or one file in it. */
export async function reviewPath(path: string, places: AppPaths, dialects?: readonly string[]): Promise<Review> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const cwd = realFolder(isFolder ? path : dirname(path));
  const looked = isFolder ? cwd : join(cwd, basename(path));
  const { plan, reviews } = await compileNow({
    cwd,
    places,
    mayBuild: false,
    ...(dialects === undefined ? {} : { dialects }),
  });
  const repository = repositoryOf(plan.root, new RecordingProbe());
  const items: ReviewItem[] = [];
  const findings: Finding[] = [];
  const broken: SourceReview["facts"][] = [];
  for (const [file, makeReview] of reviews) {
    if (!isFolder && file !== looked) continue;
    const review = makeReview();
    const code = isCode(file) && statSync(file, { throwIfNoEntry: false }) !== undefined;
    const bundled = code ? await bundleConfig(file, authoringModule()) : undefined;
    if (bundled !== undefined && "problem" in bundled) {
      findings.push(bundled.problem);
      broken.push(review.facts);
      continue;
    }
    items.push(
      itemOf(
        bundled === undefined ? review : codeReview(review, bundled, places, repository),
        plan,
        code,
        repository,
        places,
      ),
    );
  }
  return { path: looked, items, broken, findings };
}

function itemOf(review: SourceReview, plan: Plan, code: boolean, repository: Repository, places: AppPaths): ReviewItem {
  const { path, dialect } = review.facts;
  // A missing approved file without guards is in no plan.
  const source = plan.sources.find((one) => one.path === path) ?? { dialect, state: "trusted", level: "project" };
  return {
    ...review,
    source: { ...source, path },
    named: review.hooks.map(({ hook }) => namedHook(hook)),
    code,
    repository,
    changes: changesOf(review, new TrustStore(places.data)),
  };
}

function codeReview(
  review: SourceReview,
  { files, notCovered }: Bundled,
  places: AppPaths,
  repository: Repository,
): SourceReview {
  const digest = approvalsIn(places, repository).digestOfFiles(review.facts.path, files);
  return { ...review, files, notCovered, digest };
}

/** For code that may not run: whether it builds. */
export async function checkUnapprovedCode({ sources }: Plan): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path = "", state } of sources) {
    if (!isCode(path) || state === "trusted" || state === "named") continue;
    const bundled = await bundleConfig(path, authoringModule());
    if ("problem" in bundled) findings.push(bundled.problem);
  }
  return findings;
}

/** Approves what was reviewed; a code config is built from exactly the content that was shown. */
export async function approve(item: ReviewItem, places: AppPaths, promptOnly = false): Promise<Finding | undefined> {
  const { facts, code, files, digest, repository } = item;
  if (files.some((file) => file.sha256 === UNREAD))
    return finding("TRUST_TOO_LARGE", "it names more than 64 MB of files", { file: facts.path });
  const approvals = approvalsIn(places, repository);
  const isShown = (bundled: readonly CoveredFile[]) => approvals.digestOfFiles(facts.path, bundled) === digest;
  const built = code ? await buildConfig(facts.path, authoringModule(), linearRegex, isShown) : undefined;
  if (built !== undefined && "problem" in built) return built.problem;
  const hooks = built?.manifest.hooks.map((hook) => ({ hook, files: [], token: digest })) ?? item.hooks;
  const record = { ...facts, ...(promptOnly ? { promptOnly: true as const } : {}) };
  try {
    if (built !== undefined) new ArtifactStore(places.data).save(built.manifest, built.bundle);
    approvals.trust.allow(record, { digest, hooks, files }, copiesOf(files));
    return undefined;
  } catch (error) {
    const why = `the approval could not be saved (${(error as Error).message})`;
    return finding("FILE_UNWRITABLE", why, { file: facts.path });
  }
}

/** Only for content that was shown: later changes are not approved. */
function copiesOf(files: readonly CoveredFile[]): Map<string, Uint8Array> {
  const copies = new Map<string, Uint8Array>();
  for (const { path, sha256: expected } of files) {
    try {
      const bytes = readPlainFile(path);
      if (sha256(bytes) === expected) copies.set(expected, bytes);
    } catch {
      // covered as absent
    }
  }
  return copies;
}

function approvalsIn(places: AppPaths, repository: Repository): Approvals {
  return new Approvals(new TrustStore(places.data), new RecordingProbe(), repository, places.home);
}
