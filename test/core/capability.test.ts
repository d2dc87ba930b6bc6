import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Capability, degrade, FULL_CAPABILITY } from "../../src/core/decision/capability.js";
import { type Decision, NO_DECISION, type Provenance } from "../../src/core/decision/decision.js";

type Field = Exclude<keyof Capability, "noAskBecause">;

const by: Provenance = { hook: "policy", source: "user", ms: 1 };
const decision = (over: Partial<Decision>): Decision => ({ ...NO_DECISION, ...over });
const without = (...fields: (keyof Capability)[]): Capability => ({
  ...FULL_CAPABILITY,
  ...Object.fromEntries(fields.map((field) => [field, false])),
});
const denied = decision({ verdict: "deny", reason: "no rm", verdictBy: by });
const rewritten = decision({ input: { a: 2 }, originalInput: { a: 1 }, inputBy: [by] });

interface Row {
  readonly title: string;
  readonly before: Decision;
  readonly lacks: (keyof Capability)[];
  readonly after: Partial<Decision>;
  readonly notes: string[];
}

const TABLE: readonly Row[] = [
  {
    title: "an allow becomes no opinion",
    before: decision({ verdict: "allow", verdictBy: by }),
    lacks: ["allow"],
    after: { verdict: "none" },
    notes: ["DEGRADED_ALLOW"],
  },
  {
    title: "a question becomes a deny",
    before: decision({ verdict: "ask", reason: "sure?", verdictBy: by }),
    lacks: ["ask"],
    after: { verdict: "deny", reason: "sure?" },
    notes: ["DEGRADED_ASK"],
  },
  {
    title: "a question where nothing can be blocked is only told",
    before: decision({ verdict: "ask", reason: "sure?", verdictBy: by }),
    lacks: ["ask", "deny"],
    after: { verdict: "none" },
    notes: ["DEGRADED_ASK", "DEGRADED_DENY"],
  },
  {
    title: "a deny becomes no opinion and is told",
    before: denied,
    lacks: ["deny"],
    after: { verdict: "none" },
    notes: ["DEGRADED_DENY"],
  },
  {
    title: "a rewrite that must happen becomes a deny",
    before: rewritten,
    lacks: ["rewrite"],
    after: { verdict: "deny", input: undefined, inputBy: [] },
    notes: ["DEGRADED_REWRITE"],
  },
  {
    title: "a rewrite that must happen, with an allow, becomes a deny",
    before: { ...rewritten, verdict: "allow", verdictBy: by },
    lacks: ["rewrite"],
    after: { verdict: "deny", input: undefined },
    notes: ["DEGRADED_REWRITE"],
  },
  {
    title: "a rewrite beside a deny leaves the deny's own reason",
    before: { ...rewritten, verdict: "deny", reason: "no rm", verdictBy: by },
    lacks: ["rewrite"],
    after: { verdict: "deny", reason: "no rm", input: undefined },
    notes: ["DEGRADED_REWRITE"],
  },
  {
    title: "an optional rewrite is dropped",
    before: { ...rewritten, inputOptional: true },
    lacks: ["rewrite"],
    after: { verdict: "none", input: undefined, inputOptional: false },
    notes: ["DEGRADED_REWRITE"],
  },
  {
    title: "an allow for an optional rewrite is no allow for the original input",
    before: { ...rewritten, inputOptional: true, verdict: "allow", verdictBy: by },
    lacks: ["rewrite"],
    after: { verdict: "none", input: undefined },
    notes: ["DEGRADED_REWRITE", "DEGRADED_ALLOW"],
  },
  {
    title: "context is dropped",
    before: decision({ context: "mind", contextBy: [by] }),
    lacks: ["context"],
    after: { context: undefined, contextBy: [] },
    notes: ["DEGRADED_CONTEXT"],
  },
  {
    title: "a replaced output is dropped",
    before: decision({ output: { value: "x", by } }),
    lacks: ["replaceOutput"],
    after: { output: undefined },
    notes: ["DEGRADED_OUTPUT"],
  },
  {
    title: "going on is dropped",
    before: decision({ forceContinue: { value: { reason: "go on" }, by } }),
    lacks: ["forceContinue"],
    after: { forceContinue: undefined },
    notes: ["DEGRADED_CONTINUE"],
  },
  {
    title: "stopping is dropped",
    before: decision({ stop: { value: {}, by } }),
    lacks: ["stop"],
    after: { stop: undefined },
    notes: ["DEGRADED_STOP"],
  },
  {
    title: "messages are dropped",
    before: decision({ messages: [{ value: "hello", by }] }),
    lacks: ["message"],
    after: { messages: [] },
    notes: ["DEGRADED_MESSAGE"],
  },
];

describe("what a target cannot express", () => {
  it.each(TABLE)("$title", ({ before, lacks, after, notes }) => {
    const result = degrade(before, without(...lacks), "Some agent");
    expect(result).toMatchObject(after);
    expect(result.notes.map(({ code }) => code)).toEqual(notes);
    for (const note of result.notes) expect(note.hook).toBe("policy");
  });

  it.each(TABLE)("and where it can be expressed nothing happens: $title", ({ before }) => {
    expect(degrade(before, FULL_CAPABILITY, "Some agent")).toBe(before);
  });

  it("the table covers every capability", () => {
    expect(new Set(TABLE.flatMap(({ lacks }) => lacks))).toEqual(new Set(Object.keys(FULL_CAPABILITY)));
  });

  it("a deny that cannot be enforced is recorded as one that would have been", () => {
    const { notes } = degrade(denied, without("deny"), "Some agent");
    expect(notes[0]?.message).toContain("would have been denied (no rm)");
  });

  it("a denied rewrite shows the call to make instead", () => {
    const { reason } = degrade(rewritten, without("rewrite"), "Some agent");
    expect(reason).toContain('{"a":2}');
  });

  it("who cannot be stopped is denied the call at hand, unless it is denied already or cannot be", () => {
    const stop = { value: { reason: "enough" }, by: { ...by, hook: "stopper" } };
    expect(degrade(decision({ stop }), without("stop"), "Some agent")).toMatchObject({
      verdict: "deny",
      reason: "enough",
      verdictBy: { hook: "stopper" },
      notes: [{ message: "Some agent cannot be stopped here; the call is denied instead.", hook: "stopper" }],
    });
    const silent = degrade(decision({ stop: { ...stop, value: {} } }), without("stop"), "Some agent");
    expect(silent.reason).toBe("A hook wants the agent to stop.");
    const plain = [{ message: "Some agent cannot be stopped here.", hook: "stopper" }];
    expect(degrade({ ...denied, stop }, without("stop"), "Some agent")).toMatchObject({
      verdict: "deny",
      reason: "no rm",
      verdictBy: { hook: "policy" },
      notes: plain,
    });
    expect(degrade(decision({ stop }), without("stop", "deny"), "Some agent")).toMatchObject({
      verdict: "none",
      notes: plain,
    });
  });

  it("a note about what no hook is known for names none", () => {
    const { notes } = degrade(decision({ verdict: "deny" }), without("deny"), "Some agent");
    expect(notes).toHaveLength(1);
    expect(notes[0]).not.toHaveProperty("hook");
    expect(notes[0]!.message).toContain("(no reason given)");
  });

  it("earlier notes stay", () => {
    const noted = { ...denied, notes: [{ code: "EARLIER", message: "" }] };
    expect(degrade(noted, without("deny"), "Some agent").notes.map(({ code }) => code)).toEqual([
      "EARLIER",
      "DEGRADED_DENY",
    ]);
  });

  it("nothing is changed in silence, and what is left can be expressed", () => {
    const capability: fc.Arbitrary<Capability> = fc.record(
      Object.fromEntries(Object.keys(FULL_CAPABILITY).map((field) => [field, fc.boolean()])) as Record<
        Field,
        fc.Arbitrary<boolean>
      >,
    );
    fc.assert(
      fc.property(anyDecision, capability, (before, target) => {
        const { notes, ...after } = degrade(before, target, "Some agent");
        const { notes: noNotes, ...unchanged } = before;
        if (notes.length === 0) expect(after).toEqual(unchanged);
        else expect(after).not.toEqual(unchanged);
        expect(inexpressible(after, target)).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });
});

const anyDecision: fc.Arbitrary<Decision> = fc
  .record({
    verdict: fc.constantFrom("none", "allow", "ask", "deny"),
    rewrite: fc.constantFrom(undefined, "required", "optional"),
    context: fc.boolean(),
    output: fc.boolean(),
    forceContinue: fc.boolean(),
    stop: fc.boolean(),
    message: fc.boolean(),
  })
  .map(({ verdict, rewrite, context, output, forceContinue, stop, message }) =>
    decision({
      verdict,
      ...(verdict === "none" ? {} : { verdictBy: by, reason: "why" }),
      ...(rewrite ? { ...rewritten, verdict, inputOptional: rewrite === "optional" } : {}),
      ...(context ? { context: "x", contextBy: [by] } : {}),
      ...(output ? { output: { value: 1, by } } : {}),
      ...(forceContinue ? { forceContinue: { value: { reason: "x" }, by } } : {}),
      ...(stop ? { stop: { value: {}, by } } : {}),
      ...(message ? { messages: [{ value: "x", by }] } : {}),
    }),
  );

function inexpressible(left: Omit<Decision, "notes">, target: Capability): string[] {
  const used: Record<Field, boolean> = {
    allow: left.verdict === "allow",
    ask: left.verdict === "ask",
    deny: left.verdict === "deny",
    rewrite: left.input !== undefined,
    context: left.context !== undefined,
    replaceOutput: left.output !== undefined,
    forceContinue: left.forceContinue !== undefined,
    stop: left.stop !== undefined,
    message: left.messages.length > 0,
  };
  return (Object.keys(used) as Field[]).filter((field) => used[field] && !target[field]);
}
