/** What an agent tries in order to have its own pending call approved, or a denial of it revoked. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenAsk } from "../../src/daemon/api.js";
import { below } from "../support/below.js";
import { CODE, TERMINAL } from "../support/on-terminal.js";
import { bash, PROGRAM, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { securityCases, securityTotal } from "../support/security-figures.js";

const cleaning: (() => void)[] = [];
let place: DaemonPlace;
let denied: OpenAsk;
let open: OpenAsk;
let question: OpenAsk;
const call = (command: string) => place.launch("codex", "PreToolUse", { session_id: "s", ...bash(command) });
const find = async (id: string) => (await place.asks("all")).find((ask) => ask.id === id);

/** A call that can be approved, one whose denial waits for its call, and a question that a script asks. */
beforeAll(async () => {
  place = new DaemonPlace((clean) => cleaning.push(clean));
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  await place.wire();
  await place.up();
  await call("make deny");
  denied = (await place.asks("pending"))[0]!;
  await place.answerAsk(denied, "deny");
  await call("make release");
  open = (await place.asks("pending")).find(({ state }) => state === "parked")!;
  await place.attend();
  const asking = place.run(["ask", "--question", "Go?", "--timeout", "1h"]);
  let asked: OpenAsk | undefined;
  while (asked === undefined) asked = (await place.asks("pending")).find(({ kind }) => kind === "question");
  question = asked;
  return async () => {
    await place.answerAsk(question, "deny");
    await asking;
    for (const clean of cleaning.reverse()) clean();
  };
});

const snaphook = (args: string) => `'${process.execPath}' '${PROGRAM}' ${args}`;
const typed = (args: string) => `python3 '${TERMINAL}' '${CODE}' '' '{}' ${snaphook(args)}`;
/** A process without the agent's variables and parent. */
const orphaned = (command: string) => {
  const words = Object.entries(place.env).map(([name, value]) => `${name}='${value}'`);
  const file = place.write(`orphan-${words.length}.sh`, `${command} > said 2>&1\n: > ended\n`);
  return `rm -f ended; setsid -f env -i ${words.join(" ")} sh '${file}' < /dev/null; while [ ! -e ended ]; do sleep 0.05; done; cat said`;
};
/** Asks the daemon itself, with one of its tokens. */
const post = (path: string, body: object, token: "control" | "hooks" = "control", method = "POST") => {
  const script = `
    const { request } = require("node:http");
    const { ${token} } = JSON.parse(require("node:fs").readFileSync(${JSON.stringify(join(place.folder, "tokens.json"))}));
    const headers = { host: "localhost", authorization: "Bearer " + ${token}, "content-type": "application/json" };
    const options = { socketPath: ${JSON.stringify(join(place.folder, "control.sock"))}, method: "${method}", path: "${path}", headers };
    request(options, (got) => { console.log(got.statusCode); got.pipe(process.stdout); }).end(${method === "GET" ? "" : JSON.stringify(JSON.stringify(body))});`;
  return `'${process.execPath}' '${place.write("post.cjs", script)}'`;
};
const FORGED = { kind: "terminal", by: { user: "ann", terminal: "/dev/pts/1" }, at: Date.now(), signature: "00" };

const TRIES: Readonly<Record<string, () => string>> = {
  approve: () => snaphook(`approve ${open.id}`),
  "approve --json": () => snaphook(`approve ${open.id} --json`),
  "approve, on a terminal of its own": () => typed(`approve ${open.id}`),
  "approve, without the agent's variable": () => `env -u CLAUDECODE ${typed(`approve ${open.id}`)}`,
  "approve, as an orphan": () => orphaned(snaphook(`approve ${open.id}`)),
  "approve, as an orphan on a terminal of its own": () => orphaned(typed(`approve ${open.id}`)),
  "approve --again": () => snaphook(`approve ${open.id} --again`),
  "approve --again, on a terminal of its own": () => typed(`approve ${open.id} --again`),
  "approve --rule": () => snaphook(`approve ${open.id} --rule 1 --for 7d`),
  "approve --rule, on a terminal of its own": () => typed(`approve ${open.id} --rule 1 --for 7d`),
  "approve --rule, as an orphan on a terminal of its own": () =>
    orphaned(typed(`approve ${open.id} --rule 1 --for 7d`)),
  "the route, for longer": () => post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow", scope: "again" }),
  "the route, for longer, with a forged proof": () =>
    post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow", scope: "rule", proof: FORGED }),
  "the route, forever": () => post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow", scope: "forever" }),
  "revoke of a denial": () => snaphook(`revoke ${denied.id}`),
  "revoke of a denial, on a terminal of its own": () => typed(`revoke ${denied.id}`),
  "revoke of a denial, as an orphan on a terminal of its own": () => orphaned(typed(`revoke ${denied.id}`)),
  answer: () => snaphook(`answer ${question.id} --text 1=Yes`),
  "answer, as an orphan on a terminal of its own": () => orphaned(typed(`answer ${question.id} --text 1=Yes`)),
  "the route, with an answer": () =>
    post(`/v1/asks/${question.id}`, { hash: question.hash, verdict: "allow", answers: { "Go?": "Yes" } }),
  "the route, with the control token": () => post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow" }),
  "the route, with the hooks' token": () => post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "deny" }, "hooks"),
  "the route, with a forged proof": () =>
    post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow", proof: FORGED }),
  "the route, with another verdict": () => post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "yes" }),
  "the route, with a further key": () =>
    post(`/v1/asks/${open.id}`, { hash: open.hash, verdict: "allow", force: true }),
  "the route, by GET": () => post(`/v1/asks/${open.id}?verdict=allow&hash=${open.hash}`, {}, "control", "GET"),
  "the route to revoke a denial": () => post(`/v1/asks/${denied.id}/revoke`, { hash: denied.hash }),
  "the route to revoke a denial, with a forged proof": () =>
    post(`/v1/asks/${denied.id}/revoke`, { hash: denied.hash, proof: FORGED }),
  "the list, with the hooks' token": () => post("/v1/asks?state=pending", {}, "hooks", "GET"),
};

describe("an agent does not approve its own call", () => {
  it.each(Object.entries(TRIES))("T4 by %s", async (_, script) => {
    const file = place.write("attack.sh", `${script()}\n`);
    const [program = "", ...args] = below(place, "claude", ["sh", file]);
    const agent = spawn(program, args, { cwd: place.project, env: { ...place.env, CLAUDECODE: "1" } });
    let said = "";
    for (const stream of [agent.stdout, agent.stderr]) stream.on("data", (text) => (said += text));
    agent.stdin.end();
    await new Promise((ended) => agent.on("close", ended));
    expect(said).toMatch(/HUMAN_ONLY_|PERSON_REQUIRED|TOKEN_INSUFFICIENT|BODY_INVALID|METHOD_REFUSED|NOT_FOUND/);
    expect(await find(open.id), said).toMatchObject({ state: "parked" });
    expect(await find(denied.id), said).toMatchObject({ state: "waiting", verdict: "deny" });
    expect(await find(question.id), said).toMatchObject({ state: "open" });
  });

  it("SECURITY.md has the figures: at least 120 answers of all kinds that must not count", () => {
    const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
    const count = Object.keys(TRIES).length;
    expect(page).toContain(`${count} ways to approve its own pending call`);
    expect(securityCases("answers.test.ts")).toBe(count);
    const { sum, said } = securityTotal();
    expect(sum).toBe(said);
    expect(sum).toBeGreaterThanOrEqual(120);
  });
});
