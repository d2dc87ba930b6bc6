/** Compiles a MatchSpec into fast tests. Compiled once at load time, never per fire. */
import { eventSpec } from "../events/events.js";
import type { HookEvent } from "../events/payload.js";
import { furtherArguments, furtherValues, listField, pathArguments, primaryArgument } from "../events/tools.js";
import type { RegexEngine, SlowRegex } from "../ports.js";
import { asText, isRecord } from "../text/json.js";
import { compileGlob } from "./glob.js";
import type { MatchSpec, TextPattern } from "./spec.js";

/** "broken": the pattern could not be evaluated; a guard then counts as matched and failed. */
export type MatchAnswer = boolean | "broken";
export type TextTest = (text: string) => MatchAnswer | Promise<MatchAnswer>;

export interface CompiledMatch {
  /** Decides by the subject alone (the tool name). Cacheable per subject. */
  readonly subject: (value: string | undefined) => MatchAnswer | Promise<MatchAnswer>;
  /** Decides by the rest of the payload; undefined if the subject decides. */
  readonly details?: (event: HookEvent) => MatchAnswer | Promise<MatchAnswer>;
}

export interface MatchEngines {
  readonly regex: RegexEngine;
  readonly slow: SlowRegex;
}

export function compileMatch(spec: MatchSpec, engines: MatchEngines): CompiledMatch {
  if (spec.never !== undefined) return { subject: () => false };
  const subjectTest = spec.subject && compileText(spec.subject, engines);
  const tests = detailTests(spec, engines);
  return {
    subject: (value) =>
      value === undefined ? subjectTest === undefined : !spec.except?.includes(value) && (subjectTest?.(value) ?? true),
    ...(tests.length > 0 ? { details: (event: HookEvent) => decide(tests, event) } : {}),
  };
}

function decide(tests: readonly EventTest[], event: HookEvent): MatchAnswer | Promise<MatchAnswer> {
  try {
    return every(tests.map((test) => () => test(event)));
  } catch {
    return "broken"; // an input that cannot be serialised: cyclic, or nested too deeply
  }
}

type EventTest = (event: HookEvent) => MatchAnswer | Promise<MatchAnswer>;

function detailTests(spec: MatchSpec, engines: MatchEngines): EventTest[] {
  const tests: EventTest[] = [];
  if (spec.content) {
    const test = compileText(spec.content, engines);
    tests.push(({ payload }) => {
      const tool = asText(payload["tool_name"] ?? "");
      const input = payload["tool_input"];
      return unlessUnreadable(payload, any(test, primaryArgument(tool, input), furtherArguments(tool, input)));
    });
  }
  if (spec.path) {
    const test = compileText(spec.path, engines);
    tests.push(({ payload }) => unlessUnreadable(payload, any(test, undefined, pathsOf(payload))));
  }
  if (spec.params) {
    const test = compileText(spec.params, engines);
    tests.push(({ payload }) => test(JSON.stringify(payload["tool_input"] ?? {})));
  }
  for (const [field, pattern] of Object.entries(spec.fields ?? {})) {
    const test = compileText(pattern, engines);
    tests.push(({ payload }) => {
      const input = payload["tool_input"];
      if (!isRecord(input)) return false;
      const value = input[field];
      const text = value === undefined || typeof value === "string" ? value : JSON.stringify(value);
      const answer = any(test, text, furtherValues(input, field));
      return listField(field) === undefined ? answer : unlessUnreadable(payload, answer);
    });
  }
  tests.push(...(spec.allOf ?? []).map((one) => wholeTest(one, engines)));
  if (spec.anyOf) {
    const any = spec.anyOf.map((one) => wholeTest(one, engines));
    tests.push((event) => some(any.map((test) => () => test(event))));
  }
  const equals = Object.entries(spec.equals ?? {});
  if (equals.length > 0) tests.push(({ payload }) => equals.every(([key, value]) => payload[key] === value));
  return tests;
}

function wholeTest(spec: MatchSpec, engines: MatchEngines): EventTest {
  const match = compileMatch(spec, engines);
  return (event) =>
    every([() => anySubject(match, subjectOf(event), alsoSubject(event)), () => match.details?.(event) ?? true]);
}

/** Tests the tool name, or the second tool of a call that does the work of two. */
export function anySubject(match: CompiledMatch, subject: string | undefined, also: string | undefined) {
  return also === undefined ? match.subject(subject) : some([() => match.subject(subject), () => match.subject(also)]);
}

type Answer = MatchAnswer | Promise<MatchAnswer>;

/** True if one of these strings matches. A single string costs only its test. */
function any(test: TextTest, text: string | undefined, further: readonly string[] | undefined): Answer {
  if (further === undefined || further.length === 0) return text === undefined ? false : test(text);
  const first = text === undefined ? [] : [() => test(text)];
  return some([...first, ...further.map((one) => () => test(one))]);
}

/** If the input could not be parsed, "no match" becomes "undecided". */
function unlessUnreadable(payload: HookEvent["payload"], answer: Answer): Answer {
  return payload.unreadable_input === true ? some([() => answer, () => "broken"]) : answer;
}

/** Tests a path pattern on the path as written, on its real path and, inside the project, on the relative path. */
function pathsOf(payload: HookEvent["payload"]): string[] {
  const cwd = typeof payload.cwd === "string" ? straighten(payload.cwd) : undefined;
  return pathArguments(payload["tool_input"] ?? payload).flatMap((path) => {
    const target = straighten(cwd === undefined || path.startsWith("/") ? path : `${cwd}/${path}`);
    const inside = cwd !== undefined && target.startsWith(`${cwd}/`) ? [target.slice(cwd.length + 1)] : [];
    return [...new Set([path, target, ...inside])];
  });
}

/** Normalised: `src/../secrets/key` is `secrets/key`. */
function straighten(path: string): string {
  const root = path.startsWith("/") ? "/" : "";
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (root === "") parts.push(part);
  }
  return root + parts.join("/");
}

export function compileText(pattern: TextPattern, engines: MatchEngines): TextTest {
  switch (pattern.kind) {
    case "literals": {
      const { prefix = [], suffix = [], contains = [] } = pattern;
      const exact = new Set(pattern.exact);
      return (text) =>
        exact.has(text) ||
        prefix.some((piece) => text.startsWith(piece)) ||
        suffix.some((piece) => text.endsWith(piece)) ||
        contains.some((piece) => text.includes(piece));
    }
    case "regex":
      return unlessInvalid(() => engines.regex.compile(pattern.source));
    case "glob":
      return unlessInvalid(() => compileGlob(pattern.source, "path"));
    case "wildcard":
      return unlessInvalid(() => compileGlob(pattern.source, "wildcard"));
    case "slow-regex":
      return async (text) => {
        const answer = await engines.slow.test(pattern.source, text);
        return answer === "timeout" ? "broken" : answer;
      };
  }
}

/** An invalid pattern (a glob such as `[z-a]`) must not prevent all other hooks from running. */
function unlessInvalid(compile: () => TextTest): TextTest {
  try {
    return compile();
  } catch {
    return () => "broken";
  }
}

/** The value for a subject pattern, in canonical names. */
export function subjectOf(event: HookEvent): string | undefined {
  const field = eventSpec(event.name).matches;
  const value = field === null ? undefined : event.payload[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The second tool of a call that does the work of two. */
export function alsoSubject({ name, native, payload }: HookEvent): string | undefined {
  const also = native === undefined ? undefined : payload.also_tool_name;
  return typeof also === "string" && eventSpec(name).matches === "tool_name" ? also : undefined;
}

type Lazy = () => MatchAnswer | Promise<MatchAnswer>;

/** Stops at the first "no"; stays synchronous as long as every answer is. */
function every(tests: readonly Lazy[], from = 0): MatchAnswer | Promise<MatchAnswer> {
  let broken = false;
  for (let i = from; i < tests.length; i++) {
    const answer = tests[i]!();
    if (answer instanceof Promise) {
      return answer.then(async (settled) => {
        if (settled === false) return false;
        const rest = await every(tests, i + 1);
        return rest === false ? false : settled === "broken" || broken ? "broken" : rest;
      });
    }
    if (answer === false) return false;
    if (answer === "broken") broken = true;
  }
  return broken ? "broken" : true;
}

/** Stops at the first "yes". */
function some(tests: readonly Lazy[], from = 0): MatchAnswer | Promise<MatchAnswer> {
  let broken = false;
  for (let i = from; i < tests.length; i++) {
    const answer = tests[i]!();
    if (answer instanceof Promise) {
      return answer.then(async (settled) => {
        if (settled === true) return true;
        const rest = await some(tests, i + 1);
        return rest === true ? true : settled === "broken" || broken ? "broken" : rest;
      });
    }
    if (answer === true) return true;
    if (answer === "broken") broken = true;
  }
  return broken ? "broken" : false;
}
