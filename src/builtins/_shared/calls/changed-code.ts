/** The file that a call changed, if it belongs to the project and has one of these extensions. */
import { extname, relative } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { isInside } from "../paths/safe-files.js";
import { fileOf, hasFailed } from "./tool-call.js";

export interface ChangedCode {
  readonly path: string;
  /** Relative to the project; never parsed as an option. */
  readonly name: string;
  /** Without the dot. */
  readonly ending: string;
}

export const CHANGING = {
  subject: { kind: "literals", exact: ["Edit", "Write", "MultiEdit", "NotebookEdit"] },
} as const;

export function changedCode(payload: BasePayload, surroundings: Surroundings): ChangedCode | undefined {
  const path = fileOf(payload, surroundings);
  if (path === undefined || hasFailed(payload) || !isInside(surroundings.project, path)) return undefined;
  const name = relative(surroundings.project, path);
  return { path, name: name.startsWith("-") ? `./${name}` : name, ending: extname(path).slice(1).toLowerCase() };
}

/** `eslint --fix {file}` as a program and its arguments; the file stays one argument. */
export function commandFor(line: string, file: string): { readonly program: string; readonly args: string[] } {
  const [program = "", ...args] = line.trim().split(/\s+/);
  return { program, args: args.map((arg) => arg.replaceAll("{file}", () => file)) };
}

/** True if each value is a non-empty command line. */
export function areLines(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((line) => typeof line === "string" && /^\s*[^\s-]/.test(line))
  );
}
