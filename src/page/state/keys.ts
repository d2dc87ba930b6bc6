/** Keys that work on every screen. Not while something is typed. */
import { keyOf, SCREENS } from "../view/screens.js";
import { linkTo } from "./route.js";

export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const screen = SCREENS.find((_, index) => keyOf(index) === event.key);
    if (screen !== undefined) location.hash = linkTo(screen.name);
    else if (event.key === "/") focus("[data-key='/']", event);
    else if (event.key === "j" || event.key === "ArrowDown") moveFocus(1, event);
    else if (event.key === "k" || event.key === "ArrowUp") moveFocus(-1, event);
    else keyed(event.key)?.click();
  });
}

/** Of several cards, the one that has the focus: another one may have come to the top meanwhile. */
function keyed(key: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-key='${CSS.escape(key)}']`)];
  const card = document.activeElement?.closest("article");
  return all.find((one) => card?.contains(one)) ?? (all[0]?.closest("article") ? undefined : all[0]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(input|select|textarea)$/i.test(target.tagName);
}

function focus(selector: string, event: KeyboardEvent): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) return;
  event.preventDefault();
  found.focus();
}

/** Between the rows of a list. */
function moveFocus(step: 1 | -1, event: KeyboardEvent): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? rows[0] : rows[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
