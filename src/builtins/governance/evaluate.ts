/** Finds the rule for a call: all conditions of a rule have to match, and the first matching rule counts. */
import { relative, resolve } from "node:path";
import type { BasePayload } from "../../core/events/payload.js";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { isRecord } from "../../core/text/json.js";
import type { Effect } from "../../effects/model/effect.js";
import { effectsOf } from "../_shared/calls/effects-of.js";
import { Links } from "../_shared/paths/follow-links.js";
import { pathForms } from "../_shared/paths/path-forms.js";
import type { ReadyRule } from "./rules.js";

/** Longer inputs are not searched: a rule that would block them counts as matching. */
const LONGEST = 200_000;
const PATH_FIELDS = ["file_path", "path", "notebook_path"] as const;

export interface Match {
  readonly rule: ReadyRule["rule"];
  /** Description of the match. */
  readonly matched: string;
}

export function firstMatch(
  rules: readonly ReadyRule[],
  payload: BasePayload,
  surroundings: Surroundings,
): Match | undefined {
  const facts = new Facts(payload, surroundings);
  const found = rules.find((rule) => facts.fit(rule));
  if (found === undefined) return undefined;
  const { tool, pattern, path, effect } = found.rule;
  const said = { pattern, path, effect, tool };
  const matched = Object.entries(said).flatMap(([name, text]) => (text === undefined ? [] : [`${name} ${text}`]));
  return { rule: found.rule, matched: matched.join(", ") };
}

/** Facts about the call, computed on first use. */
class Facts {
  readonly #payload: BasePayload;
  readonly #surroundings: Surroundings;
  #input: string | undefined;
  #paths: readonly string[] | undefined;

  constructor(payload: BasePayload, surroundings: Surroundings) {
    this.#payload = payload;
    this.#surroundings = surroundings;
  }

  fit({ rule, tool, pattern, path }: ReadyRule): boolean {
    if (tool !== undefined && !this.#tools.some(tool)) return false;
    if (rule.effect !== undefined && !this.#effects.some((effect) => isOf(effect, rule.effect!))) return false;
    if (path !== undefined && !this.paths.some(path)) return false;
    if (pattern === undefined) return true;
    const stops = rule.action === "deny" || rule.action === "ask";
    return this.input.length > LONGEST ? stops : pattern(this.input);
  }

  /** The canonical and the agent's tool name. */
  get #tools(): string[] {
    const { tool_name: tool, native_tool_name: native } = this.#payload;
    return [tool, native].filter((name) => typeof name === "string");
  }

  get #effects(): readonly Effect[] {
    return effectsOf(this.#payload, this.#surroundings).effects;
  }

  get input(): string {
    this.#input ??= serialised(this.#payload["tool_input"]);
    return this.#input;
  }

  /** Paths in the input that the call would touch: as written, absolute, and with links resolved. */
  get paths(): readonly string[] {
    this.#paths ??= this.#allPaths();
    return this.#paths;
  }

  #allPaths(): string[] {
    const { home, project } = this.#surroundings;
    const cwd = resolve(this.#surroundings.cwd, typeof this.#payload.cwd === "string" ? this.#payload.cwd : "");
    const input = this.#payload["tool_input"];
    const named = isRecord(input) ? [...PATH_FIELDS.map((field) => input[field]), ...listed(input["file_paths"])] : [];
    const touched = this.#effects.flatMap(({ target }) => (target?.type === "path" ? [target.name] : []));
    const links = new Links(cwd);
    const all = [...named, ...touched].filter((path) => typeof path === "string").slice(0, 100);
    return [
      ...new Set(
        all.flatMap((path) => {
          const { forms } = pathForms(path, home, cwd, links);
          return [path, ...forms, ...forms.map((form) => relative(project, form))];
        }),
      ),
    ];
  }
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isOf({ kind, severity }: Effect, wanted: string): boolean {
  return wanted === kind || wanted === `${kind}:${severity}`;
}

function serialised(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}
