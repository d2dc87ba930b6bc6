/** Cards and forms as Slack's blocks. Text of agents is never markup: it stands in `plain_text` and preformatted blocks. */
import { type AskCard, questionLines } from "../../../approvals/card.js";
import type { AskQuestion } from "../../../core/records/records.js";
import { cut } from "../../../core/text/json.js";

type Block = Readonly<Record<string, unknown>>;

const TITLES: Readonly<Record<AskCard["kind"], string>> = {
  permission: "asks for approval",
  question: "has a question",
  plan: "has a plan",
};
const LEVELS = { info: "", warning: "Warning: ", error: "Error: " } as const;

/** Our own words only: Slack would read markup in it. */
export function titleOf({ agent, kind, level, outcome, isPending }: AskCard): string {
  const title = `${LEVELS[level ?? "info"]}${agent.replace(/[^\w-]/g, "")} ${TITLES[kind]}`;
  return outcome === undefined ? title : isPending ? `${title} (not waiting any more)` : `${title} (ended)`;
}

export function cardBlocks(card: AskCard): readonly Block[] {
  const { tool, project, reason, text, outcome, isWhole, isPending, id } = card;
  const where = project === undefined ? tool : `${tool} in ${project}`;
  const how = card.kind === "question" ? "answer" : "approve";
  return [
    { type: "header", text: plain(titleOf(card), 150) },
    section(where),
    ...(text === "" ? [] : [preformatted(text)]),
    ...(reason === undefined ? [] : [section(`Reason: ${reason}`)]),
    ...(isPending && !isWhole
      ? [section(`This cannot be approved here. Open a terminal to read all of it: snaphook ${how} ${id}`)]
      : []),
    ...(outcome === undefined ? [] : [section(outcome)]),
    ...(isPending ? [{ type: "actions", block_id: "answer", elements: buttons(card) }] : []),
  ];
}

function buttons({ id, hash, kind, isWhole }: AskCard): readonly Block[] {
  const value = `${id} ${hash}`;
  const button = (action: string, label: string, more: Block = {}) => ({
    type: "button",
    action_id: action,
    text: plain(label, 75),
    value,
    ...more,
  });
  const confirm = {
    title: plain("Approve it once?", 100),
    text: plain("The agent then runs exactly what the card shows.", 300),
    confirm: plain("Approve", 30),
    deny: plain("Back", 30),
  };
  return [
    ...(!isWhole
      ? []
      : kind === "question"
        ? [button("answer", "Answer", { style: "primary" })]
        : [button("approve", "Approve once", { style: "primary", confirm })]),
    button("deny", "Deny", { style: "danger" }),
    button("deny-reason", "Deny with a reason"),
  ];
}

/** A form for the answers to a question. */
export function answerForm({ id, hash, questions = [] }: AskCard): Block {
  return form("answer", "Answer", { id, hash }, questions.flatMap(questionBlocks));
}

export function denyForm({ id, hash }: Pick<AskCard, "id" | "hash">): Block {
  const element = { type: "plain_text_input", action_id: "text", multiline: true, max_length: 2_000 };
  return form("deny", "Deny", { id, hash }, [
    { type: "input", block_id: "reason", label: plain("The agent reads this reason", 2_000), element },
  ]);
}

/** Replaces a form whose answer was refused. */
export function refusalView(text: string): Block {
  return { type: "modal", title: plain("Not answered", 24), close: plain("Close", 24), blocks: [section(text)] };
}

function form(name: string, title: string, asked: object, blocks: readonly Block[]): Block {
  return {
    type: "modal",
    callback_id: name,
    private_metadata: JSON.stringify(asked),
    title: plain(title, 24),
    submit: plain("Send", 24),
    close: plain("Cancel", 24),
    blocks,
  };
}

/** Slack shows at most ten options as buttons. */
const MOST_BUTTONS = 10;

function questionBlocks(asked: AskQuestion, at: number): readonly Block[] {
  const { options, multiSelect } = asked;
  const isShort = options.length <= MOST_BUTTONS;
  const type = multiSelect
    ? isShort
      ? "checkboxes"
      : "multi_static_select"
    : isShort
      ? "radio_buttons"
      : "static_select";
  const choices = options.map(({ label }, i) => ({ text: plain(`${i + 1}. ${label}`, 75), value: String(i) }));
  const choice = { type, action_id: "choice", options: choices };
  const own = { type: "plain_text_input", action_id: "text", multiline: true, max_length: 3_000 };
  return [
    preformatted(questionLines(asked)),
    ...(options.length === 0
      ? []
      : [
          { type: "input", block_id: `choice-${at}`, optional: true, label: plain("Your choice", 75), element: choice },
        ]),
    {
      type: "input",
      block_id: `text-${at}`,
      optional: options.length > 0,
      label: plain(options.length > 0 ? "Or your own text" : "Your answer", 75),
      element: own,
    },
  ];
}

function plain(text: string, most: number): Block {
  return { type: "plain_text", text: cut(text, most), emoji: false };
}

function section(text: string): Block {
  return { type: "section", text: plain(text, 3_000) };
}

function preformatted(text: string): Block {
  return { type: "rich_text", elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }] };
}
