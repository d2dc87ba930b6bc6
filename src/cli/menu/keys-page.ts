import { type Page, textRows } from "./page.js";

export const keysPage: Page = {
  title: "Keys",
  line: ["help", "menu"],
  load: () => ({
    rows: textRows(`Move
  ↑ ↓  k j       one row
  PgUp PgDn      one screen (b, space)
  Home End       first, last (g, G)

Open and go back
  Enter → l      open the row
  Esc ← q h      back; q ends the menu
  r              load again
  Ctrl-Z         suspend
  Ctrl-C         end

The last lines of a page list its keys,
and the command that prints the same.
Keys that change something print theirs
first; some ask you to type a code.`),
  }),
};
