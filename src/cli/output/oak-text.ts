/** Where OAK's scripts reach the daemon, or why they cannot. */
import { isRecord, type JsonObject } from "../../core/text/json.js";

export function oakText(status: JsonObject): { readonly text: string; readonly isProblem: boolean } | undefined {
  const oak = status["oak"];
  if (!isRecord(oak)) return undefined;
  const problem = oak["problem"];
  return typeof problem === "string"
    ? { text: `OAK's scripts cannot reach the daemon: ${problem}`, isProblem: true }
    : { text: `OAK's scripts of ${oak["project"]} reach the daemon on 127.0.0.1:${oak["port"]}.`, isProblem: false };
}
