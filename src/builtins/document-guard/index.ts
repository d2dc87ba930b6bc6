/**
 * Scans tool input for prompt injections (SE-07, SE-08): documents, fetched pages, output of programs and MCP tools.
 * Never denies a call. Reports what it found and where, and fires `PromptInjectionVerdict` once per call.
 */
import { extname } from "node:path";
import type { HookOutput } from "../../core/decision/decision.js";
import { fenceUntrusted } from "../../core/decision/fence-untrusted.js";
import type { BasePayload } from "../../core/events/payload.js";
import { primaryArgument } from "../../core/events/tools.js";
import type { Builtin, Services, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { isRecord } from "../../core/text/json.js";
import { readStart } from "../../disk/files.js";
import type { Reviewed, TextSort } from "../../effects/injection/verdict.js";
import { fileOf } from "../_shared/calls/tool-call.js";
import { shown } from "../_shared/text/shown.js";
import { reasonsOf, warningOf } from "./findings.js";
import { reviewInParts } from "./review-in-parts.js";
import { mapTexts, outputOf, textsIn } from "./texts.js";

const OPTIONS = {
  sanitise: {
    type: "boolean",
    default: false,
    help: "Replaces such text with a fenced copy marked as untrusted, without invisible characters",
  },
  block: { type: "boolean", default: false, help: "Replaces text that is clearly an injection with a note" },
  dialect: {
    type: ["snaphook", "orion"],
    default: "snaphook",
    help: "`orion` scans only the first 2 KB of documents, like Orion",
  },
} satisfies BuiltinOptions;

const DOCUMENTS = new Set(
  "md mdx markdown txt text rst adoc asciidoc org tex html htm xhtml xml svg csv tsv json jsonl yaml yml log eml ipynb rtf vtt srt".split(
    " ",
  ),
);
/** Maximum characters scanned; bounds the agent's waiting time. */
const LIMIT = 400_000;
const ORION_LIMIT = 2048;
/** Between the start of a call and its end. */
const SAME_CALL_MS = 10 * 60_000;

const documentGuard: Builtin = {
  name: "document-guard",
  summary:
    "Warns about prompt injections in documents, fetched pages and tool output; never denies. Can sanitise them.",
  from: "orion",
  kind: "context",
  options: OPTIONS,
  example: { event: "PostToolUse", builtin: "document-guard", options: { sanitise: true } },
  events: ["PostToolUse", "PreToolUse"],
  match: {
    subject: {
      kind: "literals",
      exact: ["Read", "WebFetch", "WebSearch", "Bash", "PowerShell", "Grep"],
      prefix: ["mcp__"],
    },
  },
  matchOn: { PreToolUse: { subject: { kind: "literals", exact: ["Read"] } } },
  guard: false,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { sanitise = false, block = false, dialect = "snaphook" }, services) {
    const limit = dialect === "orion" ? ORION_LIMIT : LIMIT;
    return (payload: BasePayload) => {
      const call = { payload, services, where: whereOf(payload) };
      if (payload.hook_event_name === "PreToolUse") return before(call, surroundings, limit);
      return after(call, surroundings, {
        sanitise: sanitise === true,
        block: block === true,
        orion: dialect === "orion",
        limit,
      });
    };
  },
};

export default documentGuard;

interface Call {
  readonly payload: BasePayload;
  readonly services: Services;
  readonly where: string;
}

interface After {
  readonly sanitise: boolean;
  readonly block: boolean;
  readonly orion: boolean;
  readonly limit: number;
}

/** A document that can be scanned before the agent reads it. */
async function before(call: Call, surroundings: Surroundings, limit: number): Promise<HookOutput | undefined> {
  const path = fileOf(call.payload, surroundings);
  const text = path === undefined ? undefined : readStart(path, limit);
  if (path === undefined || text === undefined || text.includes("\0")) return undefined;
  const found = await reviewInParts(text, sortOf(path));
  return found.flagged ? report(call, found, reasonsOf(text, found), "") : undefined;
}

async function after(call: Call, surroundings: Surroundings, options: After): Promise<HookOutput | undefined> {
  const { sanitise, block, orion, limit } = options;
  const { payload, where } = call;
  if (orion && payload["tool_name"] !== "Read") return undefined;
  const sort = payload["tool_name"] === "Read" ? sortOf(fileOf(payload, surroundings) ?? "") : "document";
  const output = outputOf(payload);
  const text = textsIn(output, limit).join("\n\n");
  const found = await reviewInParts(text, sort);
  if (!found.flagged && !(sanitise && found.verdict !== "allow")) return undefined;
  const reasons = reasonsOf(text, found);
  if (block && found.verdict === "block") {
    const note = `[document-guard removed this text: it ${reasons.join("; it ")}.]`;
    const became = "It was removed. ";
    return { ...(await report(call, found, reasons, became)), output: await replaced(output, sort, () => note) };
  }
  if (!sanitise) return report(call, found, reasons, "");
  const became = "It is now fenced, without invisible characters. ";
  const clean = await replaced(output, sort, (dirty) => fenceUntrusted(dirty, where));
  return { ...(await report(call, found, reasons, became)), output: clean };
}

/** Replaces the offending strings; if none alone is flagged, the longest. */
async function replaced(output: unknown, sort: TextSort, change: (text: string) => string): Promise<unknown> {
  const guilty = new Set<string>();
  let longest = "";
  for (const text of textsIn(output, LIMIT)) {
    if ((await reviewInParts(text, sort)).verdict !== "allow") guilty.add(text);
    if (text.length > longest.length) longest = text;
  }
  if (guilty.size === 0) guilty.add(longest);
  return mapTexts(output, (text) => (guilty.has(text.slice(0, LIMIT)) ? change(text) : text));
}

/** Reports and fires once for a call that is seen both before and after it ran. */
async function report(call: Call, found: Reviewed, reasons: string[], became: string): Promise<HookOutput> {
  if (await isReported(call)) return {};
  const { where, services } = call;
  const verdict = found.verdict === "block" ? "block" : "sanitize";
  services.emit("PromptInjectionVerdict", { context: where, verdict, reasons });
  return { context: warningOf(where, reasons, became) };
}

async function isReported({ payload, services, where }: Call): Promise<boolean> {
  const id = payload["tool_use_id"];
  if (typeof id !== "string") return false;
  const now = services.now();
  let known = false;
  await services.state.update(`document-guard:${String(payload.session_id)}`, (old) => {
    const recent = Object.entries(isRecord(old) ? old : {}).filter(([, at]) => now - Number(at) < SAME_CALL_MS);
    const key = `${id} ${where}`;
    known = recent.some(([name]) => name === key);
    return Object.fromEntries([...recent.slice(-50), [key, now]]);
  });
  return known;
}

function whereOf({ tool_name: tool, tool_input: input }: BasePayload): string {
  const about = primaryArgument(String(tool), input) ?? "";
  return shown(`${String(tool)} ${about}`.trim());
}

/** Files written for agents, and prompts. */
const INSTRUCTIONS =
  /(?:^|\/)(?:AGENTS?|CLAUDE|GEMINI|QWEN|CODEX|SKILL|copilot-instructions|[^/]*\.instructions)(?:\.local|\.override)?\.mdc?$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)$|\/\.(?:cursor\/rules|claude\/(?:agents|commands|skills)|codex\/prompts|github\/(?:prompts|instructions))\/|(?:^|[/._-])(?:system[-_])?prompts?(?:[/._-]|$)/i;

function sortOf(path: string): TextSort {
  const plain = path.replaceAll("\\", "/");
  if (INSTRUCTIONS.test(plain)) return "instructions";
  return isDocument(path) ? "document" : "code";
}

function isDocument(path: string): boolean {
  const ending = extname(path).slice(1).toLowerCase();
  return ending === "" || DOCUMENTS.has(ending);
}
