/** Changes what OpenCode allows a plugin to change. It keeps its own objects, so they are changed in place. */
import { isRecord } from "../../../../core/text/json.js";
import type { Fields } from "./host.js";

export function replaceArgs(args: unknown, wanted: unknown): void {
  if (!isRecord(args) || !isRecord(wanted)) return;
  for (const key of Object.keys(args)) delete args[key];
  Object.assign(args, wanted);
}

/** The result of a tool: text for OpenCode's own, content parts for MCP servers. */
export function replaceResult(output: Fields, text: unknown): void {
  if (typeof text !== "string") return;
  if (Array.isArray(output["content"])) output["content"].splice(0, Number.POSITIVE_INFINITY, { type: "text", text });
  else output["output"] = text;
}

export function addToResult(output: Fields, text: unknown): void {
  if (typeof text !== "string") return;
  if (Array.isArray(output["content"])) output["content"].push({ type: "text", text });
  else output["output"] = `${output["output"] ?? ""}\n\n${text}`;
}

/** Message parts are ordered by id: ours come after the user's last one. */
export function addToMessage(output: Fields, text: unknown): void {
  const { parts, message } = output;
  if (typeof text !== "string" || !Array.isArray(parts) || !isRecord(message)) return;
  const last: unknown = parts.at(-1);
  const id = isRecord(last) ? `${last["id"]}0` : `prt_${message["id"]}`;
  parts.push({ id, sessionID: message["sessionID"], messageID: message["id"], type: "text", synthetic: true, text });
}

/** Without the bytes of images and files, which no hook can use. */
export function readable({ attachments: _bytes, ...output }: Fields): Fields {
  const { content, parts } = output;
  return {
    ...output,
    ...(Array.isArray(content) ? { content: content.map(textOnly) } : {}),
    ...(Array.isArray(parts) ? { parts: parts.map(textOnly) } : {}),
  };
}

function textOnly(piece: unknown): unknown {
  if (!isRecord(piece) || piece["type"] === "text") return piece;
  const { type, mime, filename } = piece;
  return { type, mime, filename };
}
