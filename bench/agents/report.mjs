/** The section of bench/RESULTS.md about released agents. */
import { milli } from "../lib/row.mjs";

const HEADING = "## Inside released agents";

export function agentsSection({ rounds, calls, compared, ...facts }, rows) {
  const hasFloor = rows.some(({ floor }) => floor !== undefined);
  const head = [
    "agent",
    "tool call without hooks",
    "added",
    ...(compared ? ["added by the other build", "ratio"] : []),
    ...(hasFloor ? ["added by bare `true`"] : []),
  ];
  const cells = rows.map(({ title, version, none, ours, other, floor, ratio, perRound }) => [
    `${title} ${version}`,
    milli(none),
    `+${milli(ours - none)}`,
    ...(compared ? [`+${milli(other - none)}`, `${ratio.toFixed(2)} (rounds: ${spread(perRound)})`] : []),
    ...(hasFloor ? [floor === undefined ? "–" : floorCell(floor - none, compared ? other - none : undefined)] : []),
  ]);
  const load = rows.map(({ load }) => load.toFixed(1)).join(", ");
  return `${HEADING}

Written by \`npm run bench:agents\`. Wall time that hooks add to a trivial shell call, with \`protect-commands\` on and the
daemon running: median over ${calls - 1} calls in each of ${rounds} runs. Runs without hooks and runs of each build alternate.
The ratio is that of the added times of both builds; in brackets its quartiles over the rounds.${hasFloor ? FLOOR : ""}

- Machine: ${facts.Processor}, ${facts.System}, Node ${facts.Node}
- Load (median of each agent): ${load}
- Date: ${facts.Date}

| ${head.join(" | ")} |
| ${head.map(() => "---").join(" | ")} |
${cells.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`;
}

const FLOOR = `
The last column is what the agent itself needs: the same entries, but each command is \`true\`. In brackets its share of what
the other build added.`;

function floorCell(added, other) {
  return `+${milli(added)}${other === undefined ? "" : ` (${(added / other).toFixed(2)})`}`;
}

/** The page with this section instead of the one it had. */
export function withAgentsSection(page, section) {
  const before = page.split(`\n${HEADING}`)[0];
  return `${before.trimEnd()}\n\n${section}`;
}

/** The sections that other commands measure, as they are in the page; empty if there is none. They are the last ones. */
export function otherSectionsOf(page) {
  const at = page.search(/\n## (?:The local page|The event path|Inside released agents)/);
  return at === -1 ? "" : page.slice(at);
}

function spread(sorted) {
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2);
  return `${at(0.25)}–${at(0.75)}`;
}
