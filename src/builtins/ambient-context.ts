/** Adds one short line to every prompt: date, time, project and optional parts (BI-O23, CI-14). */
import { basename, join } from "node:path";
import { context } from "../core/decision/decision.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { cut, isRecord, type JsonObject } from "../core/text/json.js";
import { optionPath } from "./_shared/paths/option-path.js";
import { readOwnFile } from "./_shared/paths/safe-files.js";
import { dayOf, timeOf } from "./_shared/text/calendar.js";
import { conversationOf, readConversation } from "./_shared/text/conversation.js";
import { tagged } from "./_shared/text/tagged.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const PARTS = ["time", "project", "classes", "reminders"];
const OPTIONS = {
  parts: { type: "texts", default: PARTS, help: `Parts to include: ${PARTS.join(", ")}` },
  classes: { type: "object", help: 'Keywords by kind of request: `{ "people": ["call", "meet"] }`' },
  reminders: {
    type: "text",
    help: "File with lines such as `2026-11-15 Pay the rent`; entries due today are included",
  },
} satisfies BuiltinOptions;

/** At most 100 tokens, even at three characters per token. */
const MOST_CHARACTERS = 270;

const ambientContext: Builtin = {
  name: "ambient-context",
  summary: "Adds date, time, the active project, kinds of request and due reminders to every prompt, in one line.",
  kind: "context",
  from: "orion",
  example: {
    event: "UserPromptSubmit",
    builtin: "ambient-context",
    options: { parts: ["time", "project"], reminders: "~/reminders.txt" },
  },
  events: ["UserPromptSubmit"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, ({ parts = PARTS, classes = {} }) => {
    if (!(parts as string[]).every((part) => PARTS.includes(part)))
      return `\`parts\` must be a list of ${PARTS.join(", ")}`;
    return Object.values(classes as object).every(Array.isArray)
      ? undefined
      : "`classes` must map each kind to a list of words";
  }),
  make(surroundings, options, services) {
    const parts = (options["parts"] ?? PARTS) as readonly string[];
    return async (payload) => {
      const now = services.now();
      const says: Readonly<Record<string, () => Promise<string> | string>> = {
        time: () => `${dayOf(now)} ${timeOf(now)}`,
        project: async () =>
          snapshot((await readConversation(services, conversationOf(payload))).project ?? surroundings.project),
        classes: () => kinds(options["classes"], payload["prompt"]),
        reminders: () => due(options, surroundings, dayOf(now)),
      };
      const told = await Promise.all(PARTS.filter((part) => parts.includes(part)).map((part) => says[part]!()));
      const line = told.filter((text) => text !== "").join(" · ");
      return line === "" ? undefined : context(tagged("ambient", [cut(line, MOST_CHARACTERS)]));
    };
  },
};

/** Its name, and the status from its own file. */
async function snapshot(project: string): Promise<string> {
  const meta = await readOwnFile(join(project, "_meta.yaml"), 50_000, project);
  const facts = [...(meta?.text ?? "").matchAll(/^(status|deadline|next):[ \t]{0,8}(\S[^\n]{0,60})/gm)];
  const told = facts.map(([, name, value]) => `${name} ${value!.trim()}`);
  return [`project ${cut(basename(project), 60)}`, ...told].join(", ");
}

function kinds(classes: unknown, prompt: unknown): string {
  const words = asWords(String(prompt ?? ""));
  const named = Object.entries(isRecord(classes) ? classes : {}).filter(([, list]) =>
    (list as unknown[]).some((word) => hasWords(words, String(word))),
  );
  return named.length === 0 ? "" : `about ${named.map(([name]) => name).join(", ")}`;
}

async function due({ reminders }: JsonObject, surroundings: Surroundings, today: string): Promise<string> {
  if (typeof reminders !== "string") return "";
  const file = await readOwnFile(optionPath(reminders, surroundings), 100_000);
  const lines = (file?.text ?? "").split("\n").filter((line) => line.startsWith(`${today} `));
  return lines.map((line) => `due today: ${line.slice(today.length + 1).trim()}`).join("; ");
}

export default ambientContext;
