/** Connects the parts of the menu: pages, terminal, daemon. Ends with the program. */
import { type Call, OK } from "../command.js";
import { typedLine } from "../human/typed-line.js";
import { Lines } from "./lines.js";
import { Navigator } from "./navigator.js";
import type { Action } from "./page.js";
import { homePage } from "./pages/home.js";
import { Questions } from "./questions.js";
import { Screen } from "./screen.js";

const REFRESH_MS = 2_000;
const RESIZED_MS = 150;

export async function runMenu(call: Call): Promise<number> {
  const lines = new Lines(call);
  let resized: NodeJS.Timeout | undefined;
  let end = () => {};
  const over = new Promise<void>((done) => {
    end = done;
  });
  const screen = new Screen({
    onKey: (key) => navigator.press(key),
    onRedraw() {
      navigator.layOut();
      clearTimeout(resized);
      resized = setTimeout(() => navigator.reload(), RESIZED_MS); // commands wrap what they print
    },
    onEnd: hangUp,
  });
  const navigator = new Navigator({
    lines,
    size: () => screen.size,
    draw: (rows) => screen.draw(rows),
    suspend: () => screen.suspend(),
    end,
    interrupt: () => process.kill(process.pid, "SIGINT"),
    async runBelow(action) {
      screen.leave();
      const isHere = await runBelow(call, lines, action);
      if (isHere) screen.enter();
      else end();
    },
  });
  const questions = new Questions(call, lines, (isNew) => {
    if (isNew) screen.bell();
    navigator.refresh();
  });
  process.prependListener("SIGHUP", hangUp);
  screen.enter();
  navigator.open(homePage(call, questions));
  const timer = setInterval(() => navigator.refresh(), REFRESH_MS);
  void questions.follow();
  await over;
  clearInterval(timer);
  clearTimeout(resized);
  questions.close();
  screen.leave();
  process.off("SIGHUP", hangUp);
  process.stdin.unref();
  return OK;
}

/** The terminal has gone. An orderly end would abort: Node cannot reset a terminal that is not there. */
function hangUp(): void {
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** Runs one command line as if it had been typed. False if the terminal has gone meanwhile. */
async function runBelow(call: Call, lines: Lines, { line, asks }: Action): Promise<boolean> {
  let whole = line;
  if (asks !== undefined) {
    call.out(asks.question);
    const text = await typedLine();
    if (text === undefined) return false;
    if (text.trim() !== "") whole = [line[0]!, `${asks.option}=${text.trim()}`, ...line.slice(1)];
  }
  call.out(`$ ${lines.shown(whole)}\n`);
  await lines.onTerminal(whole);
  call.out("\nPress Enter to go back to the menu.");
  return (await typedLine()) !== undefined;
}
