/** The program's commands and an agent's calls in this process: starting Node once per step would take minutes. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { ADAPTER_LOADERS } from "../../src/adapters/_lazy.js";
import { main } from "../../src/cli/main.js";
import { finish } from "../../src/runtime/call/finish.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { spoolRecord } from "../../src/runtime/record/spool-record.js";
import type { Step } from "./contract.js";
import { payloadIn } from "./steps.js";

const PROGRAM = process.argv[1] ?? "";

/** As `snaphook hook` does it, but for the pipes. */
export async function callAgent(name: string, agent: string, event: string, cwd: string): Promise<Step> {
  const { default: adapter } = await ADAPTER_LOADERS[agent]!();
  const places = findPlaces(process.env);
  const answered = await handleCall({
    adapter,
    event,
    payload: { ...payloadIn(cwd), hook_event_name: event },
    cwd,
    environment: { ...process.env },
    places,
    program: PROGRAM,
    way: "alone",
  });
  await finish(answered, (record) => spoolRecord(places, record));
  const { stdout, stderr = "", exitCode } = answered.answer;
  return { name, code: exitCode, out: stdout, err: stderr };
}

export async function callCommand(name: string, args: readonly string[]): Promise<Step> {
  const said = { out: "", err: "" };
  const real = { out: process.stdout.write, err: process.stderr.write };
  const take = (where: "out" | "err") =>
    ((text: string | Uint8Array) => {
      said[where] += String(text);
      return true;
    }) as typeof process.stdout.write;
  process.stdout.write = take("out");
  process.stderr.write = take("err");
  const { writeSync } = fs;
  // Commands write to a pipe without `process.stdout`.
  fs.writeSync = ((fd: number, text: Uint8Array, ...rest: []) => {
    if (fd !== 1) return writeSync(fd, text, ...rest);
    said.out += String(text);
    return text.length;
  }) as typeof fs.writeSync;
  syncBuiltinESMExports();
  try {
    const code = await main(args, PROGRAM);
    return { name, code, ...said };
  } finally {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
    process.stdout.write = real.out;
    process.stderr.write = real.err;
    process.stdout.removeAllListeners("error");
  }
}
