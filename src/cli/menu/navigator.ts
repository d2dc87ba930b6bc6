/** Moves between pages: one is shown, those before it wait. Keys move the cursor, open, go back, or run a command line. */
import { safeName } from "../output/print.js";
import {
  actionsOf,
  bodyHeight,
  type DisplayLine,
  displayLines,
  firstSelectable,
  frame,
  hasRoom,
  type Shown,
  type Size,
} from "./frame.js";
import { keysPage } from "./keys-page.js";
import type { Lines } from "./lines.js";
import { type Action, isSelectable, type Loaded, type Page, textPage } from "./page.js";

interface View {
  readonly page: Page;
  loaded: Loaded | undefined;
  lines: readonly DisplayLine[];
  cursor: number;
  top: number;
  sawEnd: boolean;
  isLoading: boolean;
}

/** What the navigator needs of the terminal and of the program. */
export interface Surroundings {
  readonly lines: Lines;
  size(): Size;
  draw(lines: readonly string[]): void;
  /** Gives the terminal to a command line and waits until the person wants the menu back. */
  runBelow(action: Action): Promise<void>;
  suspend(): void;
  end(): void;
  interrupt(): void;
}

export class Navigator {
  readonly #with: Surroundings;
  readonly #views: View[] = [];
  #notice: string | undefined;
  #isBelow = false;
  #isOver = false;

  constructor(surroundings: Surroundings) {
    this.#with = surroundings;
  }

  get #view(): View {
    return this.#views.at(-1)!;
  }

  open(page: Page): void {
    this.#views.push({ page, loaded: undefined, lines: [], cursor: -1, top: 0, sawEnd: false, isLoading: false });
    this.reload();
  }

  /** A page that was left meanwhile, or is loaded again, is not changed by an older answer. */
  reload(): void {
    const view = this.#view;
    const loading = view.page.load(this.#with.lines);
    view.isLoading = loading instanceof Promise;
    if (!(loading instanceof Promise)) this.#show(view, loading);
    else
      void loading.then(
        (loaded) => this.#show(view, loaded),
        (error: Error) => this.#show(view, { rows: [{ text: `Not available: ${safeName(error.message)}` }] }),
      );
    this.draw();
  }

  /** Only what can change without the person. */
  refresh(): void {
    if (this.#view.page.live && !this.#isBelow && !this.#view.isLoading) this.reload();
  }

  #show(view: View, loaded: Loaded): void {
    const before = view.loaded?.rows[view.cursor]?.text;
    const isSame = view.loaded?.rows.length === loaded.rows.length;
    const isRead =
      isSame && loaded.rows.every(({ text, opens }, at) => opens !== undefined || text === view.loaded?.rows[at]?.text);
    view.loaded = loaded;
    view.isLoading = false;
    view.sawEnd &&= isRead;
    const same = loaded.rows.findIndex((row) => isSelectable(row) && row.text === before);
    const near = loaded.rows[view.cursor];
    if (same !== -1) view.cursor = same;
    else if (near === undefined || !isSelectable(near)) view.cursor = firstSelectable(loaded);
    this.layOut();
  }

  /** Again after the size has changed. */
  layOut(): void {
    const view = this.#view;
    if (view.loaded !== undefined) view.lines = displayLines(view.loaded, this.#with.size().columns);
    this.#scrollTo(view.top);
    this.#keepCursorVisible();
    this.draw();
  }

  draw(): void {
    if (this.#isBelow) return;
    const view = this.#view;
    const size = this.#with.size();
    const isAtEnd = view.top + bodyHeight(this.#shown, size) >= view.lines.length;
    if (isAtEnd && view.loaded !== undefined && hasRoom(size)) view.sawEnd = true;
    this.#with.draw(frame(this.#shown, view.lines, size));
  }

  get #shown(): Shown {
    const { page, loaded, cursor, top, sawEnd } = this.#view;
    const titles = this.#views.map((view) => safeName(view.page.title));
    return { titles, command: this.#with.lines.shown(page.line), loaded, cursor, top, sawEnd, notice: this.#notice };
  }

  press(key: string): void {
    if (this.#isBelow || this.#isOver) return;
    this.#notice = undefined;
    const move = MOVES[key];
    if (move !== undefined) this.#move(move);
    else if (key === "ctrl-c") return this.#with.interrupt();
    else if (key === "ctrl-z") return this.#with.suspend();
    else if (BACK.has(key)) {
      if (this.#views.length === 1) return key === "q" || key === "escape" ? this.#end() : undefined;
      this.#views.pop();
      this.layOut();
      return this.reload();
    } else if (OPEN.has(key)) {
      const opens = this.#view.loaded?.rows[this.#view.cursor]?.opens;
      if (opens !== undefined) return this.open(opens());
    } else if (key === "?") return this.#view.page === keysPage ? undefined : this.open(keysPage);
    else if (key === "r") return this.reload();
    else {
      const action = actionsOf(this.#view.loaded, this.#view.cursor).find((one) => one.key === key);
      if (action !== undefined) return this.#run(action);
      this.#notice = `No key "${safeName(key)}" here. ? lists the keys.`;
    }
    this.draw();
  }

  /** What was typed with the key that ended it runs nothing. */
  #end(): void {
    this.#isOver = true;
    this.#with.end();
  }

  #run(action: Action): void {
    if (action.isPage) return this.open(textPage(action.word, action.line));
    if (action.afterEnd && !this.#view.sawEnd) {
      this.#notice = `Read to the end first: space shows more. Then ${action.key} can ${action.word}.`;
      return this.draw();
    }
    this.#isBelow = true;
    void this.#with.runBelow(action).finally(() => {
      this.#isBelow = false;
      this.reload();
    });
  }

  #move(move: Move): void {
    const view = this.#view;
    const height = bodyHeight(this.#shown, this.#with.size());
    if (move === "first" || move === "last") {
      this.#scrollTo(move === "first" ? 0 : view.lines.length);
      return this.#selectVisible(move === "last");
    }
    if (move === "pageup" || move === "pagedown") {
      this.#scrollTo(view.top + (move === "pageup" ? -1 : 1) * Math.max(1, height - 1));
      return this.#selectVisible(move === "pagedown" && view.top + height >= view.lines.length);
    }
    const step = move === "up" ? -1 : 1;
    const rows = view.loaded?.rows ?? [];
    let next = view.cursor + step;
    while (next >= 0 && next < rows.length && !isSelectable(rows[next]!)) next += step;
    const at = next < 0 || next >= rows.length ? -1 : view.lines.findIndex(({ row }) => row === next);
    // Text between two rows that can be selected is scrolled past line by line.
    if (at !== -1 && at >= view.top - 1 && at <= view.top + height) {
      view.cursor = next;
      this.#keepCursorVisible();
    } else this.#scrollTo(view.top + step);
  }

  #scrollTo(top: number): void {
    const view = this.#view;
    const last = Math.max(0, view.lines.length - bodyHeight(this.#shown, this.#with.size()));
    view.top = Math.min(Math.max(0, top), last);
  }

  #selectVisible(isLast: boolean): void {
    const view = this.#view;
    const height = bodyHeight(this.#shown, this.#with.size());
    const visible = view.lines.slice(view.top, view.top + height).map(({ row }) => row);
    const selectable = visible.filter((row) => isSelectable(view.loaded!.rows[row]!));
    view.cursor = (isLast ? selectable.at(-1) : selectable[0]) ?? view.cursor;
  }

  #keepCursorVisible(): void {
    const view = this.#view;
    const first = view.lines.findIndex(({ row }) => row === view.cursor);
    if (first === -1) return;
    const last = view.lines.findLastIndex(({ row }) => row === view.cursor);
    const height = bodyHeight(this.#shown, this.#with.size());
    if (last >= view.top + height) this.#scrollTo(last - height + 1);
    if (first < view.top) this.#scrollTo(first);
  }
}

type Move = "up" | "down" | "pageup" | "pagedown" | "first" | "last";

const MOVES: Readonly<Record<string, Move>> = Object.assign(Object.create(null), {
  up: "up",
  k: "up",
  down: "down",
  j: "down",
  pageup: "pageup",
  b: "pageup",
  pagedown: "pagedown",
  home: "first",
  g: "first",
  end: "last",
  G: "last",
});
const BACK: ReadonlySet<string> = new Set(["q", "escape", "left", "h", "backspace"]);
const OPEN: ReadonlySet<string> = new Set(["enter", "right", "l"]);
