/** Calls that wait, as agents send them, and the same number in a server that does nothing else. */
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HELD = 1_000;
const PACKAGE = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const PROTOCOL = 1;

/** As the launcher does it: one connection, one line with the variables, one with the payload. Resolves with all that came. */
export const callByProtocol = (...call) => accepted(() => callOnce(...call));

/** A thousand connections of one process come faster than those of a thousand processes could, and fill the server's queue. */
async function accepted(connecting) {
  for (;;)
    try {
      return await connecting();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      await sleep(10);
    }
}

function callOnce(folder, payload, env) {
  const { dev, ino } = statSync(payload.cwd);
  const texts = [payload.cwd, "=1800", ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const head = Buffer.from(texts.map((text) => `${text}\0`).join(""));
  const body = Buffer.from(JSON.stringify(payload));
  const line = `snaphook ${PROTOCOL} ${PACKAGE.version} codex PreToolUse ${dev}:${ino} shut ${head.length}\n`;
  return new Promise((done, fail) => {
    const socket = connect(join(folder, "hooks.sock"));
    let got = "";
    socket.setEncoding("utf8").on("data", (part) => (got += part));
    socket.on("error", fail).on("close", () => done(got.slice(got.indexOf("\nanswer ") + 1)));
    socket.write(Buffer.concat([Buffer.from(line), head, Buffer.from(`piece ${body.length}\n`), body]));
  });
}

const SERVER = `
const held = [];
require("node:http").createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part)).on("end", () => {
    if (request.url === "/release") for (const [one] of held.splice(0)) one.end("{}");
    if (request.url !== "/hold") return response.end(JSON.stringify([held.length, process.memoryUsage.rss()]));
    held.push([response, JSON.parse(Buffer.concat(parts))]);
  });
}).listen(process.argv[1], () => process.send("up"));`;

/** Memory that a server of Node alone adds for as many requests. Warm: it has held and answered some before. */
export async function bareServerMb(headers, payload) {
  const socketPath = join(payload(0).cwd, "bare.sock");
  const child = spawn(process.execPath, ["--max-semi-space-size=4", "-e", SERVER, socketPath], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  try {
    await new Promise((done) => child.once("message", done));
    const sendOnce = (path, body) =>
      new Promise((done, fail) => {
        const sent = request({ socketPath, agent, method: "POST", path, headers }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part) => (text += part));
          response.on("end", () => done(JSON.parse(text)));
        });
        sent.on("error", fail).end(body === undefined ? undefined : JSON.stringify(body));
      });
    const send = (path, body) => accepted(() => sendOnce(path, body));
    const hold = async (count) => {
      const held = Array.from({ length: count }, (_, n) => send("/hold", payload(n)));
      for (;;) {
        const [now, rss] = await send("/state");
        if (now === count) return { rss, held };
        await sleep(20);
      }
    };
    for (let round = 0; round < 2; round++) {
      const { held } = await hold(200);
      await send("/release");
      await Promise.all(held);
    }
    await sleep(2_000);
    const [, idle] = await send("/state");
    const { rss, held } = await hold(HELD);
    await send("/release");
    await Promise.all(held);
    return Math.round((rss - idle) / 1_000_000);
  } finally {
    child.kill();
    agent.destroy();
  }
}
