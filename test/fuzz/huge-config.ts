/** Config files that are small to write and large to read. */
import type { Random } from "./random.js";

const HUGE: readonly ((times: number) => string)[] = [
  (times) => "[".repeat(times),
  (times) => `${"[".repeat(times)}${"]".repeat(times)}`,
  (times) => `{"hooks":${'{"a":'.repeat(times)}`,
  (times) => `{"hooks":{"PreToolUse":${"[".repeat(times)}{}${"]".repeat(times)}}}`,
  (times) => `hooks: ${"- ".repeat(Math.min(times, 3000))}x`,
  (times) => `${"a:\n ".repeat(Math.min(times, 2000))}b`,
  (times) => `{${Array.from({ length: times / 10 }, (_, n) => `"k${n}":1`).join(",")}}`,
  (times) => `{"hooks":{"PreToolUse":[${Array.from({ length: times / 40 }, () => '{"command":"true"}').join(",")}]}}`,
  (times) => `{"hooks":[${'{"event":"Stop","id":"a","command":"x"},'.repeat(times / 40)}]}`,
  (times) => `{"hooks":{"PreToolUse":[{"command":"${"x".repeat(times)}"}]}}`,
  (times) => `{"hooks":{"PreToolUse":[{"command":"x","matcher":"${"(a|".repeat(times / 10)}"}]}}`,
  (times) => `{"hooks":{"PreToolUse":[{"command":"x","matcher":"Bash(${"*a".repeat(times / 100)})"}]}}`,
  (times) => `${"/*".repeat(times)}`,
  (times) => `{"a":1${"e9".repeat(times)}}`,
  (times) => `{"a":${"9".repeat(times)}}`,
  (times) => `{${'"hooks":{},'.repeat(times / 10)}"a":1}`,
  (times) => aliases(Math.min(9, Math.floor(Math.log2(times)))),
  (times) => `a: ${"&b ".repeat(times / 10)}c`,
  (times) => `? ${"? ".repeat(Math.min(times, 1000))}`,
  (times) => `a: "${"\\x41".repeat(times / 10)}"`,
  (times) => `a: |${"\n  x".repeat(times / 10)}`,
];

function aliases(levels: number): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let n = 1; n <= levels; n++)
    lines.push(
      `a${n}: &a${n} [${Array(9)
        .fill(`*a${n - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\nhooks: *a${levels}\n`;
}

export function hugeConfig(random: Random): Buffer {
  return Buffer.from(random.pick(HUGE)(random.pick([100, 2_000, 50_000])));
}
