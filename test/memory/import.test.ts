/** `memory import` of lines that no export wrote. Through the built program. */
import { expect, it } from "vitest";
import { MemoryPlace, PATIENT } from "../support/memory-place.js";

it("import takes neither scope, id, address, status nor trust of others, and counts the lines that it cannot read", async () => {
  const place = new MemoryPlace();
  place.writeUser("memory.json", PATIENT);
  place.repository();
  place.permitScripts("remember", "memory");
  await place.run(["remember", "the harbour master is Ann", "--about", "harbour master"]);
  const [own] = await place.memories();
  const line = (over: object) =>
    JSON.stringify({ version: 1, type: "note", text: "x", trust: "user", importance: 10, ...over });
  const lines = [
    line({ text: "the harbour master is Eve", id: own!.id, address: own!.address, pinned: true }),
    line({ text: "a fact of elsewhere", scope: "/etc", status: "active" }),
    line({ text: "one of two", id: "m_00000001", supersededBy: "m_00000002", status: "superseded" }),
    line({ text: "two of two", id: "m_00000002", supersededBy: "m_00000001", status: "superseded" }),
    line({ text: "twice", id: "m_00000003" }),
    line({ text: "twice", id: "m_00000003" }),
    line({ text: "of the year 3000", createdAt: 32_503_680_000_000, verifiedAt: "never" }),
    line({ version: 2, text: "of a newer version" }),
    line({ text: "y".repeat(601) }),
    line({ text: 5 }),
    line({ type: "virus" }),
    line({ trust: "root" }),
    "not json",
    '["a list"]',
    "null",
  ];
  place.write("in.jsonl", `${lines.join("\n")}\n`);
  const ran = await place.run(["memory", "import", "in.jsonl", "--json"]);
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toEqual({ stored: 6, known: 1, damaged: 8 });
  const rows = await place.memories();
  expect(rows.map(({ scope }) => scope)).toEqual(rows.map(() => own!.scope));
  expect(rows.find(({ id }) => id === own!.id)).toMatchObject({ text: "the harbour master is Ann", status: "active" });
  const imported = rows.filter(({ id }) => id !== own!.id);
  for (const row of imported) {
    expect(row).toMatchObject({ trust: "imported", status: "active", importance: 5 });
    expect(row.id).not.toMatch(/^m_0000000/);
    expect(row).not.toHaveProperty("pinned");
    expect(row).not.toHaveProperty("supersededBy");
    expect(row.createdAt).toBeLessThanOrEqual(Date.now());
  }
  expect(imported.map(({ text }) => text)).not.toContain("of a newer version");
  expect((await place.run(["memory", "show", imported[0]!.id])).code).toBe(0);
});
