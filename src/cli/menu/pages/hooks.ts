import { isRecord } from "../../../core/text/json.js";
import { amount, oneLine, paint } from "../../output/print.js";
import { outputWidth } from "../../output/terminal.js";
import { cutText, textWidth } from "../../output/text-width.js";
import type { Lines } from "../lines.js";
import { type Action, type Loaded, operand, type Page, type Row, textRows } from "../page.js";

/** As `list --json` prints it. */
interface Hook {
  readonly id: string;
  readonly event: string;
  readonly matcher: string;
  readonly source: string;
  readonly level: string;
  readonly trust: string;
  readonly enabled: boolean;
  readonly active: boolean;
  readonly guard: boolean;
  readonly mode: string;
  readonly broken: unknown;
}

const LIST = ["list"] as const;

/** Events, then matchers, then hooks. */
export function eventsPage(): Page {
  return {
    title: "Hooks",
    line: LIST,
    load: (lines) =>
      withHooks(lines, (hooks) =>
        [...groupBy(hooks, ({ event }) => event)].map(([event, of]) => group(event, of, () => matchersPage(event))),
      ),
  };
}

function matchersPage(event: string): Page {
  return {
    title: event,
    line: LIST,
    load: (lines) =>
      withHooks(lines, (hooks) => {
        const here = hooks.filter((hook) => hook.event === event);
        return [...groupBy(here, ({ matcher }) => matcher)].map(([matcher, of]) =>
          group(matcherName(matcher), of, () => hooksPage(event, matcher)),
        );
      }),
  };
}

function hooksPage(event: string, matcher: string): Page {
  return {
    title: matcherName(matcher),
    line: LIST,
    load: (lines) =>
      withHooks(lines, (hooks) =>
        hooks.filter((hook) => hook.event === event && hook.matcher === matcher).map(hookRow),
      ),
  };
}

function hookPage(id: string): Page {
  const line = ["show", ...operand(id)];
  return {
    title: id,
    line,
    async load(lines) {
      const { text } = await lines.text(line);
      const found = await lines.json(line);
      const hook = "value" in found && isRecord(found.value) ? (found.value as unknown as Hook) : undefined;
      return { rows: textRows(text), actions: hook === undefined ? [] : actionsFor(hook) };
    },
  };
}

function groupBy(hooks: readonly Hook[], keyOf: (hook: Hook) => string): Map<string, Hook[]> {
  const groups = new Map<string, Hook[]>();
  for (const hook of hooks) groups.set(keyOf(hook), [...(groups.get(keyOf(hook)) ?? []), hook]);
  return groups;
}

async function withHooks(lines: Lines, rowsOf: (hooks: readonly Hook[]) => Cells[]): Promise<Loaded> {
  const found = await lines.json(LIST);
  if ("problem" in found) return { rows: textRows(found.problem) };
  const hooks = (Array.isArray(found.value) ? found.value.filter(isRecord) : []) as unknown as Hook[];
  const isOwn = hooks.some(({ level }) => level !== "builtin");
  const hint = isOwn ? {} : { hint: "No hooks of yours apply here. `snaphook init` writes a first one." };
  const cells = rowsOf(hooks);
  return { rows: cells.length === 0 ? textRows("No hook is left here.") : inColumns(cells), ...hint };
}

function group(name: string, hooks: readonly Hook[], opens: () => Page): Cells {
  const off = hooks.filter(({ active }) => !active).length;
  const count = `${amount(hooks.length, "hook")}${off === 0 ? "" : `, ${off} off`}`;
  return { name: oneLine(name), about: paint(off === 0 ? "grey" : "yellow", count), opens };
}

function hookRow(hook: Hook): Cells {
  const { id, active, broken, enabled, guard, mode, trust, source } = hook;
  const state = !enabled
    ? paint("yellow", "off")
    : !active
      ? paint("yellow", oneLine(trust))
      : `${guard ? "guard" : "on"}${mode === "observe" ? " (observe)" : ""}${broken === null ? "" : paint("red", " (broken)")}`;
  return {
    name: oneLine(id),
    about: `${state}  ${paint("grey", oneLine(source))}`,
    opens: () => hookPage(id),
    actions: actionsFor(hook),
  };
}

function actionsFor({ id, enabled, active, trust, level }: Hook): Action[] {
  const of = operand(id);
  const isChangeable = level !== "managed" && level !== "builtin";
  return [
    ...(enabled || !isChangeable ? [] : [{ key: "e", word: "enable", line: ["enable", ...of] }]),
    ...(enabled && isChangeable ? [{ key: "d", word: "disable", line: ["disable", ...of] }] : []),
    ...(!active && enabled && trust !== "trusted" ? [{ key: "v", word: "review", line: ["trust"] }] : []),
    ...(active ? [{ key: "t", word: "test", line: ["test", "--last", ...of] }] : []),
    { key: "w", word: "why", line: ["why", `--hook=${id}`], isPage: true },
  ];
}

function matcherName(matcher: string): string {
  return matcher === "*" ? "every call" : matcher;
}

type Cells = Pick<Row, "opens" | "actions"> & { readonly name: string; readonly about: string };

/** The name makes room for what is said about it, and both fit on one line. */
function inColumns(cells: readonly Cells[]): Row[] {
  const about = Math.max(...cells.map((one) => textWidth(one.about)));
  const longest = Math.max(...cells.map(({ name }) => textWidth(name)));
  const column = Math.min(longest, Math.max(12, outputWidth() - 4 - about));
  return cells.map(({ name, about: said, ...row }) => {
    const shown = cutText(name, column);
    return { ...row, text: `  ${shown}${" ".repeat(column - textWidth(shown))}  ${said}` };
  });
}
