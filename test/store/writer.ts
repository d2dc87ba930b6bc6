/**
 * A process that stores as fast as it can and prints what it was promised, one line of ids per receipt, to be killed at
 * any moment. Arguments: the file, the word its ids begin with, the number of groups, FULL or OFF, where to begin.
 */
import { writeSync } from "node:fs";
import { capture, recover } from "../../src/capture/index.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { sampleRecord } from "../../src/testing/store-samples.js";

const GROUP = 4;
const CAPTURE_EACH = 4;
const CHECKPOINT_EACH = 15;
const [, , file = "", name = "", groups = "", synchronous = "FULL", from = "0"] = process.argv;

const { store, problem } = EmbeddedStore.open({
  file,
  capture,
  recover,
  synchronous: synchronous === "OFF" ? "OFF" : "FULL",
});
if (store === undefined || problem !== undefined) throw new Error(problem?.message);

for (let n = Number(from); n < Number(groups); n++) {
  const records = Array.from({ length: GROUP }, (_, i) =>
    sampleRecord({
      id: `${name}-${n}-${i}`,
      at: n,
      session: `session-${n % 3}`,
      dedupe: `${name}-${n}-${i}`,
      payload: { tool_name: "Bash", output_summary: `what came out of ${n}`, more: "x".repeat((n * 379) % 3000) },
    }),
  );
  const receipts = await store.append(records);
  writeSync(1, `${receipts.map(({ id }) => id).join(" ")}\n`);
  if (n % CAPTURE_EACH === CAPTURE_EACH - 1) await store.captureNext();
  if (n % CHECKPOINT_EACH === CHECKPOINT_EACH - 1) await store.retain({ olderThan: 0, maxBytes: 1e12 });
}
writeSync(1, "end\n");
