/** `snaphook mcp` with the official client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
let client: Client;
beforeEach(async () => {
  place = new DaemonPlace();
  await place.up();
  await place.attend();
  client = new Client({ name: "test", version: "1.0.0" });
  const { project: cwd, env } = place;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], cwd, env }));
  onTestFinished(() => client.close());
});

const use = async (name: string, given: JsonObject, options: Parameters<Client["callTool"]>[2] = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: given }, undefined, options);
  return { text: (content as readonly { readonly text: string }[])[0]!.text, isError };
};
const opened = async (count = 1) => {
  await expect.poll(async () => (await place.asks()).length).toBe(count);
  return place.asks();
};
const questions = [{ question: "Which quay?", options: [{ label: "North" }, { label: "South" }], multiSelect: true }];

describe("AD-22 the official MCP client", () => {
  it("AD-22 lists the tools; none of them answers, releases or deletes anything", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "ask_user",
      "submit_plan",
      "approve",
      "cortex_ask_user",
      "cortex_plan_exit",
      "recall",
      "remember",
      "why",
    ]);
    await client.ping();
    for (const name of ["answer", "asks", "deny", "forget", "memory_review", "__proto__", "toString"])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow("unknown tool");
  });

  it("AD-22 questions, plans and permissions are answered; two at once keep apart", async () => {
    const asking = use("cortex_ask_user", { questions });
    const [ask] = await opened();
    await place.answerAsk(ask!, "allow", { answers: { "Which quay?": ["North", "South"] } });
    expect(JSON.parse((await asking).text)).toEqual({ answers: { "Which quay?": "North, South" } });

    const plans = [use("submit_plan", { plan: "one" }), use("cortex_plan_exit", { plan: "two" })];
    for (const one of await opened(2)) await place.answerAsk(one, one.input === "one" ? "allow" : "deny");
    expect(await Promise.all(plans)).toMatchObject([
      { text: "The user approved the plan." },
      { text: "User rejected the plan." },
    ]);

    const permission = use("approve", { tool_name: "Bash", input: { command: "make" }, tool_use_id: "t1" });
    await place.answerAsk((await opened())[0]!, "allow");
    expect(JSON.parse((await permission).text)).toEqual({ behavior: "allow", updatedInput: { command: "make" } });
  });

  it("AD-22 bad arguments are told to the model, and no user is asked", async () => {
    for (const [name, given] of [
      ["ask_user", {}],
      ["ask_user", { questions: [] }],
      ["ask_user", { questions: [{ question: "" }] }],
      ["ask_user", { questions: [{ question: "a" }, { question: "a" }] }],
      ["ask_user", { questions: Array.from({ length: 200 }, (_, n) => ({ question: `q${n}` })) }],
      ["submit_plan", { plan: " " }],
      ["approve", { input: {} }],
      ["approve", { tool_name: "Bash", input: [] }],
    ] as const)
      expect(await use(name, given), JSON.stringify(given).slice(0, 80)).toMatchObject({ isError: true });
    expect(await place.asks("pending")).toEqual([]);
  });

  it("AD-22 a cancelled call ends its question, and so does a client that goes away", async () => {
    const gone = new AbortController();
    const cancelled = use("ask_user", { questions }, { signal: gone.signal }).catch((error: Error) => error);
    await opened();
    gone.abort();
    expect(await cancelled).toBeInstanceOf(Error);
    await expect.poll(() => place.asks()).toEqual([]);
    const left = use("ask_user", { questions }).catch((error: Error) => error);
    await opened();
    await client.close();
    expect(await left).toBeInstanceOf(Error);
    await expect.poll(() => place.asks()).toEqual([]);
  });
});
