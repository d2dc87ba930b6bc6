/** Posts events at a rate, in a process of its own: `fork(file, [socket, token, rate])`. "stop" ends it; it tells the rate it reached. */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const [socketPath, token, rate] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const headers = { host: "localhost", authorization: `Bearer ${token}`, "content-type": "application/json" };
let isOn = true;
process.once("message", () => {
  isOn = false;
});

let count = 0;
function event() {
  const n = count++;
  const payload = {
    tool_name: "Bash",
    tool_input: { command: `npm run task ${n}` },
    tool_use_id: `${process.pid}-${n}`,
    padding: "x".repeat(400),
  };
  return { agent: "codex", event: "PreToolUse", session: `s${n % 20}`, cwd: "/work/shop", payload };
}

function post(events) {
  return new Promise((done, fail) => {
    request({ socketPath, agent, method: "POST", path: "/v1/events", headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`status ${response.statusCode}`));
      response.resume().once("end", done);
    })
      .once("error", fail)
      .end(JSON.stringify(events));
  });
}

const startedAt = performance.now();
while (isOn) {
  const due = Math.floor(((performance.now() - startedAt) / 1_000) * Number(rate)) - count;
  if (due > 0) await post(Array.from({ length: Math.min(due, 200) }, event));
  await sleep(20);
}
process.send({ rate: (count * 1_000) / (performance.now() - startedAt) });
process.disconnect();
agent.destroy();
