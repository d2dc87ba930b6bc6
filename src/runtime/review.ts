/** What is waiting for approval in a folder or file, exactly as it would run, and the approval itself. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec, SourceRef } from "../core/hook.js";
import { ArtifactStore } from "../sources/artifacts.js";
import { buildConfig, bundleConfig } from "../sources/code-config.js";
import { type CoveredFile, digestOf, TrustStore } from "../sources/trust-store.js";
import { compileNow } from "./open-plan.js";
import { authoringModule } from "./package.js";
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
  readonly items: readonly ReviewItem[];
  readonly findings: readonly Finding[];
}

/** `path` is a project folder, or one file in it. */
export async function reviewPath(
  path: string,
  places: Places,
  dialects?: readonly string[],
): Promise<Review> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const cwd = isFolder ? path : join(path, "..");
  const { plan, covers } = await compileNow({
    cwd,
    places,
    mayBuild: false,
    ...(dialects === undefined ? {} : { dialects }),
  });
  const items: ReviewItem[] = [];
  const findings: Finding[] = [];
  for (const source of plan.sources) {
    if (source.path === undefined || (!isFolder && source.path !== path)) continue;
    if (source.level === "user" && source.dialect === "native") continue; // the user's own files need no approval
    const code = /\.[cm]?[jt]s$/.test(source.path);
    let files = covers.get(source.path) ?? [];
    if (code) {
      const bundled = await bundleConfig(source.path, authoringModule());
      if ("problem" in bundled) {
        findings.push(bundled.problem);
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
  return { items, findings };
}

/** Approves what was reviewed; a code config is built from the very content that was shown. */
export async function approve(item: ReviewItem, places: Places): Promise<Finding | undefined> {
  const store = new TrustStore(places.data);
  if (item.code) {
    const built = await buildConfig(item.source.path, authoringModule(), linearRegex);
    if ("problem" in built) return built.problem;
    if (digestOf(item.source.path, built.manifest.files) !== item.digest)
      return finding("TRUST_HASH_MISMATCH", "it changed while you reviewed it", { file: item.source.path });
    new ArtifactStore(places.data).save(built.manifest, built.bundle);
  }
  store.allow(item.source.path, item.files);
  return undefined;
}
