/** Runs command lines for the menu, as the program runs those of a person, and takes what they print. */
import type { Finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { shellWord } from "../../runtime/wiring/command-line.js";
import { COMMANDS } from "../_registry.js";
import { findingText, safeName } from "../output/print.js";
import { programName } from "../output/program-name.js";
import { outputWidth } from "../output/terminal.js";
import { wrapText } from "../output/text-width.js";
import { withoutControls } from "../output/visible-text.js";
import { parseLine, runLine, type Surface } from "../run-line.js";
import type { Line } from "./page.js";

export interface Printed {
  readonly code: number;
  readonly text: string;
}

export class Lines {
  readonly #surface: Surface;
  readonly #program: string;
  /** One at a time: what is printed meanwhile belongs to it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#program = programName(surface);
  }

  /** As a person would type it. */
  shown(line: Line): string {
    return safeName([this.#program, ...line.map(shellWord)].join(" "));
  }

  /** What it prints, wrapped for this terminal. */
  text(line: Line): Promise<Printed> {
    const parts: string[] = [];
    const raw = (text: string) => void parts.push(withoutControls(text));
    const out = (text: string) => raw(wrapText(text, outputWidth()));
    return this.#inTurn(async () => {
      const code = await silently(() => this.#run(line, { ...this.#surface, out, raw, err: out }));
      return { code, text: parts.join("\n") };
    });
  }

  /** What it prints with `--json`, or the problem that it reports. */
  json([name = "", ...args]: Line): Promise<{ readonly value: unknown } | { readonly problem: string }> {
    const parts: string[] = [];
    const out = (text: string) => void parts.push(text);
    return this.#inTurn(async () => {
      await silently(() => this.#run([name, "--json", ...args], { ...this.#surface, out, raw: out, err: () => {} }));
      const value: unknown = JSON.parse(parts.join("\n"));
      const error = isRecord(value) ? value["error"] : undefined;
      return isRecord(error) ? { problem: findingText(error as unknown as Finding) } : { value };
    });
  }

  /** On the terminal itself, where it can ask a person. */
  onTerminal(line: Line): Promise<number> {
    return this.#inTurn(() => this.#run(line, this.#surface));
  }

  async #run([name = "", ...args]: Line, surface: Surface): Promise<number> {
    const parsed = parseLine(name, (await COMMANDS[name]!()).default, args);
    if ("misuse" in parsed) throw new Error(parsed.misuse); // the menu's own lines
    return runLine(parsed, surface);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }
}

/** Progress of long work, which some commands print themselves, would be drawn over the menu. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { stderr } = process;
  const { write } = stderr;
  stderr.write = () => true;
  try {
    return await work();
  } finally {
    stderr.write = write;
  }
}
