/** A code config as a source: whether it may run, what is known of it, and its build where that is allowed. */
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec, TrustState } from "../core/hook.js";
import type { RegexEngine } from "../core/ports.js";
import { sha256 } from "../disk/digest.js";
import type { ArtifactStore, CodeManifest } from "./artifacts.js";
import { buildConfig, isCurrent } from "./code-config.js";
import type { RecordingProbe } from "./probe.js";
import { type CoveredFile, coverFile, type TrustStore } from "./trust-store.js";

export interface CodeTools {
  readonly probe: RecordingProbe;
  readonly trust: TrustStore;
  readonly artifacts: ArtifactStore;
  readonly regex: RegexEngine;
  readonly authoring: string;
  readonly mayBuild: boolean;
}

export interface LoadedCode {
  readonly state: TrustState;
  readonly hooks: readonly HookSpec[];
  readonly covers: readonly CoveredFile[];
  readonly findings: readonly Finding[];
}

/** `standing` is set for what needs no approval. Code that does need one is not looked into before it has it. */
export async function loadCode(
  path: string,
  standing: "named" | "trusted" | undefined,
  tools: CodeTools,
): Promise<LoadedCode> {
  const { probe, trust, artifacts } = tools;
  // Record, manifest and bundle are part of what the plan depends on.
  probe.exists(artifacts.manifestFile(path));
  const known = artifacts.manifestOf(path);
  const read = (file: string) => probe.read(file);
  const covers = known?.files ?? [coverFile(path, read(path) ?? "")];
  probe.exists(trust.fileOf(path));
  const state = standing ?? trust.stateOf(path, coversNow(covers, read));
  if (state !== "trusted" && state !== "named") {
    const why = "code of a project is not looked into before it is approved; its hooks are unknown";
    return { state, hooks: [], covers, findings: [finding("CODE_CONFIG_UNTRUSTED", why, { file: path })] };
  }
  const unbuilt = whyUnbuilt(known, probe, artifacts);
  if (known !== undefined && unbuilt === undefined)
    return { state, hooks: known.hooks, covers, findings: known.findings };
  if (!tools.mayBuild) {
    const problem = finding("CODE_CONFIG_FAILED", unbuilt ?? "", { file: path });
    return { state, hooks: broken(known?.hooks), covers, findings: [problem] };
  }
  const approved = standing === undefined ? trust.recordOf(path)?.digest : undefined;
  const built = await buildConfig(path, tools.authoring, tools.regex, approved);
  if ("problem" in built) return { state, hooks: broken(known?.hooks), covers, findings: [built.problem] };
  const { manifest } = built;
  try {
    artifacts.save(manifest, built.bundle);
  } catch (error) {
    const why = `the bundle could not be kept (${(error as Error).message})`;
    return {
      state,
      hooks: broken(manifest.hooks),
      covers,
      findings: [finding("FILE_UNWRITABLE", why, { file: path })],
    };
  }
  return { state, hooks: manifest.hooks, covers: manifest.files, findings: manifest.findings };
}

function whyUnbuilt(
  known: CodeManifest | undefined,
  probe: RecordingProbe,
  artifacts: ArtifactStore,
): string | undefined {
  if (known === undefined) return "the code was never built; run `snaphook validate`";
  if (!isCurrent(known, (path) => probe.read(path))) return "the code has changed since it was built";
  const bundle = probe.bytes(artifacts.bundleFile(known.artifact));
  if (bundle === undefined) return "the bundle of the code is gone";
  return sha256(bundle) === known.artifact ? undefined : "the bundle of the code is damaged";
}

/** The covered files with the content they have now, so that a change of any of them shows. */
function coversNow(covers: readonly CoveredFile[], read: (path: string) => string | undefined): CoveredFile[] {
  return covers.map(({ path }) => coverFile(path, read(path) ?? ""));
}

/** Hooks whose bundle cannot be used: guards among them answer their failure contract. */
function broken(hooks: readonly HookSpec[] = []): HookSpec[] {
  const problem = { code: "CODE_CONFIG_FAILED", message: "its code config could not be built again" };
  return hooks.map((hook) => ({ ...hook, broken: problem }));
}
