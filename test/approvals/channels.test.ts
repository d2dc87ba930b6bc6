import { describe, expect, it } from "vitest";
import { CHANNELS } from "../../src/approvals/channels/_registry.js";
import { channelContract } from "./channel-contract.js";

describe.each(Object.entries(CHANNELS))("channel %s", (name, channel) => {
  it.each(channelContract(name, channel).map((one) => [one.name, one] as const))("%s", (_, { run }) => run());
});

it("only the terminal proves who approves", () => {
  const proof = { kind: "terminal", by: { user: "ann", terminal: "/dev/pts/1" } };
  const means = { isSigned: () => true, start: () => {} };
  const ask = { id: "3f9a01bc", hash: "k1:aa" };
  const found = Object.values(CHANNELS).map((channel) => channel.identify?.(ask, proof, means));
  const ann = { channel: "terminal", user: "ann", place: "/dev/pts/1", method: "typed code" };
  expect(found.filter((by) => by !== undefined)).toEqual([ann]);
});
