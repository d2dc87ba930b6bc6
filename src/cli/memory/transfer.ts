/** `memory export` and `memory import`: one JSON object per line. What is imported is never injected automatically. */
import { resolve } from "node:path";
import { finding } from "../../core/errors.js";
import { leastTrusted, MEMORY_TYPES, type MemoryRow, TRUST } from "../../core/records/memory.js";
import type { NewMemory } from "../../core/records/memory-store.js";
import { redactText } from "../../core/redact/text.js";
import { parseObject } from "../../core/text/json.js";
import { readPlainFile } from "../../disk/files.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { amount, jsonText, refuse } from "../output/print.js";
import { done } from "./change.js";
import { checkoutHere, withMemory } from "./place.js";

const VERSION = 1;
const TEXT_CHARS = 600;
const MOST_BYTES = 50_000_000;

export async function exportMemories(call: Call): Promise<number> {
  const here = checkoutHere(call);
  if ("code" in here) {
    refuse(call, here);
    return MISUSE;
  }
  const rows = await withMemory(call, (store) =>
    store.memories({ scope: here.scope, status: "active", limit: Number.MAX_SAFE_INTEGER }),
  );
  for (const { type, text, trust, importance, address, file, createdAt } of rows)
    call.raw(jsonText({ version: VERSION, type, text: redactText(text), trust, importance, address, file, createdAt }));
  return OK;
}

export async function importMemories(call: Call, path: string | undefined): Promise<number> {
  const here = checkoutHere(call);
  const problem = "code" in here ? here : path === undefined ? finding("USAGE", "give the file to import") : undefined;
  if (problem !== undefined || "code" in here) {
    refuse(call, problem!);
    return MISUSE;
  }
  const file = resolve(call.cwd, path!);
  let lines: string[];
  try {
    const bytes = readPlainFile(file);
    if (bytes.length > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    lines = bytes
      .toString("utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
  } catch (error) {
    refuse(call, finding("FILE_UNREADABLE", `the file cannot be read: ${(error as Error).message}`, { file }));
    return MISUSE;
  }
  const read = lines.map((line) => readLine(line, here.scope));
  const rows = read.filter((row) => row !== undefined);
  const stored = await withMemory(call, async (store) => {
    const known = new Set(
      (await store.memories({ scope: here.scope, limit: Number.MAX_SAFE_INTEGER })).map(({ text }) => text),
    );
    const fresh = rows.filter(({ text }) => !known.has(text) && known.add(text));
    for (const row of fresh) await store.addMemory(row);
    return fresh.length;
  });
  const result = { stored, known: rows.length - stored, damaged: read.length - rows.length };
  const text = `${amount(stored, "memory", "memories")} stored, ${result.known} known, ${result.damaged} lines not read. \`snaphook memory review\` lists them: none is shown to agents before that.`;
  done(call, result, text);
  return result.damaged > 0 ? PROBLEMS : OK;
}

/** Scope, address and status of the sender do not count: an imported memory replaces nothing. */
function readLine(line: string, scope: string): NewMemory | undefined {
  const said = parseObject(line) as Partial<MemoryRow & { version: number }> | undefined;
  if (said?.version !== VERSION || typeof said.text !== "string" || said.text.trim() === "") return undefined;
  const type = MEMORY_TYPES.find((one) => one === said.type);
  const trust = TRUST.find((one) => one === said.trust);
  if (type === undefined || trust === undefined || said.text.length > TEXT_CHARS) return undefined;
  const at =
    typeof said.createdAt === "number" && said.createdAt > 0 && said.createdAt < Date.now()
      ? said.createdAt
      : Date.now();
  return {
    scope,
    type,
    text: redactText(said.text),
    trust: leastTrusted([trust, "imported"]),
    importance: 5,
    createdAt: at,
    verifiedAt: at,
  };
}
