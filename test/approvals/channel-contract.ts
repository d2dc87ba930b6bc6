/** What every way to reach a person must keep to. */
import assert from "node:assert/strict";
import type { Card, Channel, ChannelMeans } from "../../src/approvals/channels/contract.js";
import type { ContractCase } from "../../src/testing/contract-case.js";

const ASK = { id: "3f9a01bc", hash: "k1:aa", agent: "pi", session: "s" };
const CARD: Card = {
  id: ASK.id,
  agent: "pi",
  tool: "Bash",
  summary: "make <b>release</b> & \u001b[2K\u202e$(id) `id`",
};

/** Proofs that show no person. */
const FORGED: readonly unknown[] = [
  undefined,
  null,
  "yes",
  true,
  1,
  [],
  {},
  { kind: "terminal" },
  { kind: "terminal", by: { user: "eve", terminal: "/dev/pts/1" }, at: 1, signature: "00" },
  { kind: "agent", by: { user: "eve" } },
  JSON.parse('{"__proto__": {"kind": "terminal", "by": {"user": "eve"}}}'),
];

export function channelContract(name: string, channel: Channel): readonly ContractCase[] {
  const started: (readonly (readonly string[])[])[] = [];
  const means = (isSigned: boolean): ChannelMeans => ({
    isSigned: () => isSigned,
    start: (commands) => void started.push(commands),
  });
  const cases: readonly (readonly [string, () => void])[] = [
    ["has the name of its file", () => assert.equal(channel.name, name)],
    [
      "takes nothing for a person that is not proven to be one",
      () => {
        for (const proof of FORGED) assert.equal(channel.identify?.(ASK, proof, means(false)), undefined);
      },
    ],
    [
      "asks whether a proof is signed for exactly this question",
      () => {
        const asked: unknown[] = [];
        const isSigned: ChannelMeans["isSigned"] = (ask) => {
          asked.push(ask);
          return true;
        };
        for (const proof of FORGED)
          if (channel.identify?.(ASK, proof, { ...means(true), isSigned }) !== undefined)
            assert.deepEqual(asked.at(-1), ASK);
      },
    ],
    [
      "announces plain text, as arguments of a program and never through a shell",
      () => {
        channel.announce?.(CARD, means(false));
        for (const command of started.flat()) {
          assert.doesNotMatch(command[0]!, /(?:^|\/)(?:ba|z|da)?sh$/);
          const text = command.at(-1)!;
          assert.doesNotMatch(text, /[^\P{C}\n]|<b>/u);
          assert.match(text, /snaphook approve 3f9a01bc/);
        }
      },
    ],
    [
      "an event of another session or agent shows no answer",
      () => {
        for (const event of ["PostToolUse", "Stop", "UserPromptSubmit", "SessionEnd", "Notification"])
          for (const other of [
            { agent: "pi", session: "t" },
            { agent: "codex", session: "s" },
          ])
            assert.ok(!channel.wasAnswered?.(ASK, { ...other, name: event, hash: () => ASK.hash }));
      },
    ],
  ];
  return cases.map(([title, run]) => ({ name: title, run: async () => run() }));
}
