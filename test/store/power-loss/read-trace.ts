/** What a process did to the files of a folder, and what it printed, in order, as strace saw it. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

export type Step =
  | { readonly do: "create"; readonly path: string; readonly truncate: boolean }
  | { readonly do: "write"; readonly path: string; readonly bytes: Buffer; readonly at: number | "end" }
  | { readonly do: "cut"; readonly path: string; readonly size: number }
  | { readonly do: "rename"; readonly path: string; readonly to: string }
  | { readonly do: "remove"; readonly path: string }
  | { readonly do: "sync"; readonly path: string }
  | { readonly do: "print"; readonly text: string };

/** Arguments for strace so that its output can be read here. */
export const STRACE = [
  "-f",
  "-y",
  "-xx",
  "-s",
  "1000000",
  "-e",
  "trace=openat,open,creat,pwrite64,pwritev,pwritev2,write,writev,fsync,fdatasync,sync_file_range,ftruncate,truncate,fallocate,rename,renameat,renameat2,unlink,unlinkat",
];

/** Throws over anything it cannot follow: a step left out would prove nothing. */
export async function readTrace(file: string, folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, pid = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(pid, rest.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const step = stepOf(resumed === null ? rest : `${unfinished.get(pid)}${resumed[1]}`, folder);
    if (step !== undefined) steps.push(step);
  }
  return steps;
}

function stepOf(call: string, folder: string): Step | undefined {
  const [, name = "", args = "", result = ""] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(call) ?? [];
  if (name === "" || Number(result) < 0) return undefined;
  const [path = "", second] = pathsIn(name, args);
  if (name === "write" && args.startsWith("1<")) return { do: "print", text: bytesIn(args).toString() };
  if (!path.startsWith(folder)) return undefined;
  switch (name) {
    case "openat":
      return args.includes("O_CREAT") ? { do: "create", path, truncate: args.includes("O_TRUNC") } : undefined;
    case "pwrite64":
      return { do: "write", path, bytes: bytesIn(args), at: Number(/, (\d+)$/.exec(args)![1]) };
    case "write":
      return { do: "write", path, bytes: bytesIn(args), at: "end" };
    case "fsync":
    case "fdatasync":
      return { do: "sync", path };
    case "ftruncate":
      return { do: "cut", path, size: Number(/, (\w+)$/.exec(args)![1]) };
    case "rename":
      return { do: "rename", path, to: second! };
    case "unlink":
      return { do: "remove", path };
    default:
      throw new Error(`a step that the model does not know: ${call.slice(0, 200)}`);
  }
}

/** The file of a handle, or the names given. */
function pathsIn(name: string, args: string): string[] {
  if (name === "rename" || name === "unlink" || name === "openat")
    return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map((match) => decode(match[1]!).toString());
  const handle = /^\d+<((?:\\x[0-9a-f]{2})+)>/.exec(args);
  return handle === null ? [] : [decode(handle[1]!).toString()];
}

function bytesIn(args: string): Buffer {
  const text = /, "((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/.exec(args);
  if (text === null || text[2] !== undefined) throw new Error("a write was not recorded whole");
  return decode(text[1]!);
}

function decode(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll("\\x", ""), "hex");
}
