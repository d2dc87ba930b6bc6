import { describe, expect, it } from "vitest";
import { readModelsFile, USUAL_BUDGET } from "../../src/models/settings.js";

const problemsOf = (value: unknown) =>
  readModelsFile(value, "/home/me").problems.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("models.json", () => {
  it("HT-02 reads models, their use and the budget", () => {
    const { file, problems } = readModelsFile(
      {
        models: {
          small: { kind: "anthropic", model: "claude-haiku-4-5", keyEnv: "ANTHROPIC_API_KEY" },
          local: { kind: "openai", url: "http://127.0.0.1:11434/v1", model: "qwen3:8b", structured: false },
          mine: { kind: "claude", passEnv: ["ANTHROPIC_API_KEY"] },
          filed: { kind: "openai", model: "m", keyFile: "~/key" },
        },
        use: { prompt: "small", secondOpinion: "off" },
        budget: { callsPerHour: 5 },
      },
      "/home/me",
    );
    expect(problems).toEqual([]);
    expect(file.models["filed"]).toMatchObject({ keyFile: "/home/me/key" });
    expect(file.models["local"]).toMatchObject({ structured: false, maxOutputTokens: 1024 });
    expect(file.use).toEqual({ prompt: "small" });
    expect(file.budget).toEqual({ ...USUAL_BUDGET, callsPerHour: 5 });
  });

  it.each([
    ["a list", [], ": must be an object"],
    ["models of the wrong type", { models: 3 }, "models: must be an object"],
    [
      "an unknown kind",
      { models: { a: { kind: "magic" } } },
      "models.a.kind: must be one of anthropic, claude, codex, command, openai",
    ],
    [
      "no model",
      { models: { a: { kind: "openai" } } },
      "models.a.model: is required: the provider's name of the model",
    ],
    [
      "the key itself",
      { models: { a: { kind: "openai", model: "m", key: "sk-1" } } },
      'models.a.key: Unknown setting "key".',
    ],
    [
      "a key in the name of a variable",
      { models: { a: { kind: "openai", model: "m", keyEnv: "sk-abc" } } },
      "models.a.keyEnv: must be the name of an environment variable, not the key itself",
    ],
    [
      "a key over plain HTTP",
      { models: { a: { kind: "openai", model: "m", keyEnv: "K", url: "http://models.example.com/v1" } } },
      "models.a.url: must be an https:// URL, because a key is sent; http:// is for this machine only",
    ],
    [
      "another protocol",
      { models: { a: { kind: "openai", model: "m", url: "file:///etc/passwd" } } },
      "models.a.url: must be an http:// or https:// URL",
    ],
    [
      "the use of a missing model",
      { use: { prompt: "a" } },
      'use.prompt: must be the name of a usable model, or "off"',
    ],
    ["the name of an inherited property", { models: { a: { kind: "constructor" } } }, "models.a.kind: must be one of"],
    ["a negative budget", { budget: { usdPerDay: -1 } }, "budget.usdPerDay: must be a number of at least 0; 1 applies"],
  ])("HT-02 reports %s", (_what, value, problem) => {
    expect(problemsOf(value).join("\n")).toContain(problem);
  });

  it("HT-02 a model with an error is left out, and the others stay", () => {
    const { file } = readModelsFile({ models: { a: { kind: "openai" }, b: { kind: "openai", model: "m" } } }, "/");
    expect(Object.keys(file.models)).toEqual(["b"]);
  });
});
