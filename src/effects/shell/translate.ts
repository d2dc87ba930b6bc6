/** `tr` with literal sets. */
import { UNKNOWN } from "../model/invocation.js";
import { ansiText } from "./decode.js";

export function translated(args: readonly string[], text: string): string {
  if (text.includes(UNKNOWN)) return UNKNOWN;
  const options = args.filter((arg) => /^-[a-zA-Z]/.test(arg)).join("");
  const [first, second] = args.filter((arg) => !/^-[a-zA-Z]/.test(arg)).map(setOf);
  if (first === undefined || /[cCst]/.test(options)) return UNKNOWN;
  if (options.includes("d")) return [...text].filter((char) => !first.includes(char)).join("");
  if (second === undefined || second === "") return UNKNOWN;
  const last = [...second].at(-1)!;
  const to = new Map([...first].map((char, at) => [char, [...second][at] ?? last]));
  return [...text].map((char) => to.get(char) ?? char).join("");
}

function setOf(text: string): string | undefined {
  const classes = new Map(Object.entries({ upper: "A-Z", lower: "a-z", digit: "0-9", space: " \\t\\n\\r" }));
  const named = text.replace(/\[:(\w{1,10}):\]/g, (all, name: string) => classes.get(name) ?? all);
  if (text.length > 500 || named.includes("[:")) return undefined;
  return ansiText(named).replace(/(.)-(.)/gs, (all, low: string, high: string) => {
    const [from, to] = [low.charCodeAt(0), high.charCodeAt(0)];
    return from > to || to > 0xff
      ? all
      : Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join("");
  });
}
