/** Scripts and MCP clients ask the user; they can do nothing else. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, expect, it } from "vitest";
import { addressOf } from "../../src/client/daemon-control.js";
import { askDaemon } from "../../src/client/daemon-http.js";
import { provePerson } from "../../src/client/person-proof.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  await place.up();
  await place.attend();
});

const only = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};
const answer = async (body: JsonObject) => {
  const ask = await only();
  const proven = { id: ask.id, hash: ask.hash, answers: body["answers"] };
  const proof = provePerson(place.data, proven, { user: "ann", terminal: "/dev/pts/1" });
  const reply = await place.ask({
    method: "POST",
    path: `/v1/asks/${ask.id}`,
    body: { hash: ask.hash, proof, ...body },
  });
  expect(reply).toMatchObject({ kind: "ok" });
};

it("a script asks, and prints the answer; exit 1 without one", async () => {
  const args = ["ask", "--question", "Deploy?", "--option", "Yes", "--option", "No", "--json"];
  const asked = place.run(args);
  expect(await only()).toMatchObject({ kind: "question", level: "info", agent: "script" });
  await answer({ verdict: "allow", answers: { "Deploy?": ["Yes"] } });
  const { code, stdout } = await asked;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { outcome: "allow", answer: "Yes" }]);
  const declined = place.run(args);
  await answer({ verdict: "deny", reason: "later" });
  expect(await declined).toMatchObject({ code: 1, stdout: expect.stringContaining("later") });
});

it("a script without an answer learns why: its time, no user, a daemon that stopped, none", async () => {
  const ask = (time: string) => place.run(["ask", "--question", "Deploy?", "--timeout", time]);
  expect((await ask("1s")).stderr).toBe("No answer within 1 s.\n");
  const stopped = ask("1h");
  await only();
  await place.run(["down"]);
  expect((await stopped).stderr).toBe("No answer: the daemon was stopped or restarted.\n");
  expect((await ask("1h")).stderr).toBe("No answer: no daemon answers; `snaphook up` starts one.\n");
  await place.up();
  expect((await ask("1h")).stderr).toContain("No answer: no user can be asked now; keep `snaphook up` open");
});

it("a time limit is from a second to a day; otherwise no user is asked", async () => {
  for (const timeout of ["0s", "-5m", "5", "25h", "99999h", "999999999s", "1e3s", ""]) {
    const ran = await place.run(["ask", "--question", "Deploy?", `--timeout=${timeout}`]);
    expect(ran, timeout).toMatchObject({ code: 2, stderr: expect.stringContaining("from 1s to 24h") });
  }
  for (const waitSeconds of [0, -1, 86_401, 1e300, "5m", null]) {
    const body = { questions: [{ question: "Deploy?" }], cwd: place.project, waitSeconds };
    const asked = await askDaemon(addressOf(place), { path: "/v1/asks", token: "hooks", method: "POST", body });
    expect(asked, String(waitSeconds)).toMatchObject({ status: 400, message: expect.stringContaining("waitSeconds") });
  }
  expect(await place.asks("all")).toEqual([]);
});

it("the hooks' token asks, and neither lists nor answers; the answer takes the secret", async () => {
  const call = (path: string, body?: JsonObject) =>
    askDaemon(addressOf(place), { path, token: "hooks", ...(body === undefined ? {} : { method: "POST", body }) });
  const asked = await call("/v1/asks", { questions: [{ question: "Deploy?" }], cwd: place.project });
  const { id } = asked.kind === "ok" ? asked.body : {};
  const { id: shown, hash } = await only();
  expect(await call("/v1/asks")).toMatchObject({ status: 403 });
  expect(await call(`/v1/asks/${shown}`, { hash, verdict: "deny" })).toMatchObject({ status: 403 });
  expect(await call(`/v1/asks/${id}/answer`, { secret: "wrong" })).toMatchObject({ status: 404 });
  expect(await call(`/v1/asks/${shown}/answer`, { secret: "wrong" })).toMatchObject({ status: 404 });
});

it("AD-22 the MCP server asks: questions, plans and permissions, and survives bad messages", async () => {
  const child = spawn(process.execPath, [PROGRAM, "mcp"], { env: place.env, cwd: place.project });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await replies.next()).value as string) as JsonObject;
  const send = (text: string | object) =>
    child.stdin.write(`${typeof text === "string" ? text : JSON.stringify({ jsonrpc: "2.0", ...text })}\n`);
  const use = (id: string | number, name: string, given: object) =>
    send({ id, method: "tools/call", params: { name, arguments: given } });
  const bad: [string | object, number][] = [
    ["{", -32700],
    ["[]", -32600],
    [{ id: null, method: "ping" }, -32600],
    [{ id: 1, method: "server/discover" }, -32601],
    [{ id: "x", method: "tools/call", params: { name: "answer" } }, -32602],
  ];
  for (const [message, code] of bad) {
    send(message);
    expect(await next(), JSON.stringify(message)).toMatchObject({ error: { code } });
  }
  send({ id: 2, method: "initialize", params: { protocolVersion: "2025-06-18" } });
  expect(await next()).toMatchObject({ id: 2, result: { protocolVersion: "2025-06-18", capabilities: { tools: {} } } });
  send({ id: "l", method: "tools/list" });
  expect(await next()).toMatchObject({
    id: "l",
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: "ask_user" })]) },
  });
  const text = async () => ((await next())["result"] as { content: { text: string }[] }).content[0]!.text;

  use(3, "cortex_ask_user", { questions: [{ question: "Which?", options: [{ label: "A" }] }] });
  await answer({ verdict: "allow", answers: { "Which?": ["A"] } });
  expect(JSON.parse(await text())).toEqual({ answers: { "Which?": "A" } });
  use(4, "submit_plan", { plan: "# Plan" });
  await answer({ verdict: "deny" });
  expect(await text()).toBe("User rejected the plan.");
  use(5, "approve", { tool_name: "Bash", input: { command: "make" } });
  await answer({ verdict: "allow" });
  expect(JSON.parse(await text())).toEqual({ behavior: "allow", updatedInput: { command: "make" } });

  // Too late: the next reply is that of the next request.
  send({ method: "notifications/cancelled", params: { requestId: 5 } });
  const request = (id: string, method: string) => ({ jsonrpc: "2.0", id, method });
  const batch = [request("b1", "ping"), { jsonrpc: "2.0", method: "notifications/x" }, 7, request("b2", "no/such")];
  send(JSON.stringify(batch));
  const several = [await next(), await next(), await next()];
  expect(several).toContainEqual({ jsonrpc: "2.0", id: "b1", result: {} });
  expect(several).toContainEqual(
    expect.objectContaining({ id: "b2", error: expect.objectContaining({ code: -32601 }) }),
  );
  expect(several).toContainEqual(
    expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
  );

  use(6, "approve", { tool_name: "Bash", input: { command: "make x" } });
  await only();
  send({ method: "notifications/cancelled", params: { requestId: 6 } });
  await expect.poll(async () => (await place.asks()).length).toBe(0);
  use(7, "approve", { tool_name: "Bash", input: { command: "make y" } });
  await only();
  child.stdin.end();
  await new Promise((done) => child.once("close", done));
  await expect.poll(async () => (await place.asks()).length).toBe(0);
});

/** What a client is told meanwhile comes every 20 seconds; in this daemon, soon. */
const HURRIED = `const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (then, ms, ...more) => wait(then, ms === 20_000 ? 100 : ms, ...more);`;

it.each(["p1", undefined])("AD-22 a call with the progress token %s hears that it waits", async (progressToken) => {
  await place.kill();
  await place.up({ NODE_OPTIONS: `--require=${place.write(join(place.root, "hurried.cjs"), HURRIED)}` });
  await place.attend();
  const child = spawn(process.execPath, [PROGRAM, "mcp"], { env: place.env, cwd: place.project });
  const told: JsonObject[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => told.push(JSON.parse(line)));
  const _meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  const params = { name: "submit_plan", arguments: { plan: "# Plan" }, ..._meta };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
  await only();
  if (progressToken !== undefined) {
    await expect.poll(() => told.length).toBeGreaterThan(1);
    expect(told.slice(0, 2)).toMatchObject([
      { method: "notifications/progress", params: { progressToken, progress: 1 } },
      { method: "notifications/progress", params: { progressToken, progress: 2 } },
    ]);
  }
  await answer({ verdict: "deny" });
  await expect.poll(() => told.at(-1)).toMatchObject({ id: 1 });
  if (progressToken === undefined) expect(told).toHaveLength(1);
  child.stdin.end();
});

/** A question whose caller does not come back ends after a minute; in this daemon, never. */
const PATIENT = `const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (then, ms, ...more) => wait(then, ms === 60_000 ? 2_147_483_647 : ms, ...more);`;

it("AD-22 a call that is cancelled while it is being asked leaves no question open", async () => {
  await place.kill();
  await place.up({ NODE_OPTIONS: `--require=${place.write(join(place.root, "patient.cjs"), PATIENT)}` });
  await place.attend();
  const child = spawn(process.execPath, [PROGRAM, "mcp"], { env: place.env, cwd: place.project });
  const call = { id: 1, method: "tools/call", params: { name: "submit_plan", arguments: { plan: "# Plan" } } };
  const cancel = { method: "notifications/cancelled", params: { requestId: 1 } };
  for (const message of [call, cancel]) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  await expect.poll(() => place.asks("all")).toMatchObject([{ state: "parked" }]);
  child.stdin.end();
});
