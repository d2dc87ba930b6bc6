/** Spools twenty records durably and prints a line after each. Argument: the state folder. */
import { writeSync } from "node:fs";
import { spool } from "../../src/runtime/record/spool.js";
import { sampleRecord } from "../../src/testing/store-samples.js";

for (let n = 0; n < 20; n++) {
  const { written } = spool(process.argv[2]!, sampleRecord({ payload: { text: "x".repeat(n * 300) } }), {
    durable: true,
  });
  writeSync(1, written ? "written\n" : "refused\n");
}
