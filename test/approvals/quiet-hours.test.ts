import { expect, it } from "vitest";
import { isQuiet } from "../../src/approvals/quiet-hours.js";

const at = (time: string) => new Date(`2026-11-18T${time}:00`);

it.each([
  ["22:00", "07:00", ["22:00", "23:59", "00:00", "06:59"], ["21:59", "07:00", "12:00"]],
  ["12:30", "13:00", ["12:30", "12:59"], ["12:29", "13:00", "00:00"]],
  ["00:00", "23:59", ["00:00", "23:58"], ["23:59"]],
])("quiet from %s to %s", (from, to, quiet, loud) => {
  expect(quiet.map((time) => isQuiet({ from, to }, at(time)))).toEqual(quiet.map(() => true));
  expect(loud.map((time) => isQuiet({ from, to }, at(time)))).toEqual(loud.map(() => false));
});

it("goes by the clock on the wall, also on days of 23 and 25 hours", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01"])
    for (let hour = 0; hour < 24; hour++) {
      const now = new Date(`${day}T${String(hour).padStart(2, "0")}:30:00`);
      const wall = now.getHours();
      expect(isQuiet({ from: "22:00", to: "07:00" }, now)).toBe(wall >= 22 || wall < 7);
    }
});
