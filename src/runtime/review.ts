/** What is waiting for approval in a folder or file, exactly as it would run, and the approval itself. */
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec, SourceRef } from "../core/hook.js";
import { ArtifactStore } from "../sources/artifacts.js";
import { buildConfig, bundleConfig } from "../sources/code-config.js";
import { isCode } from "../sources/discover.js";
import type { Plan } from "../sources/plan-file.js";
import { type CoveredFile, digestOf, TrustStore } from "../sources/trust-store.js";
import { compileNow } from "./open-plan.js";
import { authoringModule } from "./package.js";
import { realFolder } from "./platform/folders.js";
import type { Places } from "./platform/places.js";
import { linearRegex } from "./platform/re2.js";

export interface ReviewItem {
  readonly source: SourceRef & { readonly path: string };
  /** Empty for code config: its hooks are unknown until it may run. */
  readonly hooks: readonly HookSpec[];
  readonly code: boolean;
  readonly files: readonly CoveredFile[];
  /** What an approval is for; printed so that a script can prove it approves what was reviewed. */
  readonly digest: string;
}

export interface Review {
  /** What was looked at, by its real name. */
  readonly path: string;
  readonly items: readonly ReviewItem[];
  /** Code that does not build: it can be denied, not approved. */
  readonly broken: readonly string[];
  readonly findings: readonly Finding[];
}

/** `path` is a project folder, or one file in it. */
export async function reviewPath(path: string, places: Places, dialects?: readonly string[]): Promise<Review> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const cwd = realFolder(isFolder ? path : dirname(path));
  const looked = isFolder ? cwd : join(cwd, basename(path));
  const { plan, covers } = await compileNow({
    cwd,
    places,
    mayBuild: false,
    ...(dialects === undefined ? {} : { dialects }),
  });
  const items: ReviewItem[] = [];
  const findings: Finding[] = [];
  const broken: string[] = [];
  for (const source of plan.sources) {
    if (source.path === undefined || (!isFolder && source.path !== looked)) continue;
    if (source.level === "user" && source.dialect === "native") continue; // the user's own files need no approval
    const code = isCode(source.path);
    let files = covers.get(source.path) ?? [];
    if (code) {
      const bundled = await bundleConfig(source.path, authoringModule());
      if ("problem" in bundled) {
        findings.push(bundled.problem);
        broken.push(source.path);
        continue;
      }
      files = bundled.files;
    }
    const hooks = plan.entries
      .filter((entry) => entry.source === source || entry.alsoFrom.includes(source))
      .map(({ hook }) => hook);
    items.push({
      source: { ...source, path: source.path },
      hooks,
      code,
      files,
      digest: digestOf(source.path, files),
    });
  }
  return { path: looked, items, broken, findings };
}

/** What can be said of code that may not run: whether it builds. */
export async function checkUnapprovedCode({ sources }: Plan): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path = "", state } of sources) {
    if (!isCode(path) || state === "trusted" || state === "named") continue;
    const bundled = await bundleConfig(path, authoringModule());
    if ("problem" in bundled) findings.push(bundled.problem);
  }
  return findings;
}

/** Approves what was reviewed; a code config is built from the very content that was shown. */
export async function approve(
  { source, code, files, digest }: ReviewItem,
  places: Places,
): Promise<Finding | undefined> {
  const file = source.path;
  const built = code ? await buildConfig(file, authoringModule(), linearRegex, digest) : undefined;
  if (built !== undefined && "problem" in built) return built.problem;
  try {
    if (built !== undefined) new ArtifactStore(places.data).save(built.manifest, built.bundle);
    new TrustStore(places.data).allow(file, files);
    return undefined;
  } catch (error) {
    return finding("FILE_UNWRITABLE", `the approval could not be kept (${(error as Error).message})`, { file });
  }
}
