/** Capture sees only the rows that it asked for: it must come to the same as if it saw all of them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { storeFile } from "../store/open-store.js";
import { CaptureRows, eventRecord, START } from "../support/capture-rows.js";

const files = ["/p/a.ts", "/p/.claude/plans/one.md", "/p/.claude/plans/two.md"];
const fileTool = fc.record({
  tool_name: fc.constantFrom("Write", "Read", "ExitPlanMode", "Bash"),
  tool_input: fc.record({ file_path: fc.constantFrom(...files) }),
});
const answer = fc.record(
  { response: fc.constantFrom("done", "also done", "# Plan\n1. dig\n2. fill"), permission_mode: fc.constant("plan") },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.tuple(fc.constant("SessionStart"), fc.record({ source: fc.constantFrom("startup", "clear", "compact") })),
  fc.tuple(
    fc.constant("UserPromptSubmit"),
    fc.record({ prompt: fc.constantFrom("dig", "fill"), response: fc.constant("done") }),
  ),
  fc.tuple(fc.constantFrom("PreToolUse", "PostToolUse", "PostToolUseFailure"), fileTool),
  fc.tuple(fc.constantFrom("Stop", "SessionEnd"), answer),
  fc.tuple(fc.constantFrom("Notification", "Interrupt"), fc.record({ message: fc.constant("wait") })),
);
const history = fc.array(
  fc.record({
    step,
    session: fc.constantFrom("s1", "s2"),
    seconds: fc.constantFrom(0, 1, 61, 400, 4_000),
    verdict: fc.constantFrom("none" as const, "deny" as const),
    duplicate: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 30 },
);

class SeesEverything extends CaptureRows {
  override load(needs: Parameters<CaptureRows["load"]>[0]) {
    return super.load({ ...needs, batches: "all", activities: true });
  }
}

it("what it asks for is enough, whatever happens", () => {
  fc.assert(
    fc.property(history, (events) => {
      const [asked, all] = [new CaptureRows(), new SeesEverything()];
      let second = 0;
      for (const {
        step: [event, payload],
        session,
        seconds,
        verdict,
        duplicate,
      } of events) {
        second += seconds;
        const facts = { id: `e${second}`, session, verdict };
        const take = (rows: CaptureRows) =>
          duplicate ? rows.takeAgain(second, event, payload, facts) : rows.take(second, event, payload, facts);
        expect(take(asked)).toEqual(take(all));
        expect(asked.recover(second)).toEqual(all.recover(second));
      }
    }),
    { numRuns: 500 },
  );
});

it("the embedded store loads the same rows as one in memory", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const rows = new CaptureRows();
      const { store } = EmbeddedStore.open({ file: storeFile(), capture, recover });
      const records: EventRecord[] = [];
      let second = 0;
      for (const {
        step: [event, payload],
        session,
        seconds,
        verdict,
      } of events) {
        second += seconds;
        const facts = { id: `e${records.length}`, at: START + second * 1000, session, verdict };
        records.push(eventRecord(event, payload, facts));
        rows.take(second, event, payload, facts);
      }
      await store!.append(records);
      for (const id of ["s1", "s2"]) {
        const stored = await store!.session(id);
        expect([stored?.session, stored?.batches ?? [], stored?.activities ?? []]).toEqual([
          rows.session(id),
          rows.batchesOf(id),
          rows.activities(id),
        ]);
      }
      await store!.close();
    }),
    { numRuns: 60 },
  );
});
