import { describe, expect, it } from "vitest";
import { PROCESSES } from "../../src/adapters/_processes.js";
import { showsAlone } from "../../src/runtime/call/runs-alone.js";

describe("the signs in a command line", () => {
  const { alone } = PROCESSES["qwen"]!;
  const shows = (line: string, input: boolean | undefined = true) => showsAlone(line.split(" "), alone!, () => input);

  it.each([
    ["qwen -p hello", true],
    ["qwen --prompt=hello", true],
    ["qwen", false],
    ["qwen --prompt-interactive -p", false],
    ["qwen -pretty", false],
    ["qwen -- -p", false],
  ])("%s: %s", (line, expected) => {
    expect(shows(line)).toBe(expected);
  });

  it("an input that is no terminal is one; an input that cannot be seen is none", () => {
    expect([shows("qwen", false), shows("qwen", undefined), shows("qwen --acp", false)]).toEqual([true, false, false]);
  });
});
