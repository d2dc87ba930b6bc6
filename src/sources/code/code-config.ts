/**
 * Builds code config: `snaphook.config.ts` and its imports become one bundle, when it is approved or, for the user's
 * own, when a command reads it. Never while an event waits.
 */
import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Finding, finding } from "../../core/errors.js";
import type { CoveredFile, HookSpec } from "../../core/hooks/hook.js";
import type { RegexEngine } from "../../core/ports.js";
import { sha256 } from "../../disk/digest.js";
import { coverFile } from "../trust/approval-hash.js";
import { type CodeManifest, definitionsOf, evaluate } from "../trust/artifacts.js";
import { callWithin } from "./call-within.js";
import { readDefinition } from "./function-hooks.js";
import { leftToLoad } from "./left-to-load.js";
import { plainModules } from "./plain-modules.js";

/** True while every file in the manifest is unchanged since the build. */
export function isCurrent(manifest: CodeManifest, read: (path: string) => string | undefined): boolean {
  return manifest.files.every(({ path, sha256: expected }) => {
    return sha256(read(path) ?? "") === expected; // a missing file is covered as absent
  });
}

export type Built = { readonly manifest: CodeManifest; readonly bundle: string } | { readonly problem: Finding };

/** For an application that bundled us and was moved away from its `node_modules`. */
const PACKAGE_MISSING =
  'the package "snaphook" is not installed where this program runs, and code configs are built with it; install it there, or use hooks files in JSON or YAML';

export interface Bundled {
  readonly code: string;
  readonly files: readonly CoveredFile[];
  /** What it loads at run time and the approval does not cover, as sentences. */
  readonly notCovered: readonly string[];
}

/** Bundles without running it: enough to show and hash what an approval covers. */
export async function bundleConfig(path: string, authoring: string): Promise<Bundled | { problem: Finding }> {
  if (!existsSync(authoring)) return { problem: finding("CODE_CONFIG_FAILED", PACKAGE_MISSING, { file: path }) };
  const files = new Map<string, CoveredFile>();
  const unresolved: string[] = [];
  const isOurs = (id: string) => id.startsWith("\0") || id.startsWith(`${dirname(authoring)}${sep}`);
  try {
    const { rolldown } = await import("rolldown");
    const build = await rolldown({
      input: path,
      cwd: dirname(path),
      platform: "node",
      resolve: { alias: { snaphook: authoring } },
      external: [/^node:/],
      onLog(_, { code, message }) {
        // A file put in its place later would run without an approval.
        if (code === "UNRESOLVED_IMPORT") unresolved.push(message);
      },
      treeshake: true,
      plugins: [
        plainModules(),
        {
          name: "covered-files",
          // The exact text that is bundled, including modules that leave no trace in the bundle.
          transform(code, id) {
            if (!isOurs(id)) files.set(id, coverFile(id, code));
          },
        },
      ],
    });
    const { output } = await build.generate({ format: "cjs", exports: "named", codeSplitting: false });
    await build.close();
    if (unresolved[0] !== undefined) throw new Error(unresolved[0].replace(ANSI, ""));
    const { code } = output[0];
    const left = leftToLoad(code, path);
    for (const file of left.files) if (!files.has(file.path)) files.set(file.path, file);
    const covered = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return { code, files: covered, notCovered: left.notCovered };
  } catch (error) {
    return { problem: buildProblem(error, path) };
  }
}

/** A config only declares its hooks. */
const EVALUATED_MS = 10_000;

function tooLate(): Error {
  return new Error(`its code did not finish within ${EVALUATED_MS / 1000} s; move slow work into the hooks`);
}

/**
 * Bundles and runs it once to list its hooks. Only for content that may run: it runs only if the bundled text is what
 * was approved.
 */
export async function buildConfig(
  path: string,
  authoring: string,
  regex: RegexEngine,
  isApproved: (files: readonly CoveredFile[]) => boolean,
): Promise<Built> {
  const bundled = await bundleConfig(path, authoring);
  if ("problem" in bundled) return bundled;
  if (!isApproved(bundled.files))
    return { problem: finding("TRUST_HASH_MISMATCH", "it changed after it was reviewed", { file: path }) };
  const artifact = sha256(bundled.code);
  const hooks: HookSpec[] = [];
  const findings: Finding[] = [];
  try {
    const exported = callWithin(EVALUATED_MS, () => evaluate(bundled.code, path), tooLate);
    definitionsOf(exported).forEach((definition, index) => {
      const read = readDefinition(definition, { type: "function", artifact: { sha256: artifact, index, path } }, regex);
      const found = "problem" in read ? [read.problem] : read.findings;
      findings.push(...found.map((one) => ({ ...one, file: path, field: `hooks[${index}]` })));
      if ("hook" in read) hooks.push(read.hook);
    });
  } catch (error) {
    return { problem: finding("CODE_CONFIG_FAILED", firstLine(error), { file: path }) };
  }
  return {
    manifest: { format: 1, path, files: bundled.files, artifact, hooks, findings },
    bundle: bundled.code,
  };
}

/** The bundler's first error with its position; the bundler's own message only counts them. */
function buildProblem(error: unknown, path: string): Finding {
  const { errors = [] } = error as { errors?: { loc?: { file?: string; line: number; column: number } }[] };
  const loc = errors[0]?.loc;
  const where = loc === undefined ? {} : { file: loc.file ?? path, line: loc.line, column: loc.column + 1 };
  const message = firstLine(errors[0] ?? error)
    .replace(ANSI, "")
    .replace(/^\[\w+\] /, "");
  return finding("CODE_CONFIG_FAILED", message, { file: path, ...where });
}

const ANSI = /\u001b\[\d*m/g;

function firstLine(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  return text.split("\n").find((line) => line.trim() !== "") ?? "unknown error";
}
