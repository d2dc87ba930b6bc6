import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { storeFile } from "../../client/store-file.js";
import { finding } from "../../core/errors.js";
import { importEvents } from "../../daemon/records/import-events.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { amount, json, refuse } from "../output/print.js";

const NAMED = 10;

const command: Command = {
  group: "Maintenance",
  summary: "Import events from `snaphook export`. Skips duplicates.",
  usage: "FILE",
  example: "snaphook import events.jsonl",
  arguments: [{ kind: "file" }],
  exits: { 1: "some lines are not events, or the store is not usable" },
  async run(call) {
    const [path, ...more] = call.args;
    if (path === undefined || more.length > 0) {
      refuse(call, finding("USAGE", "give the file to import"));
      return MISUSE;
    }
    const file = resolve(call.cwd, path);
    const unreadable = await whyUnreadable(file);
    if (unreadable !== undefined) {
      refuse(call, finding("FILE_UNREADABLE", `the file cannot be read (${unreadable})`, { file }));
      return MISUSE;
    }
    const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
    const done = await importEvents(storeFile(call.places), lines);
    if ("problem" in done) {
      refuse(call, done.problem);
      return PROBLEMS;
    }
    const { stored, known, left, damaged } = done;
    if (call.json) json(call, done);
    else {
      call.out(
        `${amount(stored, "event")} stored, ${amount(known, "duplicate")} skipped, ${left} of private sessions skipped.`,
      );
      if (damaged.length > 0)
        call.err(
          `${amount(damaged.length, "line")} ${damaged.length === 1 ? "has" : "have"} no event: ${damaged.slice(0, NAMED).join(", ")}${damaged.length > NAMED ? ", …" : ""}.`,
        );
    }
    return damaged.length > 0 ? PROBLEMS : OK;
  },
};

async function whyUnreadable(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file);
    const isFolder = (await handle.stat()).isDirectory();
    await handle.close();
    return isFolder ? "EISDIR" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

export default command;
