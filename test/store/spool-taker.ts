/** Takes a spool in, slowly after the first group, to be killed meanwhile. Arguments: the state folder, the store. */
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { ingestSpool } from "../../src/daemon/records/ingest-spool.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { sampleCapture, sampleRecover } from "../../src/testing/store-samples.js";

const [, , state = "", file = ""] = process.argv;
const { store } = EmbeddedStore.open({ file, capture: sampleCapture, recover: sampleRecover });
await ingestSpool(state, async (records) => {
  const receipts = await store!.append(records);
  writeSync(1, ".");
  await wait(3);
  return receipts;
});
