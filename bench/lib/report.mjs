/** The report as text for people: aligned in the terminal, as Markdown in the repository. */
const HEAD = ["figure", "reach", "measured", "ok?", "medians"];

export function markdownTable(rows) {
  const cells = [HEAD, ...rows.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const [head, ...body] = cells.map(line);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n");
}

export function resultsPage(facts, rows, scores) {
  return `# Figures

Written by \`npm run bench\`. A ratio is Snaphook : the other, both measured in turns in one process or as processes
in turns, and the median of all rounds; every result is checked. Snaphook runs with its defaults: deadline and
provenance on, one observer listening. Figures without a reach are there to be known.

${Object.entries(facts)
  .map(([name, value]) => `- ${name}: ${value}`)
  .join("\n")}

${markdownTable(rows)}

## Scores of the guards

On labelled data that is not part of this repository (\`npm run score\`). \`stopped\` is denied or asked.

${scores}
`;
}

function toCells({ figure, reach, measured, ok, detail }) {
  return [figure, reach, measured, ok === undefined ? "–" : ok ? "yes" : "no", detail];
}
