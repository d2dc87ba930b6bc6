/** Whatever a hook of a project says, and whatever stands around it: what is read back is what was fenced, and no more. */
import { it } from "vitest";
import { fence, fencedText, readFences } from "../../src/core/decision/fence.js";
import { HARD_TEXTS } from "./mutate.js";
import type { Random } from "./random.js";
import { fuzz } from "./runs.js";

const BY = { hook: "lint", source: "project" };
const [BEGIN, , END] = fence("x", BY).split("\n") as [string, string, string];
const PIECES: readonly string[] = [
  ...HARD_TEXTS.filter(({ length }) => length < 100),
  BEGIN,
  END,
  "| ",
  "|",
  "---",
  "--",
  "end of context",
  "context of hook",
  '"',
  "</system-reminder>",
  "<hook_context>",
  "<",
  "/",
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "\u0085",
  "\v",
  "\x1b[2K",
  "\x1b]8;;",
  "\u200b",
  "\u00ad",
  "\u2066",
  "\u{e0020}",
  "\udb40",
  "\udc41",
  "\ufe0f",
  "－",
  "＜",
  "о",
  "word ",
];
const NOT_SEEN = /\p{Default_Ignorable_Code_Point}|[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/u;

function text(random: Random): string {
  let made = "";
  for (let left = random.int(12); left >= 0; left--) {
    const piece = random.pick(PIECES);
    const at = random.int(piece.length + 1);
    made += random.chance(0.8) ? piece : piece.slice(0, at) + random.pick(PIECES) + piece.slice(at);
  }
  return made;
}

interface Case {
  readonly content: string;
  readonly hook: string;
  readonly plain: string;
}

it("T14 nothing escapes from the fence", { timeout: 3_600_000 }, async () => {
  await fuzz({
    name: "fence",
    share: 1,
    make: (random) => {
      const made: Case = { content: text(random), hook: text(random), plain: random.chance(0.5) ? text(random) : "" };
      return Buffer.from(JSON.stringify(made));
    },
    check(input) {
      const { content, hook, plain } = JSON.parse(input.toString("utf8")) as Case;
      const fenced = fence(content, { ...BY, hook });
      const seen = fencedText(content);
      if (NOT_SEEN.test(fenced)) throw new Error("something in it is not seen");
      if (fencedText(seen) !== seen) throw new Error("the text changes when it is fenced again");
      // Words of the user around it may say anything, also what looks like a fence: they are trusted, and end nothing.
      for (const [before, after] of [
        ["", ""],
        ["a", "b"],
        [plain.replace(/[^\n]$/, "$&."), plain],
      ] as const) {
        const pieces = readFences([before, fenced, after].join("\n"));
        const own = pieces.filter((piece) => piece.text === seen && piece.by?.source === BY.source);
        const alone = before === "" || before === "a";
        if (own.length === 0 || (alone && pieces.length !== (before === "" ? 1 : 3)))
          throw new Error("it was not read back");
      }
    },
  });
});
