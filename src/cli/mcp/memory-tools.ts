/**
 * Tools of `snaphook mcp` that read memory or add to it. What an agent states has the trust of a model, and nothing here
 * changes, releases or deletes a memory: that needs a person.
 */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { Call } from "../command.js";

export interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

export interface LocalTool {
  readonly description: string;
  readonly inputSchema: JsonObject;
  run(call: Call, given: JsonObject): Promise<ToolAnswer>;
}

const STRING = { type: "string" };

const recall: LocalTool = {
  description:
    "Finds what earlier sessions in this repository said about a question. Results may be outdated; those in a fence are not from the user.",
  inputSchema: {
    type: "object",
    properties: { question: STRING, limit: { type: "integer", minimum: 1, maximum: 50 } },
    required: ["question"],
  },
  run: (call, given) => answered(async () => (await import("../memory/over-mcp.js")).recallOver(call, given)),
};

const remember: LocalTool = {
  description:
    "Stores one fact about this repository for later sessions. It is marked as stated by a model. Name the file and line that show it, if there is one.",
  inputSchema: {
    type: "object",
    properties: { text: STRING, file: { ...STRING, description: "FILE or FILE:LINE" }, about: STRING },
    required: ["text"],
  },
  run: (call, given) => answered(async () => (await import("../memory/over-mcp.js")).rememberOver(call, given)),
};

const why: LocalTool = {
  description: "Lists which memories a session was given, and which were withheld and why.",
  inputSchema: { type: "object", properties: { session: STRING } },
  run: (call, given) => answered(async () => (await import("../memory/over-mcp.js")).whyOver(call, given)),
};

/** A store that cannot be used is an answer, too. */
async function answered(run: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await run();
  } catch (error) {
    const message = isRecord(error) || error instanceof Error ? String((error as Error).message) : String(error);
    return { text: message, isError: true };
  }
}

export const MEMORY_TOOLS: Readonly<Record<string, LocalTool>> = { recall, remember, why };
