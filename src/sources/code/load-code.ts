/** Loads a code config as a source: its trust status, its known hooks, and its build if allowed. */
import { type Finding, finding } from "../../core/errors.js";
import type { HookSpec, TrustState } from "../../core/hooks/hook.js";
import type { RegexEngine } from "../../core/ports.js";
import { sha256 } from "../../disk/digest.js";
import type { LoadedHook } from "../compile/assemble.js";
import type { Scope } from "../contract.js";
import type { RecordingProbe } from "../discover/recording-probe.js";
import { coverFile } from "../trust/approval-hash.js";
import type { Approvals, SourceReview } from "../trust/approvals.js";
import type { ArtifactStore, CodeManifest } from "../trust/artifacts.js";
import { standingOf } from "../trust/trust-status.js";
import { buildConfig, isCurrent } from "./code-config.js";

export interface CodeTools {
  readonly probe: RecordingProbe;
  readonly approvals: Approvals;
  readonly artifacts: ArtifactStore;
  readonly regex: RegexEngine;
  readonly authoring: string;
  readonly mayBuild: boolean;
}

export interface LoadedCode {
  readonly state: TrustState;
  readonly hooks: readonly LoadedHook[];
  readonly findings: readonly Finding[];
  /** For a config that needs an approval. What it covers is known only after bundling. */
  readonly review?: SourceReview;
}

/** `standing` is set for a config that needs no approval. Other code is not read before it is approved. */
export async function loadCode(
  path: string,
  scope: Scope,
  standing: "named" | "trusted" | undefined,
  tools: CodeTools,
): Promise<LoadedCode> {
  const { probe, artifacts } = tools;
  // The plan depends on the record, the manifest and the bundle.
  probe.exists(artifacts.manifestFile(path));
  const known = artifacts.manifestOf(path);
  if (standing !== undefined) return loadBuilt(path, known, standing, undefined, tools);
  const review = reviewOf(path, scope, known, tools);
  const { record, digest, missing } = review;
  const approved = !record?.unsigned && record?.versions.some((version) => version.digest === digest) === true;
  if (approved) return { ...(await loadBuilt(path, known, "trusted", digest, tools)), review };
  const { state } = standingOf(record, []);
  const why = "code of a project is not read before it is approved; its hooks are unknown";
  return {
    state: state === "trusted" ? "modified" : state,
    hooks: missing.map((hook) => ({ hook, state: "missing-guard" })),
    findings: [finding("CODE_CONFIG_UNTRUSTED", why, { file: path })],
    review,
  };
}

/** Code is approved as a whole: after any change all its guards are missing. */
function reviewOf(path: string, scope: Scope, known: CodeManifest | undefined, tools: CodeTools): SourceReview {
  const { approvals, probe } = tools;
  const covered = known?.files.map((file) => file.path) ?? [path];
  const files = covered.map((file) => coverFile(file, probe.read(file) ?? ""));
  const record = approvals.recordOf(path);
  return {
    facts: approvals.factsOf(path, scope, "native", false),
    hooks: [],
    files,
    tools: [],
    notCovered: [],
    digest: approvals.digestOfFiles(path, files),
    missing: standingOf(record, record?.unsigned ? (known?.hooks ?? []).map((hook) => ({ hook, token: "" })) : [])
      .missing,
    ...(record === undefined ? {} : { record }),
  };
}

/** Code that may run: loads its bundle, or builds it now if allowed. */
async function loadBuilt(
  path: string,
  known: CodeManifest | undefined,
  state: "named" | "trusted",
  approved: string | undefined,
  tools: CodeTools,
): Promise<LoadedCode> {
  const { probe, artifacts, approvals } = tools;
  const stand = (hooks: readonly HookSpec[] = [], files = known?.files ?? []) =>
    hooks.map((hook) => ({ hook, state, loads: files.map((file) => file.path) }));
  const unbuilt = whyUnbuilt(known, probe, artifacts);
  if (known !== undefined && unbuilt === undefined)
    return { state, hooks: stand(known.hooks), findings: known.findings };
  if (!tools.mayBuild) {
    const problem = finding("CODE_CONFIG_FAILED", unbuilt ?? "", { file: path });
    return { state, hooks: stand(broken(known?.hooks)), findings: [problem] };
  }
  const isApproved = (files: CodeManifest["files"]) =>
    approved === undefined || approvals.digestOfFiles(path, files) === approved;
  const built = await buildConfig(path, tools.authoring, tools.regex, isApproved);
  if ("problem" in built) return { state, hooks: stand(broken(known?.hooks)), findings: [built.problem] };
  const { manifest } = built;
  try {
    artifacts.save(manifest, built.bundle);
  } catch (error) {
    const why = `the bundle could not be saved (${(error as Error).message})`;
    return { state, hooks: stand(broken(manifest.hooks)), findings: [finding("FILE_UNWRITABLE", why, { file: path })] };
  }
  return { state, hooks: stand(manifest.hooks, manifest.files), findings: manifest.findings };
}

function whyUnbuilt(
  known: CodeManifest | undefined,
  probe: RecordingProbe,
  artifacts: ArtifactStore,
): string | undefined {
  if (known === undefined) return "the code was never built; run `snaphook validate`";
  if (!isCurrent(known, (path) => probe.read(path))) return "the code has changed since it was built";
  const bundle = probe.bytes(artifacts.bundleFile(known.artifact));
  if (bundle === undefined) return "the bundle of the code is missing";
  return sha256(bundle) === known.artifact ? undefined : "the bundle of the code is damaged";
}

/** Hooks with an unusable bundle: guards among them apply their failure contract. */
function broken(hooks: readonly HookSpec[] = []): HookSpec[] {
  const problem = { code: "CODE_CONFIG_FAILED", message: "its code config could not be rebuilt" };
  return hooks.map((hook) => ({ ...hook, broken: problem }));
}
