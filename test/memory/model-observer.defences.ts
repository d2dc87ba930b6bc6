import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/memory/model-observer.test.ts", "test/memory/idle.test.ts"],
  defences: [
    {
      defence: "evidence",
      file: "src/memory/model/answer.ts",
      find: `if (type === undefined || sources.length === 0 || sources.some((one) => one === undefined)) return undefined;`,
      replace: `if (type === undefined) return undefined;`,
    },
    {
      defence: "external facts",
      file: "src/store/observer.ts",
      find: `const trust: Trust = suspect || isTainted ? "external" : "model";`,
      replace: `const trust: Trust = "model";`,
    },
    {
      defence: "external summary",
      file: "src/store/observer.ts",
      find: `const trust = suspect || isTainted ? "external" : "model";`,
      replace: `const trust = "model";`,
    },
    {
      defence: "idle machine",
      file: "src/daemon/memory/gate.ts",
      find: `quietMs() < OBSERVED_WITHIN_MS && live`,
      replace: `live`,
    },
    {
      defence: "token limits",
      file: "src/store/observer.ts",
      find: `this.#tokensToday(now) + tokensPerBatch > tokensPerDay`,
      replace: `tokensPerBatch > tokensPerDay`,
    },
  ],
});
