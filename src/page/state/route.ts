/** The screen that the fragment of the address names: `#/call/ID`. */
import { signal } from "@preact/signals";

export interface Route {
  readonly screen: string;
  readonly id: string;
}

export const route = signal(read());
addEventListener("hashchange", () => {
  route.value = read();
});

export function linkTo(screen: string, id?: string): string {
  return id === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(id)}`;
}

function read(): Route {
  const [, screen = "", id = ""] = location.hash.split("/");
  try {
    return { screen: screen === "" ? "now" : screen, id: decodeURIComponent(id) };
  } catch {
    return { screen: "now", id: "" };
  }
}
