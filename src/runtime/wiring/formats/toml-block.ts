/**
 * Our entries as a block of lines at the end of a TOML file, between two lines that say whose they are. Whatever the
 * person writes elsewhere stays as it is, byte for byte.
 */
import type { ConfigFormat } from "../../../adapters/contract.js";
import type { ConfigEditor } from "./editor.js";

type TomlFormat = Extract<ConfigFormat, { kind: "toml" }>;

const BEGIN = "# >>> snaphook: written by `snaphook install`, taken out by `snaphook uninstall` >>>";
const END = "# <<< snaphook <<<";

export function tomlBlock({ table, entry }: TomlFormat): ConfigEditor {
  return {
    put(text = "", calls) {
      const taken = take(text);
      if ("problem" in taken) return taken;
      // `hooks = []` or `[hooks]` at the top would make a second definition of it an error in the whole file.
      if (new RegExp(`^\\s*(${table}\\s*=|\\[${table}\\])`, "m").test(taken.text))
        return { problem: `its \`${table}\` is written in a form that entries cannot be added to` };
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      const lines = [BEGIN, ...calls.flatMap((call) => [`[[${table}]]`, ...entry(call).split("\n")]), END, ""];
      const before = taken.text;
      const gap = before === "" || before.endsWith("\n") ? "" : eol;
      return { text: `${before}${gap}${lines.join(eol)}` };
    },
    take,
    count: (text) => (block(text)?.body.match(new RegExp(`^\\[\\[${table}\\]\\]`, "gm")) ?? []).length,
  };
}

function take(text: string): { readonly text: string } | { readonly problem: string } {
  const found = block(text);
  if (found === undefined)
    return text.includes(BEGIN) || text.includes(END)
      ? { problem: "only one of the two lines around our entries is left; put the other one back or remove both" }
      : { text };
  return { text: text.slice(0, found.start) + text.slice(found.end) };
}

function block(text: string): { start: number; end: number; body: string } | undefined {
  const start = text.indexOf(BEGIN);
  const last = text.indexOf(END, start);
  if (start === -1 || last === -1) return undefined;
  const end = last + END.length + (/^\r?\n/.exec(text.slice(last + END.length))?.[0].length ?? 0);
  return { start, end, body: text.slice(start, last) };
}
