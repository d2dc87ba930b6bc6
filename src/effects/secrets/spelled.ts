/** Files that leave letter by letter, in the names of hosts that are asked for or in the pattern of a ping. */
import { operands } from "../model/arguments.js";
import type { Effect } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { lineOf } from "../model/rules.js";
import { upstream } from "../model/upstream.js";
import { withFeeds } from "../model/xargs-input.js";

const ASKS_FOR_NAMES = /^(?:dig|nslookup|host|drill|ping6?|kdig|doggo)$/;
const SPELLS = /^(?:xxd|od|hexdump|hd|base64|base32|basenc|uuencode)$/;
const BACK = / (?:-\w{0,4}[dDr]|--decode|--revert)(?:\s|$)/;

export function isAsking({ program = "" }: Invocation): boolean {
  return ASKS_FOR_NAMES.test(program);
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
          what: "carries a file out in names that are asked for, or in what is sent to find a host",
          instead: "show the person what is to be sent and where to",
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
