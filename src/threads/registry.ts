/** Agents, templates, shells and profiles as their files have them, before they are checked. */
import type { Finding, Where } from "../core/errors.js";

/** `shipped`: of Snaphook itself. */
export type Origin = "shipped" | "user" | "cortex" | "project";

export type FieldPath = readonly (string | number)[];

export interface RawEntity {
  readonly name: string;
  readonly value: unknown;
  readonly origin: Origin;
  /** The file it is in; the template's own agents come before those of other files. */
  readonly file: string;
  where(path: FieldPath): Where;
  /** The text of `file:NAME` in a prompt field, or why there is none. */
  readPrompt(kind: PromptKind, name: string): { readonly text: string } | { readonly problem: string };
}

export type PromptKind = "directives" | "promptTemplates" | "systemPrompts";

export interface Registry {
  readonly agents: readonly RawEntity[];
  readonly templates: readonly RawEntity[];
  readonly shells: readonly RawEntity[];
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly defaultProfile: string;
  readonly findings: readonly Finding[];
}

/** How an agent is started. */
export interface Profile {
  /** Name of its adapter. */
  readonly agent: string;
  readonly model?: string;
  readonly args: readonly string[];
  /** Path of its program (default: found in PATH). */
  readonly program?: string;
  readonly turnMinutes?: number;
}

export function findEntity(all: readonly RawEntity[], name: string, file?: string): RawEntity | undefined {
  return all.find((one) => one.name === name && one.file === file) ?? all.find((one) => one.name === name);
}
