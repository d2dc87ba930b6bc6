/** Parses Opta's `hooks` list, from a file or from an embedder. */
import type { FindingCode } from "../../../core/errors.js";
import { isRecord } from "../../../core/text/json.js";
import type { FieldPath } from "../../read/config-text.js";
import { isOptaEvent, OPTA_EVENTS, type OptaEvent } from "./names.js";

export interface OptaHook {
  readonly event: OptaEvent;
  readonly command: string;
  /** Unanchored regular expression for the tool's name. */
  readonly matcher?: string;
  /** Milliseconds, 100 … 60000. */
  readonly timeout?: number;
  /** Runs in the background, and can never cancel. */
  readonly background?: boolean;
  /** Shown while it runs. */
  readonly statusMessage?: string;
}

export interface PlacedHook {
  readonly hook: OptaHook;
  readonly at: FieldPath;
}

export type Report = (code: FindingCode, message: string, at: FieldPath) => void;

interface FieldRule {
  fits(value: unknown): boolean;
  readonly code: FindingCode;
  readonly must: string;
}

const isText = (value: unknown) => typeof value === "string";
const optional = (rule: FieldRule): FieldRule => ({
  ...rule,
  fits: (value) => value === undefined || rule.fits(value),
});

const FIELDS: Readonly<Record<keyof OptaHook, FieldRule>> = {
  event: {
    fits: isOptaEvent,
    code: "EVENT_UNKNOWN",
    must: `be one of ${Object.keys(OPTA_EVENTS).join(", ")}`,
  },
  command: {
    fits: (value) => isText(value) && String(value).trim() !== "",
    code: "HOOK_FIELD_MISSING",
    must: "contain a command",
  },
  matcher: optional({ fits: isText, code: "CONFIG_TYPE", must: "be a string" }),
  timeout: optional({
    fits: isTimeout,
    code: "HOOK_FIELD_INVALID",
    must: "be a number of milliseconds from 100 to 60000",
  }),
  background: optional({
    fits: (value) => typeof value === "boolean",
    code: "CONFIG_TYPE",
    must: "be true or false",
  }),
  statusMessage: optional({ fits: isText, code: "CONFIG_TYPE", must: "be a string" }),
};

const LIGHT_KEYS = ["pre_tool_url", "post_tool_url"];

/** The valid hooks. Invalid ones are reported by field and skipped. */
export function readHooks(root: unknown, report: Report): PlacedHook[] {
  if (!isRecord(root)) {
    report("CONFIG_TYPE", "the config must be an object", []);
    return [];
  }
  const hooks = root["hooks"] ?? [];
  if (isLightOnly(hooks)) return [];
  if (!Array.isArray(hooks)) {
    report("CONFIG_TYPE", "`hooks` must be a list", ["hooks"]);
    return [];
  }
  return hooks.flatMap((entry: unknown, i) => readHook(entry, ["hooks", i], report));
}

/** URLs notified of every tool call: beside the list, or instead of it. */
export function readLightUrls(root: unknown): { event: OptaEvent; url: unknown; at: FieldPath }[] {
  if (!isRecord(root)) return [];
  const [holder, at] = isLightOnly(root["hooks"]) ? [root["hooks"], ["hooks"]] : [root, []];
  const events: readonly OptaEvent[] = ["tool.pre", "tool.post"];
  return LIGHT_KEYS.map((key, i) => ({ event: events[i]!, url: holder[key], at: [...at, key] })).filter(
    ({ url }) => url !== undefined,
  );
}

function isLightOnly(hooks: unknown): hooks is Record<string, unknown> {
  const keys = isRecord(hooks) ? Object.keys(hooks) : [];
  return keys.length > 0 && keys.every((key) => LIGHT_KEYS.includes(key));
}

function readHook(entry: unknown, at: FieldPath, report: Report): PlacedHook[] {
  if (!isRecord(entry)) {
    report("CONFIG_TYPE", "each hook must be an object", at);
    return [];
  }
  const wrong = Object.entries(FIELDS).filter(([field, rule]) => !rule.fits(entry[field]));
  for (const [field, { code, must }] of wrong) report(code, `\`${field}\` must ${must}`, [...at, field]);
  if (wrong.length > 0) return [];
  const known = Object.keys(FIELDS).filter((field) => entry[field] !== undefined);
  return [{ hook: Object.fromEntries(known.map((field) => [field, entry[field]])) as unknown as OptaHook, at }];
}

function isTimeout(value: unknown): boolean {
  return typeof value === "number" && value >= 100 && value <= 60_000;
}
