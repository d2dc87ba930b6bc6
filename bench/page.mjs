/**
 * Measures the local page in Chromium, and writes its section of bench/RESULTS.md.
 *
 *   npm run bench:page [-- --minutes 60] [--rate 200] [--rounds 5] [--only size,visible,decide,heap]
 *
 * - `size`: script and styles, compressed, against those of claude-mem's viewer (13.25).
 * - `visible`: from posting an event until it is in the page's document, against until the same line was read from the stream.
 * - `decide`: a PreToolUse through the daemon at 1,000 events/s with the page open, against closed, in turns. The calls are 100 of
 *   the 1,000. Closed means that the same browser shows an empty page. Nothing controls the browser, and other processes post the
 *   other events.
 * - `heap`: of the page after `minutes` at `rate` events/s, against after 1 minute. Garbage is collected before.
 */
import { fork, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { otherSectionsOf } from "./agents/report.mjs";
import { machineFacts } from "./lib/machine.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CHROMIUM = "/usr/bin/chromium";
const VIEWER_KB = 113;
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "size,visible,decide,heap" },
  },
});
const only = values.only.split(",");

class Place {
  constructor() {
    this.home = mkdtempSync(join(tmpdir(), "snaphook-page-"));
    this.folder = join(this.home, ".local/state/snaphook/daemon");
    this.agent = new Agent({ keepAlive: true, maxSockets: 8 });
    this.count = 0;
  }

  async up() {
    const env = { PATH: process.env.PATH, HOME: this.home };
    this.daemon = spawn(process.execPath, [join(ROOT, "dist/snaphook.cjs"), "up", "--serve"], { env, stdio: "ignore" });
    for (;;) {
      try {
        this.token = JSON.parse(readFileSync(join(this.folder, "tokens.json"), "utf8")).control;
        await this.ask("GET", "/v1/status");
        return;
      } catch {
        await sleep(50);
      }
    }
  }

  open(method, path, body) {
    const headers = { host: "localhost", authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const options = { socketPath: join(this.folder, "control.sock"), agent: this.agent, method, path, headers };
    return new Promise((done, fail) => {
      request(options, done)
        .on("error", fail)
        .end(body === undefined ? "" : JSON.stringify(body));
    });
  }

  async ask(method, path, body) {
    const response = await this.open(method, path, body);
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    if (response.statusCode !== 200) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  }

  event(command = `npm run task ${this.count}`) {
    const n = this.count++;
    const payload = { tool_name: "Bash", tool_input: { command }, tool_use_id: `c${n}`, padding: "x".repeat(400) };
    return { agent: "codex", event: "PreToolUse", session: `s${n % 20}`, cwd: "/work/shop", payload };
  }

  /** Another process posts events at this rate until it is stopped. The result stops it, and tells the rate it reached. */
  load(rate) {
    const child = fork(join(ROOT, "bench/lib/post-events.mjs"), [join(this.folder, "control.sock"), this.token, rate]);
    const told = new Promise((done, fail) => {
      child.once("message", ({ rate }) => done(rate));
      child.once("exit", (code) => fail(new Error(`the load ended early with ${code}`)));
    });
    return () => {
      child.send("stop");
      return told;
    };
  }

  /** A browser that nothing controls. The result closes it. */
  async openBrowser(withPage) {
    const profile = mkdtempSync(join(tmpdir(), "snaphook-chromium-"));
    const { address, code } = await this.ask("POST", "/v1/page/launch", {});
    const url = withPage ? `${address}#k=${code}` : "about:blank";
    const args = ["--headless", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-sync"];
    const size = "--window-size=1280,800";
    const child = spawn(CHROMIUM, [...args, size, `--user-data-dir=${profile}`, url], { stdio: "ignore" });
    const exited = new Promise((done) => child.once("exit", done));
    process.once("exit", () => child.kill());
    const port = Number(new URL(address).port);
    for (let tries = 0; withPage && connectionsTo(port) === 0; tries++) {
      if (tries > 600) throw new Error("the page does not connect");
      await sleep(100);
    }
    await sleep(3_000);
    if (withPage && connectionsTo(port) === 0) throw new Error("the page has no stream");
    return async () => {
      child.kill();
      await exited;
      await sleep(500);
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
  }

  async openPage() {
    const { address, code } = await this.ask("POST", "/v1/page/launch", {});
    this.browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    const page = await this.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${address}#k=${code}`);
    await page.getByText("Live").waitFor();
    return page;
  }

  async end() {
    await this.browser?.close();
    this.agent.destroy();
    this.daemon.kill();
    await new Promise((done) => this.daemon.once("exit", done));
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Established connections to this port of the daemon. */
function connectionsTo(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => {
      const [, local = "", , state] = line.trim().split(/\s+/);
      return local.endsWith(`:${hex}`) && state === "01";
    }).length;
}

const median = (of) => percentile(of, 50);
const percentile = (of, p) =>
  of.toSorted((one, other) => one - other)[Math.min(of.length - 1, Math.floor((of.length * p) / 100))];

function size() {
  const folder = join(ROOT, "dist/page");
  const bytes = readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const kb = bytes / 1_000;
  return [["page JS + CSS, gzip : claude-mem's viewer", 0.6, kb / VIEWER_KB, `${kb.toFixed(1)} KB : ${VIEWER_KB} KB`]];
}

/** Nothing is asked of the browser meanwhile: that would take its time. */
async function visible(place) {
  const page = await place.openPage();
  await page.evaluate(() => {
    globalThis.seen = {};
    const now = () => performance.timeOrigin + performance.now();
    const look = () => {
      const text = document.querySelector("[data-row] code")?.textContent;
      if (text === undefined || globalThis.seen[text] !== undefined) return;
      const times = { inDocument: now() };
      globalThis.seen[text] = times;
      requestAnimationFrame(() =>
        setTimeout(() => {
          times.drawn = now();
        }),
      );
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const read = new Map();
  const stream = await place.open("GET", "/v1/stream");
  let rest = "";
  stream.setEncoding("utf8").on("data", (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const command = JSON.parse(line).record?.payload?.tool_input?.command;
      if (command !== undefined) read.set(command, performance.timeOrigin + performance.now());
    }
  });
  const posted = new Map();
  for (let n = 0; n < 200; n++) {
    const command = `visible ${n}`;
    posted.set(command, performance.timeOrigin + performance.now());
    await place.ask("POST", "/v1/events", [place.event(command)]);
    await sleep(60 + (n % 17));
  }
  const seen = await page.evaluate(() => globalThis.seen);
  stream.destroy();
  await page.close();
  const commands = [...posted.keys()].filter((command) => seen[command]?.drawn !== undefined && read.has(command));
  if (commands.length < 190) throw new Error(`only ${commands.length} of 200 events were seen`);
  const after = (at) => median(commands.map((command) => at(command) - posted.get(command)));
  const inDocument = after((command) => seen[command].inDocument);
  const drawn = after((command) => seen[command].drawn);
  const inStream = after((command) => read.get(command));
  const text = (ms) => `${ms.toFixed(1)} ms : ${inStream.toFixed(1)} ms, ${commands.length} events`;
  return [
    ["event in the page : line read from the stream, p50", 3, inDocument / inStream, text(inDocument)],
    ["the same until a frame with it was drawn", undefined, drawn / inStream, text(drawn)],
  ];
}

const CALLS = 1_000;
const CALLS_PER_SECOND = 100;

async function decide(place) {
  const call = {
    session_id: "bench",
    cwd: place.home,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "git status" },
  };
  const round = async (withPage) => {
    const close = await place.openBrowser(withPage);
    const times = [];
    const stop = place.load(1_000 - CALLS_PER_SECOND);
    await sleep(3_000);
    const beganAt = performance.now();
    for (let n = 0; n < CALLS; n++) {
      await sleep(beganAt + (n * 1_000) / CALLS_PER_SECOND - performance.now());
      const startedAt = performance.now();
      await place.ask("POST", "/v1/hooks/claude-code/PreToolUse", { ...call, tool_use_id: `d${place.count++}` });
      times.push(performance.now() - startedAt);
    }
    const callRate = (CALLS * 1_000) / (performance.now() - beganAt);
    const rate = (await stop()) + callRate;
    await close();
    const found = { p50: percentile(times, 50), p99: percentile(times, 99), rate };
    console.error(`${withPage ? "open  " : "closed"} p50 ${found.p50.toFixed(2)} p99 ${found.p99.toFixed(2)} ms`);
    return found;
  };
  const rounds = [];
  for (let n = 0; n < Number(values.rounds); n++) {
    const isOpenFirst = n % 2 === 1;
    const first = await round(isOpenFirst);
    const second = await round(!isOpenFirst);
    rounds.push(isOpenFirst ? { open: first, closed: second } : { open: second, closed: first });
  }
  const of = (name, p) => median(rounds.map((round) => round[name][p]));
  const ms = (name) => `${of(name, "p99").toFixed(1)} ms`;
  const rates = ["open", "closed"].map((name) => Math.round(of(name, "rate")));
  const text = `${ms("open")} : ${ms("closed")}, ${rounds.length} rounds of ${CALLS} calls each, ${rates[0]} and ${rates[1]} events/s`;
  const ratio = median(rounds.map(({ open, closed }) => open.p99 / closed.p99));
  return [["decision p99 at 1,000 events/s, page open : closed, median of the rounds", 1.15, ratio, text]];
}

async function heap(place) {
  const page = await place.openPage();
  const tools = await page.context().newCDPSession(page);
  const used = async () => {
    await tools.send("HeapProfiler.collectGarbage");
    return (await tools.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const rate = Number(values.rate);
  const stop = place.load(rate);
  await sleep(60_000);
  const first = await used();
  await sleep((Number(values.minutes) - 1) * 60_000);
  const last = await used();
  const reached = await stop();
  await page.close();
  const text = `${last.toFixed(1)} MB : ${first.toFixed(1)} MB; ${values.minutes} min at ${Math.round(reached)} events/s`;
  return [[`heap of the page after ${values.minutes} min at ${rate} events/s : after 1 min`, 1.5, last / first, text]];
}

const place = new Place();
const rows = [];
try {
  await place.up();
  for (const measure of [size, visible, decide, heap])
    if (only.includes(measure.name)) rows.push(...(await measure(place)));
} finally {
  await place.end();
}

const facts = machineFacts();
const table = [
  "| figure | reach | measured | ok? | |",
  "| --- | --- | --- | --- | --- |",
  ...rows.map(
    ([title, most, is, text]) =>
      `| ${title} | ${most === undefined ? "–" : `≤ ${most.toFixed(2)}`} | ${is.toFixed(2)} | ${most === undefined ? "–" : is <= most ? "yes" : "no"} | ${text} |`,
  ),
];
const HEADING = "## The local page";
const section = `${HEADING}

Written by \`npm run bench:page\`.

- Machine: ${facts.Processor}, ${facts.System}, Node ${facts.Node}, Chromium ${spawnSync(CHROMIUM, ["--product-version"], { encoding: "utf8" }).stdout.trim()}
- Load: ${loadavg()[0].toFixed(1)}
- Date: ${facts.Date}

${table.join("\n")}
`;
console.log(section);
if (values.only === "size,visible,decide,heap") {
  const file = join(ROOT, "bench/RESULTS.md");
  const page = readFileSync(file, "utf8");
  const others = otherSectionsOf(page);
  const before = page.slice(0, page.length - others.length).trimEnd();
  const kept = others.replace(/\n## The local page[\s\S]*?(?=\n## |$)/, "");
  writeFileSync(file, `${before}\n\n${section}${kept}`);
}
process.exit(0);
