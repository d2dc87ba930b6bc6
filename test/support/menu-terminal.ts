/** A person at a terminal with the menu: types keys, waits for what the screen shows. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { personsTerminal } from "./on-terminal.js";
import { PROGRAM, type ProgramPlace } from "./program.js";

const BRIDGE = fileURLToPath(new URL("./pty-bridge.py", import.meta.url));
const PATIENCE_MS = 150_000;

export interface MenuOptions {
  readonly args?: readonly string[];
  readonly rows?: number;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Runs this instead of the program. */
  readonly program?: readonly string[];
}

export interface Ended {
  /** Negative: the signal that ended it. */
  readonly code: number;
  /** The terminal's settings are those before the program; null if the terminal has gone. */
  readonly restored: boolean | null;
}

export class MenuTerminal {
  readonly #child: ChildProcess;
  /** All bytes that the terminal got. */
  bytes = "";
  #report = "";
  /** What `until` has seen. */
  #seen = 0;
  #changed: () => void = () => {};
  readonly ended: Promise<Ended>;

  constructor(place: ProgramPlace, options: MenuOptions = {}) {
    const { args = [], rows = 24, columns = 80, env = {} } = options;
    const person = personsTerminal(place);
    const program = options.program ?? [process.execPath, PROGRAM, ...args];
    this.#child = spawn(person.program, [BRIDGE, String(rows), String(columns), ...program], {
      cwd: options.cwd ?? place.project,
      env: { ...place.env, TERM: "xterm-256color", ...person.env, ...env },
      stdio: "pipe",
    });
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.bytes += text;
      this.#changed();
    });
    this.#child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.#report += text;
    });
    this.#child.stdin!.on("error", () => {});
    this.ended = new Promise((done, fail) => {
      this.#child.once("error", fail);
      this.#child.once("close", () => done(JSON.parse(this.#report.trim().split("\n").at(-1)!) as Ended));
    });
    place.atEnd(() => void this.#child.stdin!.end());
  }

  #send(command: object): this {
    this.#child.stdin!.write(`${JSON.stringify(command)}\n`);
    return this;
  }

  type(text: string): this {
    this.#seen = this.bytes.length;
    return this.#send({ type: text });
  }
  resize(rows: number, columns: number): this {
    this.#seen = this.bytes.length;
    return this.#send({ resize: [rows, columns] });
  }
  signal(number: number): this {
    return this.#send({ signal: number });
  }
  hangUp(): this {
    return this.#send({ hangup: true });
  }

  /** The last complete picture of the menu. */
  get screen(): string {
    const at = this.bytes.lastIndexOf("\u001b[H", this.bytes.lastIndexOf("\u001b[J"));
    return plain(this.bytes.slice(at, this.bytes.lastIndexOf("\u001b[J")));
  }

  /** What came since the last keys, without colours, wherever its lines were broken. */
  get since(): string {
    return plain(this.bytes.slice(this.#seen)).replace(/\s+/g, " ");
  }

  /** Waits until that is on the screen, or was printed below the menu, since the last keys. */
  async until(wanted: RegExp): Promise<RegExpExecArray> {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      this.#changed();
    }, PATIENCE_MS);
    try {
      for (;;) {
        const found = wanted.exec(this.since);
        if (found !== null) return found;
        if (isLate) throw new Error(`no ${wanted} on:\n${this.since.slice(-4_000)}`);
        await new Promise<void>((done) => {
          this.#changed = done;
          void this.ended.then(() => done());
        });
        if (await isOver(this.ended)) {
          const last = wanted.exec(this.since);
          if (last !== null) return last;
          throw new Error(`ended without ${wanted}:\n${this.since.slice(-4_000)}`);
        }
      }
    } finally {
      clearTimeout(limit);
    }
  }

  /** Types the keys and waits for what they lead to. */
  async press(keys: string, wanted: RegExp): Promise<RegExpExecArray> {
    this.type(keys);
    return this.until(wanted);
  }
}

const OPEN = Symbol("open");

async function isOver(ended: Promise<Ended>): Promise<boolean> {
  return (await Promise.race([ended, Promise.resolve(OPEN)])) !== OPEN;
}

function plain(text: string): string {
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, "").replaceAll("\r", "");
}
