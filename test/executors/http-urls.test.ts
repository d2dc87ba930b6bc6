import { describe, expect, it } from "vitest";
import { httpExecutor } from "../../src/executors/http.js";
import { UrlRunner } from "./url-runner.js";
import { URL_TABLE } from "./url-table.js";

const runner = new UrlRunner();

describe("T12 where an http hook may call", () => {
  it.each(URL_TABLE)("T12 $mechanism: $ends", async (row) => {
    const seen = await runner.run(row, httpExecutor);
    expect(seen).toEqual(runner.expected(row, seen));
  });

  it("T12 the table has at least 80 forms, each with a mechanism of its own", () => {
    expect(URL_TABLE.length).toBeGreaterThanOrEqual(80);
    expect(new Set(URL_TABLE.map(({ mechanism }) => mechanism)).size).toBe(URL_TABLE.length);
    const forms = URL_TABLE.map((row) => JSON.stringify({ ...row, mechanism: "", shows: "" }));
    expect(new Set(forms).size).toBe(forms.length);
  });
});
