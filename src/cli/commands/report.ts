import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { finding } from "../../core/errors.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { canAsk, typeYes } from "../human/type-yes.js";
import { whyProtected } from "../input/protected-path.js";
import { json, paint, refuse, safe, safeName } from "../output/print.js";
import { collectReport } from "../report/collect-report.js";

const command: Command = {
  group: "Maintenance",
  summary: "Write a redacted report for a bug report. Shows it first.",
  usage: "[--to FILE] [--yes]",
  example: "snaphook report",
  options: {
    to: { type: "string", value: "FILE", kind: "file", help: "New file to write (default: snaphook-report.md)." },
    yes: { type: "boolean", help: "No question; the file is written. For scripts." },
  },
  loosens: ({ flags }) => (flags["to"] === undefined ? undefined : "no agent"), // a new file of any name
  exits: { 1: "the report was not written" },
  async run(call) {
    const named = call.flags["to"] as string | undefined;
    const isProtected = named === undefined ? undefined : whyProtected(call, resolve(call.cwd, named));
    if (isProtected !== undefined) {
      refuse(call, isProtected);
      return MISUSE;
    }
    const waiting = (names: readonly string[]) => call.err(paint("grey", `Still collecting: ${names.join(", ")} …`));
    const report = (await collectReport(call, waiting)).split("\n").map(safe).join("\n");
    const file = named === undefined ? newFile(call.cwd) : resolve(call.cwd, named);
    if (!call.json) call.out(report);
    const agreed =
      call.flags["yes"] === true || (canAsk(call) && (await typeYes(call, `Write this text to ${safeName(file)}?`)));
    if (agreed) {
      try {
        writeFileSync(file, report, { flag: "wx", mode: 0o600 });
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === "EEXIST";
        refuse(
          call,
          isTaken
            ? finding("FILE_EXISTS", "the report was not written; name another file with --to", { file })
            : finding("FILE_UNWRITABLE", `the report was not written (${(error as Error).message})`, { file }),
        );
        return PROBLEMS;
      }
    }
    if (call.json) json(call, { file: agreed ? file : null, report });
    else
      call.out(agreed ? `Wrote ${safeName(file)}` : "Nothing was written. Add --yes to write it without a question.");
    return OK;
  },
};

/** The default name, or the next one that is free: no report is overwritten. */
function newFile(folder: string): string {
  for (let n = 1; ; n++) {
    const file = resolve(folder, `snaphook-report${n === 1 ? "" : `-${n}`}.md`);
    if (!existsSync(file)) return file;
  }
}

export default command;
