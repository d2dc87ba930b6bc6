/** A connection to an MCP server with the official client. Loaded with the first hook that calls a server. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Failure } from "../../core/decision/failure.js";
import { redactText } from "../../core/redact/text.js";
import { cut } from "../../core/text/json.js";
import type { OpenServer, ServerConnection, ToolReply } from "./server-pool.js";
import { type ServerLaunch, StdioTransport } from "./stdio-transport.js";

/** The caller's signal ends a request; the client's own timeout must not come first. */
const NEVER_MS = 2_000_000_000;
/** Tools are not listed, so nothing is checked against their schemas. */
const NO_VALIDATION = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never,
};

export function connectTo(launch: ServerLaunch, version: string): OpenServer {
  return async (signal) => {
    const transport = new StdioTransport(launch);
    const client = new Client({ name: "snaphook", version }, { jsonSchemaValidator: NO_VALIDATION });
    client.onerror = () => {}; // a second answer, an unknown message
    try {
      await client.connect(transport, { signal, timeout: NEVER_MS });
    } catch (error) {
      await transport.close();
      return { failure: failureOf(error, transport, "it did not initialise") };
    }
    transport.hold(false);
    return connectionOf(client, transport);
  };
}

function connectionOf(client: Client, transport: StdioTransport): ServerConnection {
  let isUsable = true;
  let calls = 0;
  client.onclose = () => {
    isUsable = false;
  };
  return {
    get isUsable() {
      return isUsable;
    },
    get stderr() {
      return transport.stderr;
    },
    async callTool(name, input, signal) {
      transport.hold(++calls > 0);
      try {
        const options = { signal, timeout: NEVER_MS };
        return readReply((await client.callTool({ name, arguments: input }, undefined, options)) as CallToolResult);
      } catch (error) {
        if (signal.aborted) isUsable = false; // it may hang: the next call starts another
        return { failure: failureOf(error, transport, "it did not answer") };
      } finally {
        if (--calls === 0) transport.hold(false);
      }
    },
    close() {
      isUsable = false;
      void transport.close();
    },
  };
}

function readReply({ content = [], structuredContent, isError = false }: CallToolResult): ToolReply {
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (texts.length > 0) return { text: texts.join("\n"), isError, isUnread: false };
  if (structuredContent !== undefined) return { text: JSON.stringify(structuredContent), isError, isUnread: false };
  return { text: "", isError, isUnread: content.length > 0 };
}

function failureOf(error: unknown, { problem, stderr }: StdioTransport, otherwise: string): Failure {
  const said = error instanceof Error ? error.message : otherwise;
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const why = problem ?? said;
  return { cause: "mcp-failed", message: oneLine(last === "" ? why : `${why}: ${last}`) };
}

function oneLine(text: string): string {
  return cut(
    redactText(text)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    300,
  );
}
