import { describe, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { adapterContract } from "../../src/testing/index.js";
import { recordedPayloads } from "../support/recorded-payloads.js";

describe.each(Object.values(ADAPTERS).map((adapter) => [adapter.title, adapter] as const))(
  "AD-18 the adapter of %s",
  (_title, adapter) => {
    for (const { name, run } of adapterContract(adapter, recordedPayloads(adapter))) it(name, run);
  },
);
