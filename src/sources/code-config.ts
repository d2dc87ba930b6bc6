/**
 * Building code config: `snaphook.config.ts` and what it imports become one bundle, when it is approved or, for
 * the user's own, when a command looks at it. Never while an event waits.
 */
import { readFileSync } from "node:fs";
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec } from "../core/hook.js";
import type { RegexEngine } from "../core/ports.js";
import { type CodeManifest, definitionsOf, evaluate } from "./artifacts.js";
import { readDefinition } from "./function-hooks.js";
import { type CoveredFile, coverFile, sha256 } from "./trust-store.js";

/** True while every file the manifest covers is as it was when it was built. */
export function isCurrent(manifest: CodeManifest, read: (path: string) => string | undefined): boolean {
  return manifest.files.every(({ path, sha256: expected }) => {
    const text = read(path);
    return text !== undefined && sha256(text) === expected;
  });
}

export type Built =
  | { readonly manifest: CodeManifest; readonly bundle: string; readonly findings: readonly Finding[] }
  | { readonly problem: Finding };

/** Bundles without running anything of it: enough to show and to hash what an approval covers. */
export async function bundleConfig(
  path: string,
  authoring: string,
): Promise<{ code: string; files: CoveredFile[] } | { problem: Finding }> {
  try {
    const { rolldown } = await import("rolldown");
    const build = await rolldown({
      input: path,
      platform: "node",
      resolve: { alias: { snaphook: authoring } },
      external: [/^node:/],
      logLevel: "silent",
      treeshake: true,
    });
    const { output } = await build.generate({ format: "cjs", exports: "named", codeSplitting: false });
    await build.close();
    const [chunk] = output;
    const local = chunk.moduleIds.filter((id) => id !== authoring && !id.startsWith("\0"));
    return {
      code: chunk.code,
      files: local.sort().map((file) => coverFile(file, readFileSync(file, "utf8"))),
    };
  } catch (error) {
    return { problem: finding("CODE_CONFIG_FAILED", firstLine(error), { file: path }) };
  }
}

/** Bundles and runs it once to learn its hooks. Only for content that may run. */
export async function buildConfig(path: string, authoring: string, regex: RegexEngine): Promise<Built> {
  const bundled = await bundleConfig(path, authoring);
  if ("problem" in bundled) return bundled;
  const artifact = sha256(bundled.code);
  const hooks: HookSpec[] = [];
  const findings: Finding[] = [];
  try {
    definitionsOf(evaluate(bundled.code, path)).forEach((definition, index) => {
      const read = readDefinition(
        definition,
        { type: "function", artifact: { sha256: artifact, index } },
        regex,
      );
      if ("problem" in read) findings.push({ ...read.problem, file: path, field: `hooks[${index}]` });
      else hooks.push(read.hook);
    });
  } catch (error) {
    return { problem: finding("CODE_CONFIG_FAILED", firstLine(error), { file: path }) };
  }
  return {
    manifest: { format: 1, path, files: bundled.files, artifact, hooks },
    bundle: bundled.code,
    findings,
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n").find((line) => line.trim() !== "") ?? "unknown error";
}
