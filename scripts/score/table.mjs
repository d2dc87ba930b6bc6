/** A table of figures: `{ label, source, rows, counts: { name: number } }`, with the share of each count. */
export function scoreTable({ corpus, figures, notes = [] }) {
  const names = [...new Set(figures.flatMap(({ counts }) => Object.keys(counts)))];
  const head = [corpus, "source", "rows", ...names];
  const lines = figures.map(({ label, source, rows, counts }) => [
    label,
    source ?? "all",
    rows,
    ...names.map((name) => (name in counts ? `${counts[name]} (${share(counts[name], rows)})` : "")),
  ]);
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  return [...table, ...notes.map((note) => `\n${note}`)].join("\n");
}

function share(count, rows) {
  return rows === 0 ? "–" : `${((100 * count) / rows).toFixed(2)} %`;
}

/** Figures per label, and per label and source where a label has several. `count(row)` names what a row counts as. */
export function tally(rows, names, count) {
  const groups = new Map();
  for (const row of rows) {
    for (const source of [undefined, row.source]) {
      const key = JSON.stringify([row.label, source]);
      if (!groups.has(key))
        groups.set(key, {
          label: row.label,
          source,
          rows: 0,
          counts: Object.fromEntries(names.map((name) => [name, 0])),
        });
      const group = groups.get(key);
      group.rows++;
      for (const name of count(row)) group.counts[name]++;
    }
  }
  const all = [...groups.values()];
  const several = (label) => all.filter((group) => group.label === label).length > 2;
  return all
    .filter(({ label, source }) => source === undefined || several(label))
    .sort((one, other) =>
      one.label === other.label
        ? (one.source ?? "") < (other.source ?? "")
          ? -1
          : 1
        : one.label < other.label
          ? -1
          : 1,
    );
}
