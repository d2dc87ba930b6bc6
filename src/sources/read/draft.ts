/**
 * Helps loaders convert an entry to a HookSpec: resolves the event, parses the matcher, converts timeouts and reports
 * problems. What cannot run is reported; a guard is kept as broken so that its failure contract applies (MA-08).
 */

import { type Finding, type FindingCode, finding } from "../../core/errors.js";
import { eventCan, eventSpec, resolveEvent } from "../../core/events/events.js";
import type { FailureMode, HookSpec, RunSpec, Strategy } from "../../core/hooks/hook.js";
import { type MatcherKind, parseMatcher } from "../../core/match/parse.js";
import { MATCH_ALL, type MatchSpec } from "../../core/match/spec.js";
import type { RegexEngine } from "../../core/ports.js";
import { unknownEvent } from "../../core/text/suggest.js";
import type { FieldPath, ParsedText } from "./config-text.js";

/** Common properties of all hooks of a file. */
export interface DraftRules {
  readonly dialect: string;
  readonly strategy: Strategy;
  readonly matcherKind: MatcherKind;
  /** Meaning of a matcher on an event without a tool (MA-05). */
  readonly matcherWithoutTool: "subject" | "ignored" | "never";
  /** Events without a tool whose matcher still counts. */
  readonly subjectEvents?: readonly string[];
  /** Severity of an unknown event (default: error; some systems only warn, EV-22). */
  readonly unknownEvent?: Finding["severity"];
  readonly defaultTimeoutMs: number;
  readonly onTimeout?: FailureMode;
}

export interface DraftEntry {
  /** Event as written. */
  readonly event: string;
  readonly at: FieldPath;
  readonly id?: string;
  readonly matcher?: string;
  /** Conditions in addition to the matcher. */
  readonly conditions?: MatchSpec;
  readonly run: RunSpec;
  readonly timeoutMs?: number;
  readonly guard?: boolean;
  /** Other HookSpec fields that the dialect sets. */
  readonly rest?: Partial<HookSpec>;
}

/** Finding the position of a finding takes longer in larger files, so their number is limited. */
const MOST_FINDINGS = 100;

export class Draft {
  readonly findings: Finding[] = [];
  readonly hooks: HookSpec[] = [];
  readonly #rules: DraftRules;
  readonly #parsed: ParsedText;
  /** For user-supplied patterns. */
  readonly regex: RegexEngine;

  constructor(rules: DraftRules, parsed: ParsedText, regex: RegexEngine) {
    this.#rules = rules;
    this.#parsed = parsed;
    this.regex = regex;
    this.findings.push(...parsed.findings);
  }

  report(code: FindingCode, message: string, at: FieldPath, severity?: Finding["severity"]): void {
    if (this.#isFull) return;
    if (this.findings.length === MOST_FINDINGS) {
      const where = this.#parsed.where([]);
      this.findings.push(
        finding("CONFIG_TYPE", `only the first ${MOST_FINDINGS} problems of this file are listed`, where),
      );
      return;
    }
    const found = finding(code, message, this.#parsed.where(at));
    this.findings.push(severity === undefined ? found : { ...found, severity });
  }

  get #isFull(): boolean {
    return this.findings.length > MOST_FINDINGS;
  }

  /** The canonical event; undefined, with a finding, if it is unknown. */
  event(name: string, at: FieldPath): ReturnType<typeof resolveEvent> {
    const event = resolveEvent(name);
    if (event === undefined) {
      const message = this.#isFull ? "" : unknownEvent(name); // not kept
      this.report("EVENT_UNKNOWN", message, at, this.#rules.unknownEvent);
    }
    return event;
  }

  /** Adds the hook. Returns undefined, with a finding, if the entry is unusable. */
  add(entry: DraftEntry): HookSpec | undefined {
    const event = this.event(entry.event, entry.at);
    if (event === undefined) return undefined;
    const matched = this.#match(entry, event.name);
    if ("invalid" in matched && !entry.guard) return undefined;
    const timeoutMs = this.#timeout(entry);
    if (
      entry.rest?.background &&
      !entry.guard &&
      entry.rest.mode !== "observe" &&
      (eventCan(event.name, "deny") || eventCan(event.name, "rewrite")) &&
      eventSpec(event.name).phase === "tool"
    ) {
      this.report(
        "HOOK_BACKGROUND_BLOCKING",
        `a background hook on ${event.name} can never block or change a call`,
        entry.at,
      );
    }
    const hook: HookSpec = {
      id: entry.id ?? "",
      event: event.name,
      ...(event.nativeTo === undefined ? {} : { nativeTo: event.nativeTo }),
      dialect: this.#rules.dialect,
      match: "invalid" in matched ? MATCH_ALL : matched.match,
      run: entry.run,
      guard: entry.guard ?? false,
      strategy: this.#rules.strategy,
      timeoutMs,
      ...(this.#rules.onTimeout === undefined ? {} : { onTimeout: this.#rules.onTimeout }),
      mode: "enforce",
      enabled: true,
      ...entry.rest,
      ...("invalid" in matched
        ? { broken: { code: "MATCHER_INVALID", message: `its matcher ${matched.invalid}` } }
        : {}),
    };
    this.hooks.push(hook);
    return hook;
  }

  #match(entry: DraftEntry, event: string): { match: MatchSpec } | { invalid: string } {
    const parsed = parseMatcher(this.#rules.matcherKind, entry.matcher, this.regex);
    if ("invalid" in parsed) this.report("MATCHER_INVALID", parsed.invalid, [...entry.at, "matcher"]);
    for (const lint of parsed.lints ?? []) this.report(lint.code, lint.message, [...entry.at, "matcher"]);
    if ("invalid" in parsed) return parsed;
    const subjectField = eventSpec(event).matches;
    const { matcherWithoutTool, subjectEvents = [] } = this.#rules;
    const counts = subjectField === "tool_name" || matcherWithoutTool === "subject" || subjectEvents.includes(event);
    if (!counts && matcherWithoutTool === "ignored") return { match: MATCH_ALL };
    if (!counts && parsed.match.subject !== undefined) {
      this.report("MATCHER_NEVER", `${event} has no tool name, so a hook with a matcher never fires`, [
        ...entry.at,
        "matcher",
      ]);
      return { match: { never: `${event} has no tool name` } };
    }
    if (parsed.match.subject !== undefined && subjectField === null) return { match: { ...(entry.conditions ?? {}) } };
    return { match: { ...parsed.match, ...entry.conditions } };
  }

  #timeout(entry: DraftEntry): number {
    const ms = entry.timeoutMs;
    if (ms === undefined) return this.#rules.defaultTimeoutMs;
    if (!Number.isFinite(ms) || ms <= 0) {
      this.report("HOOK_FIELD_INVALID", `a timeout must be a positive number, not ${ms}`, entry.at);
      return this.#rules.defaultTimeoutMs;
    }
    if (ms < 100)
      this.report(
        "TIMEOUT_IMPLAUSIBLE",
        `${ms} ms is hardly enough to start a process; did you mean seconds?`,
        entry.at,
      );
    if (ms > 3_600_000) this.report("TIMEOUT_IMPLAUSIBLE", `${ms / 1000} s is over an hour; check its unit`, entry.at);
    return Math.min(ms, 24 * 3_600_000);
  }
}
