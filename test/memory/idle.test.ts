/** No model is asked while no agent works. The time passes by a virtual clock. */
import { expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { MemoryGate } from "../../src/daemon/memory/gate.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { storeFile } from "../store/open-store.js";
import { MemoryPlace } from "../support/memory-place.js";
import { chat, ModelServer } from "../support/model-server.js";
import { VirtualClock } from "../support/virtual-clock.js";

const MINUTE = 60_000;

it("CP-11 a model that observes is asked nothing in a night without agents (virtual clock), although batches wait, also if they waited before, and again in the morning [idle machine]", async () => {
  const clock = new VirtualClock();
  let lastEventAt = 0;
  const nothing = '{"label": "debugging", "observations": []}';
  const server = await ModelServer.start((response) => {
    lastEventAt = clock.now() - 10 * MINUTE; // the last agent ended long before this answer
    chat(response, nothing);
  }, nothing);
  const place = new MemoryPlace();
  place.writeUser("models.json", server.settings());
  place.writeUser("memory.json", { enabled: true, observe: "model" });
  const placeOf = () => ({
    scope: "/repo",
    inside: () => undefined,
    foreign: () => new Set<string>(),
    risky: () => new Set<string>(),
    cite: () => undefined,
  });
  const memory = { isOn: () => true, placeOf };
  const store = EmbeddedStore.open({ file: storeFile(), capture, recover, memory }).store!;
  const record = (session: string, event: string, payload: object) =>
    sampleRecord({ event, session, at: Date.now(), payload: payload as Record<string, string> });
  const batch = async (session: string) => {
    await store.append([
      record(session, "UserPromptSubmit", { prompt: "Which database?" }),
      record(session, "PostToolUse", { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: session }),
      record(session, "Stop", { last_assistant_message: "Postgres." }),
    ]);
    while ((await store.processMemory(Date.now() + 1_000)) > 0);
  };
  const observed = (n: number) => expect.poll(async () => (await store.observerCounts(Date.now())).done).toBe(n);

  const quietMs = () => clock.now() - lastEventAt;
  const gate = new MemoryGate({ places: findPlaces(place.env), store, clock, quietMs, log() {} });
  const stop = gate.startObserving();
  await batch("day");
  await batch("evening");
  await clock.advance(3_000);
  await observed(1);
  await batch("night");
  await clock.advance(8 * 60 * MINUTE);
  expect(server.asked).toHaveLength(1);
  lastEventAt = clock.now();
  await clock.advance(3_000);
  await observed(3);
  expect(server.asked).toHaveLength(3);
  stop();
  await store.close();
});
