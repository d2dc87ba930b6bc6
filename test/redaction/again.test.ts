import { afterEach, describe, expect, it } from "vitest";
import { useTagHash } from "../../src/core/redact/tag.js";
import { redactText, secretsIn } from "../../src/core/redact/text.js";
import { PLANTED } from "./planted.js";
import { EXAMPLES } from "./prefixed-examples.js";

const PIECES = [
  ...PLANTED.map(({ text }) => text),
  ...EXAMPLES.map(([, starts, rest]) => `${starts.split(" ")[0]}${rest}`),
  ...'password token= key: -p --token Authorization: Bearer Cookie: a= https:// me: @host " \' \\" { } [ ] <a> </a> -u ; , | & $( ) [redacted: ] kind: Secret data:'.split(
    " ",
  ),
];
const GLUE = ["", "", " ", "\n", "=", ": ", '"', "; ", "\\n", "/", "-", "_"];

/** The same texts in every run. */
function* mixtures(count: number): Generator<string> {
  let seed = 42;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < count; round++)
    yield Array.from({ length: 1 + next(8) }, () => PIECES[next(PIECES.length)]! + GLUE[next(GLUE.length)]!).join("");
}

describe("T10 any mixture of secrets and signs", () => {
  afterEach(() => useTagHash(() => undefined));

  it("is the same when it is redacted again, with letters and without", () => {
    for (const hash of [() => undefined, () => "0123abcd"]) {
      useTagHash(hash);
      const changed = [];
      for (const text of mixtures(3_000)) {
        const once = redactText(text);
        if (redactText(once) !== once) changed.push([text, once, redactText(once)]);
      }
      expect(changed.slice(0, 3)).toEqual([]);
    }
  });

  it("has spans in order that do not overlap", () => {
    for (const text of mixtures(1_000)) {
      let at = 0;
      for (const { start, end } of secretsIn(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }
  });
});
