import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { storeContract } from "../../src/testing/store-contract.js";
import { sampleCapture, sampleRecover } from "../../src/testing/store-samples.js";
import { openStore } from "./open-store.js";

const cases = storeContract((parts) => openStore({ ...parts }));

describe("the embedded store", () => {
  for (const { name, run } of cases) it(name, run);

  it("runs on the engine in Node where there is one", () => {
    const { store } = EmbeddedStore.open({
      file: join(mkdtempSync(join(tmpdir(), "snaphook-store-")), "store.db"),
      capture: sampleCapture,
      recover: sampleRecover,
    });
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    expect(store?.engine).toBe(major > 22 || (major === 22 && minor >= 13) ? "node:sqlite" : "libsql");
  });
});
