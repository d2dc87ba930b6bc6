/** Validates an Opta config value with the parser for its files. */
import type { FindingCode } from "../../core/errors.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import type { OptaHook } from "../../sources/dialects/opta/definitions.js";
import { readOptaConfig } from "../../sources/dialects/opta/load.js";
import { fieldName } from "../../sources/read/config-text.js";
import { linearRegex } from "../platform/re2.js";

/** The hook part of Opta's config. */
export interface OptaConfig {
  /** The hooks. */
  readonly hooks: readonly OptaHook[];
  readonly [key: string]: unknown;
}

/** A problem in a field of the config. */
export interface OptaConfigIssue {
  /** Path of the field: `hooks[0].timeout`. */
  readonly field: string;
  /** A stable code. */
  readonly code: FindingCode;
  /** What is wrong. */
  readonly message: string;
}

/** Thrown for an invalid config; `issues` names the fields. */
export class OptaConfigError extends Error {
  override readonly name = "OptaConfigError";
  /** One per invalid field. */
  readonly issues: readonly OptaConfigIssue[];

  constructor(issues: readonly OptaConfigIssue[]) {
    super(issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("\n"));
    this.issues = issues;
  }
}

/** Result of `OptaConfigSchema.safeParse`. */
export type OptaConfigResult =
  | { readonly success: true; readonly data: OptaConfig }
  | { readonly success: false; readonly error: OptaConfigError };

export interface OptaSchema {
  /** The config, with an empty `hooks` list if it has none. Throws an OptaConfigError. */
  parse(value: unknown): OptaConfig;
  /** The same, with the error as a value. */
  safeParse(value: unknown): OptaConfigResult;
}

/** Checks a config value, with the interface of a zod schema. */
export const OptaConfigSchema: OptaSchema = {
  parse(value) {
    const result = OptaConfigSchema.safeParse(value);
    if (!result.success) throw result.error;
    return result.data;
  },
  safeParse(value) {
    const { error } = readValue(value);
    if (error !== undefined) return { success: false, error };
    const { hooks, ...rest } = value as Record<string, unknown>;
    return { success: true, data: { ...rest, hooks: Array.isArray(hooks) ? hooks : [] } };
  },
};

/** The hooks of a config value, or its problems. Warnings are for files; a program gets errors only. */
export function readValue(value: unknown): { hooks: readonly HookSpec[]; error?: OptaConfigError } {
  const where = (path: readonly (string | number)[]) => ({ field: fieldName(path) });
  const { hooks, findings } = readOptaConfig({ value, findings: [], where }, linearRegex);
  const issues = findings
    .filter(({ severity }) => severity === "error")
    .map(({ field = "", code, message }) => ({ field, code, message }));
  return issues.length === 0 ? { hooks } : { hooks, error: new OptaConfigError(issues) };
}
