/** Files exfiltrated piecewise in DNS queries or ping patterns. */
import { operands } from "../model/arguments.js";
import { byProgram } from "../model/by-program.js";
import type { Effect } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { lineOf } from "../model/rules.js";
import { upstream } from "../model/upstream.js";
import { withFeeds } from "../model/xargs-input.js";

const ASKS_FOR_NAMES = /^(?:dig|nslookup|host|drill|ping6?|kdig|doggo)$/;
const SPELLS = /^(?:xxd|od|hexdump|hd|base64|base32|basenc|uuencode)$/;
const BACK = / (?:-\w{0,4}[dDr]|--decode|--revert)(?:\s|$)/;

const traitsOf = byProgram((program) => ({ asks: ASKS_FOR_NAMES.test(program) }));

export function isAsking({ program }: Invocation): boolean {
  return traitsOf(program).asks;
}

export function spelled(invocations: readonly Invocation[]): Effect[] {
  const spelling = invocations.filter(isSpelling);
  if (spelling.length === 0) return [];
  return withFeeds(invocations)
    .filter(isAsking)
    .flatMap((asking) => {
      const before = upstream(asking);
      const carries =
        (asking.moreArgs || asking.args.some(({ known }) => !known)) &&
        spelling.some((one) => one.captured || before.includes(one));
      if (!carries) return [];
      return [
        effectOf(asking, {
          kind: "send",
          severity: "risky",
          certainty: "likely",
          what: "exfiltrates a file in DNS queries or ping packets",
          instead: "show the user what you want to send and where",
        }),
      ];
    });
}

function isSpelling(invocation: Invocation): boolean {
  const { program = "", input } = invocation;
  return (
    SPELLS.test(program) && !BACK.test(lineOf(invocation)) && (input.kind !== "none" || operands(invocation).length > 0)
  );
}
