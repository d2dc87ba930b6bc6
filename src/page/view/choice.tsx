/** A list to choose a filter from. */
import type { Signal } from "@preact/signals";
import { plain } from "./text.js";

interface Props {
  readonly label: string;
  /** Without a filter. */
  readonly all: string;
  readonly of: Signal<string>;
  /** Values, or values with their titles. */
  readonly values: readonly (string | readonly [value: string, title: string])[];
}

export function Choice({ label, all, of, values }: Props) {
  const named = values.map((one) => (typeof one === "string" ? ([one, one] as const) : one));
  // What was chosen stays in the list, although nothing else has it any more.
  const known =
    of.value === "" || named.some(([value]) => value === of.value) ? named : [...named, [of.value, of.value]];
  return (
    <select
      aria-label={label}
      value={of.value}
      onChange={({ currentTarget }) => {
        of.value = currentTarget.value;
      }}
    >
      {all !== "" && <option value="">{all}</option>}
      {known.map(([value = "", title = ""]) => (
        <option key={value} value={value}>
          {plain(title)}
        </option>
      ))}
    </select>
  );
}

/** Each once, in order. */
export function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values)].filter((one): one is string => one !== undefined && one !== "").sort();
}
