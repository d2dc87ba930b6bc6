/** `snaphook answer`: a person's answers to the questions of an agent or a script. */
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type Call, PROBLEMS } from "../command.js";
import { questionText } from "../output/live-view.js";
import { refuse } from "../output/print.js";
import { askNamed, report, sendAnswer, whyNoCode } from "./answer-ask.js";
import { canAsk } from "./type-yes.js";
import { typedLine } from "./typed-line.js";

interface Asked {
  readonly question: string;
  readonly labels: readonly string[];
  readonly several: boolean;
}
/** A list holds labels, a string is the person's own text. */
type Given = string | readonly string[];

export async function answerQuestions(call: Call): Promise<number> {
  const found = await askNamed(call);
  if (typeof found === "number") return found;
  if (!call.json) call.out(questionText(found));
  return answerFound(call, found);
}

/** The same for a question that was shown. */
export async function answerFound(call: Call, found: JsonObject): Promise<number> {
  const locked = await whyNoCode(call, found);
  if (locked !== undefined) return refused(call, locked);
  const answers = await readAnswers(call, found);
  if (answers instanceof Problem) return refused(call, answers.finding);
  const consent = await call.person.confirm("send these answers");
  if (!consent.yes) return refused(call, consent.why);
  const reply = await sendAnswer(call, found, "allow", consent.by, { answers });
  return report(call, reply, ({ outcome }) =>
    outcome === "kept"
      ? `Answered ${found["id"]}. The agent no longer waits: it gets the answers if it asks the same again.`
      : `Answered ${found["id"]}.`,
  );
}

function refused(call: Call, why: Finding): number {
  refuse(call, why);
  return PROBLEMS;
}

async function readAnswers(call: Call, found: JsonObject): Promise<Record<string, Given> | Problem> {
  if (found["kind"] !== "question") return new Problem(`this is no question: use \`snaphook approve ${found["id"]}\``);
  const asked = askedIn(found);
  const answers = new Map<number, Given>();
  const problem = readFlags(call, asked, answers);
  if (problem !== undefined) return problem;
  for (const [index, one] of asked.entries()) {
    if (answers.has(index)) continue;
    const given = canAsk(call) ? await typeAnswer(call, index, one) : undefined;
    if (given === undefined) return new Problem(`question ${index + 1} has no answer`);
    answers.set(index, given);
  }
  return Object.fromEntries(asked.map(({ question }, index) => [question, answers.get(index)!]));
}

class Problem {
  constructor(readonly message: string) {}
  get finding(): Finding {
    return finding("ASK_UNFIT", this.message);
  }
}

function askedIn({ questions }: JsonObject): Asked[] {
  return (Array.isArray(questions) ? questions.filter(isRecord) : []).map(({ question, options, multiSelect }) => ({
    question: String(question),
    labels: (Array.isArray(options) ? options.filter(isRecord) : []).map(({ label }) => String(label)),
    several: multiSelect === true,
  }));
}

function readFlags({ flags }: Call, asked: readonly Asked[], answers: Map<number, Given>): Problem | undefined {
  for (const name of ["choose", "text"]) {
    const given = flags[name];
    for (const flag of Array.isArray(given) ? (given as readonly string[]) : []) {
      const [, number = "", value = ""] = /^(\d+)=(.+)$/s.exec(flag) ?? [];
      const index = Number(number) - 1;
      const one = asked[index];
      if (one === undefined) return new Problem(`--${name} ${flag}: give it as N=TEXT, with the number of a question`);
      const known = answers.get(index) ?? [];
      if (typeof known === "string" || (name === "text" && known.length > 0))
        return new Problem(`question ${number} has two answers`);
      answers.set(index, name === "text" ? value : [...known, labelFor(one, value) ?? value]);
    }
  }
  return undefined;
}

/** A label, or the number of one. */
function labelFor({ labels }: Asked, text: string): string | undefined {
  const wanted = text.trim();
  return labels.find((label) => label === wanted) ?? (/^\d+$/.test(wanted) ? labels[Number(wanted) - 1] : undefined);
}

/** Numbers or labels, separated by commas if several are possible. Anything else is the person's own text. */
function typed(one: Asked, line: string): Given {
  const whole = labelFor(one, line);
  if (whole !== undefined) return [whole];
  const parts = one.several ? line.split(",").map((part) => labelFor(one, part)) : [];
  const labels = parts.filter((label) => label !== undefined);
  return labels.length > 0 && labels.length === parts.length ? labels : line.trim();
}

/** Asks again for what is probably a mistake: nothing, and a number that no option has. Undefined if input has ended. */
async function typeAnswer(call: Call, index: number, one: Asked): Promise<Given | undefined> {
  const { labels, several } = one;
  const numbers = several ? "numbers separated by commas" : "a number";
  call.out(`Answer ${index + 1} (${labels.length === 0 ? "your text" : `${numbers}, or your own text`}):`);
  for (;;) {
    const line = await typedLine();
    if (line === undefined) return undefined;
    const given = typed(one, line);
    if (given === "") call.out("Type an answer, or Ctrl-C to leave:");
    else if (typeof given === "string" && labels.length > 0 && /^[\d\s,]+$/.test(given))
      call.out(
        `${several ? "Not all of these are options" : "No such option"}: 1 to ${labels.length}. As your own text: \`--text ${index + 1}=${given}\`. Type it again:`,
      );
    else return given;
  }
}
