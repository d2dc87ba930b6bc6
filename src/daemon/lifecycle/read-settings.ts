/** Parses `daemon.json`: an invalid setting is reported with its position and ignored, everything else applies. */
import { join } from "node:path";
import type { z } from "zod";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type FieldPath, parseConfigText } from "../../sources/read/config-text.js";
import { type LoadedSettings, USUAL_SETTINGS } from "./settings.js";
import { settingsSchema } from "./settings-schema.js";

export function readSettings(file: string, text: string, home: string): LoadedSettings {
  const parsed = parseConfigText(file, text);
  const wrong: { readonly path: FieldPath; readonly found: Finding }[] = [];
  const told = (path: FieldPath, code: "CONFIG_TYPE" | "CONFIG_UNKNOWN_KEY", message: string) =>
    wrong.push({ path, found: finding(code, message, parsed.where(path)) });
  if (!isRecord(parsed.value)) {
    const found =
      parsed.findings.length > 0 ? parsed.findings : [finding("CONFIG_TYPE", "must be an object", { file })];
    return { settings: USUAL_SETTINGS, findings: found };
  }
  for (const issue of settingsSchema.safeParse(parsed.value).error?.issues ?? []) {
    const path = issue.path as FieldPath;
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) told([...path, key], "CONFIG_UNKNOWN_KEY", `Unknown setting "${key}".`);
    else told(path, "CONFIG_TYPE", wordsOf(issue));
  }
  const read = settingsSchema.safeParse(
    withoutAll(
      parsed.value,
      wrong.map(({ path }) => path),
    ),
  );
  const findings = [...parsed.findings, ...wrong.map(({ found }) => found)];
  if (!read.success) return { settings: USUAL_SETTINGS, findings };
  const { $schema: _, ...settings } = read.data;
  const whole = (path: string) => (path.startsWith("~/") ? join(home, path.slice(2)) : path);
  const backup = { ...settings.backup, folder: whole(settings.backup.folder) };
  return { settings: { ...settings, watch: settings.watch.map(whole), backup }, findings };
}

function wordsOf(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
}

/** What is left can lack a value that it needs: then it goes too. */
function withoutAll(value: unknown, paths: readonly FieldPath[], rounds = 5): unknown {
  // From the end, so that list positions stay valid.
  const kept = paths.toReversed().reduce((rest, path) => without(rest, existing(rest, path)), value);
  const issues = settingsSchema.safeParse(kept).error?.issues ?? [];
  if (issues.length === 0 || rounds === 0) return kept;
  return withoutAll(
    kept,
    issues.map(({ path }) => path as FieldPath),
    rounds - 1,
  );
}

/** A missing value is dropped with the object that needs it. */
function existing(value: unknown, path: FieldPath): FieldPath {
  let inner = value;
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(inner) ? Number(key) >= inner.length : !isRecord(inner) || !Object.hasOwn(inner, key))
      return path.slice(0, depth);
    inner = (inner as JsonObject)[key as string];
  }
  return path;
}

function without(value: unknown, [key, ...rest]: FieldPath): unknown {
  if (Array.isArray(value)) {
    const at = Number(key);
    return value.flatMap((item, i) => (i !== at ? [item] : rest.length === 0 ? [] : [without(item, rest)]));
  }
  if (!isRecord(value) || key === undefined) return value;
  const { [key]: inner, ...others } = value as JsonObject;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
}
