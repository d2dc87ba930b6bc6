/** Windows shells started from another shell: `pwsh -c …`, `cmd /c …`. */
import { type Invocation, UNKNOWN } from "../../model/invocation.js";
import type { Call, TakeApart } from "../call.js";
import { utf16Text } from "../decode.js";
import { readPowerShell } from "../powershell/read.js";
import { readFrom } from "../printed.js";
import { joined } from "./row.js";

const powershell: TakeApart = (call) => {
  const { args, start } = call;
  for (let at = 0; at < args.length; at++) {
    const option = args[at]!.text.toLowerCase().replace(/^[/–—-]+/, "-");
    if (/^-(?:e|ec|en|enc|enco|encod|encode|encoded\w*)$/.test(option))
      return run(call, utf16Text(args[at + 1]?.text ?? UNKNOWN));
    if (/^-c(?:o|om|omm|omma|omman|ommand)?$/.test(option)) {
      const text = joined(args.slice(at + 1));
      return run(call, text === "-" ? readFrom(start.input, call.reader) : text);
    }
    if (/^-(?:f|fi|fil|file)$/.test(option)) return undefined;
    if (
      /^-(?:ex|ep|exec\w*|w|win\w*|inputformat|outputformat|config\w*|version|wd|workingdirectory|psc\w*)$/.test(option)
    )
      at++;
    else if (!option.startsWith("-")) return /\.ps1$/i.test(option) ? undefined : run(call, joined(args.slice(at)));
  }
  return start.input.kind === "none" || start.input.kind === "file"
    ? undefined
    : run(call, readFrom(start.input, call.reader));
};

function run(call: Call, text: string): Invocation[] {
  return readPowerShell(
    text,
    { ...call.place, through: [...call.place.through, "powershell"], depth: call.place.depth + 1 },
    call.reader,
  );
}

/** Words of `cmd /c`, command by command. */
const cmd: TakeApart = (call) => {
  const at = call.args.findIndex(({ text }) => /^\/{1,2}[ck]$/i.test(text));
  if (at === -1) return undefined;
  const text = joined(call.args.slice(at + 1))
    .replace(/\^(.)/g, "$1")
    .replaceAll("\\", "\\\\");
  return call.reader.walk.text(
    text,
    { ...call.place, through: [...call.place.through, "cmd"], depth: call.place.depth + 1 },
    call.start.line,
  );
};

export const WINDOWS: Readonly<Record<string, TakeApart>> = { powershell, pwsh: powershell, cmd };
