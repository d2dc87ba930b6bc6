/**
 * Translates inline code into the programs it starts and equivalent programs for its function calls. Pure; never
 * throws.
 */
import { lookUp } from "../../core/text/json.js";
import type { Effect, Where } from "../model/effect.js";
import { equivalentProgram, type Origin } from "../model/equivalent-program.js";
import { type Invocation, type Reading, UNKNOWN } from "../model/invocation.js";
import { sqlLoss } from "../services/sql.js";
import { readCommand } from "../shell/read-command.js";
import {
  CAPTURED,
  CAPTURES,
  CODE_FROM_ELSEWHERE,
  callsAway,
  DATA_PUBLISHED,
  ENVIRONMENT_SENT,
  FETCHES_CODE,
  HIDDEN_CODE,
  MAILED,
  MAILS,
  MONEY_MOVED,
  MOVES_MONEY,
  PUBLISHES_DATA,
  REMOTE_SHELL,
  sendsEnvironment,
  TAKEN_AWAY,
  TUNNELLED,
  TUNNELS,
  UNPICKLES,
  UNREVIEWED_CODE,
} from "./code-effects.js";
import { endlessCode } from "./endless-code.js";
import { fileActs, pipedCommand, readsSecret } from "./file-acts.js";
import type { Act, Call, Language } from "./language.js";
import { readTokens } from "./read-tokens.js";
import { startedCommand, withHidden } from "./started-command.js";
import { tokensOf } from "./tokens.js";
import { NOTHING_KNOWN, type Value } from "./value.js";

/** Maximum length of code; bounds the analysis time. */
const LONGEST = 20_000;
const MOST_TOKENS = 8_000;
const MOST_ACTS = 400;
const DEEPEST = 4;
const SHELLS = /^(?:ba|da|z|k|c|tc|fi)?sh$|^cmd(?:\.exe)?$|^powershell(?:\.exe)?$|^pwsh$/;

/** Prints or iterates over all environment variables. */
const PRINTS_VARIABLES =
  /\bprint\w{0,3}\((?:\w{1,20}\(){0,2}os\.environ(?:\.(?:items|copy)\(\))?\s{0,4}[,)]|\bjson\.dumps?\((?:dict\()?os\.environ\b(?!\[|\.get)|\bin os\.environ(?:\.items\(\))?\s{0,4}[:\])]|console\.\w{1,8}\((?:JSON\.stringify\()?process\.env\s{0,4}[,)]|^\s{0,20}(?:JSON\.stringify\()?process\.env\s{0,20}(?:[,)]|$)|Object\.(?:entries|values)\(process\.env\)|\b(?:p|pp|puts|print) ENV(?:\.(?:to_h|to_a|inspect|map|each))?\b(?!\[|\.fetch)|\bENV\.(?:each|map|to_h)\b|\b(?:print_r|var_dump|var_export|json_encode)\((?:\$_ENV|\$_SERVER|getenv\(\))\)|\bkeys %ENV\b|\bprint %ENV\b|\beach %ENV\b|\b(?:in|of) (?:Object\.\w{1,10}\()?process\.env\b(?!\.)|\bDeno\.env\.toObject\(\)|\b(?:Bun\.env|import\.meta\.env)\s{0,4}\)|\bSys\.getenv\(\)|\bphpinfo\(|\bpp?rint\(dict\(os\.environ|\bpp(?:rint)?\.?\w{0,6}\((?:dict\()?os\.environ/;
/**
 * Prints one environment variable: `print(os.environ["TOKEN"])`, `puts ENV["TOKEN"]`, `console.log(process.env.TOKEN)`.
 */
const PRINTS_VARIABLE =
  /\b(?:print\w{0,3}|puts|pp?|echo|say|cat|write\w{0,4}|console\.\w{1,8}|var_dump|println)\b[^;\n]{0,200}?(?:os\.environ(?:\.get)?|os\.getenv|process\.env|Deno\.env\.get|ENV(?:\.fetch)?|getenv|Sys\.getenv|System\.getenv|\$_ENV|os\.Getenv)\s{0,4}[.([{]\s{0,4}\(?["']?([A-Z][A-Z0-9_]{2,60})\b/g;
const RUNS_SQL =
  /(?:^|[.#])(?:query|execute|executescript|executemany|exec|exec_driver_sql|run|raw|unsafe|prepare|do|do_query|\$?executeRaw(?:Unsafe)?|\$?queryRaw(?:Unsafe)?|mysqli_query|pg_query|multi_query|text)$/;
const SQL = /^\s{0,40}(?:drop|truncate|delete|update|alter|do|with|begin|exec)\b/i;
const MADE_FOR_TESTS = /(?:[_/-]test|\btest[_-]?db|\btest\.(?:db|sqlite3?))\b/i;
const CHANGES: ReadonlySet<Act["does"]> = new Set(["delete", "delete-tree", "overwrite", "permissions", "open"]);

export function readCode(language: Language, code: string, origin: Origin, where: Where, depth = 0): Reading {
  if (code.length > LONGEST || depth > DEEPEST) return tooMuch(code);
  return new CodeReading(language, code, origin, where, depth).whole();
}

class CodeReading {
  readonly #invocations: Invocation[] = [];
  readonly #unclear: { what: string; words: string }[] = [];
  readonly #effects: Effect[] = [];
  /** Effects on a function's parameters, resolved when its calls are known. */
  readonly #waiting: { readonly act: Act; readonly of: string; readonly at: number; readonly call: Call }[] = [];
  #connects = false;
  #listings: readonly Value[] = [];

  constructor(
    readonly language: Language,
    readonly code: string,
    readonly origin: Origin,
    readonly where: Where,
    readonly depth: number,
  ) {}

  whole(): Reading {
    const { language, code, where } = this;
    const tokens = tokensOf(code, language.spelling);
    if (tokens.length > MOST_TOKENS) return tooMuch(code);
    const { calls, commands, listings } = readTokens(tokens, language, where.home);
    this.#listings = listings;
    this.#connects = calls.some((call) => this.#actsOf(call).some(({ does }) => does === "connect"));
    for (const call of calls) for (const act of this.#actsOf(call)) this.#do(act, call);
    const fetched = FETCHES_CODE.exec(code);
    if (fetched !== null) this.#effects.push({ ...UNREVIEWED_CODE, words: shortened(fetched[0]) });
    if (UNPICKLES.test(code)) this.#effects.push({ ...CODE_FROM_ELSEWHERE, words: shortened(code) });
    if (callsAway(code) && !MADE_FOR_TESTS.test(code)) this.#effects.push({ ...TAKEN_AWAY, words: shortened(code) });
    if (sendsEnvironment(code)) this.#effects.push({ ...ENVIRONMENT_SENT, words: shortened(code) });
    if (PUBLISHES_DATA.test(code)) this.#effects.push({ ...DATA_PUBLISHED, words: shortened(code) });
    if (MOVES_MONEY.test(code) && !/sk_test_|rk_test_/.test(code))
      this.#effects.push({ ...MONEY_MOVED, words: shortened(code) });
    if (TUNNELS.test(code)) this.#effects.push({ ...TUNNELLED, words: shortened(code) });
    if (CAPTURES.test(code)) this.#effects.push({ ...CAPTURED, words: shortened(code) });
    if (MAILS.test(code)) this.#effects.push({ ...MAILED, words: shortened(code) });
    const endless = endlessCode(code);
    if (endless !== undefined) this.#effects.push({ ...endless, words: shortened(code) });
    for (const call of calls) this.#statements(call);
    const printed = PRINTS_VARIABLES.exec(code);
    if (printed !== null) {
      const words = shortened(printed[0]);
      this.#invocations.push({ ...equivalentProgram("printenv", [], { ...this.origin, words }) });
    }
    for (const [words, name] of code.matchAll(PRINTS_VARIABLE))
      this.#invocations.push(equivalentProgram("printenv", [name!], { ...this.origin, words: shortened(words) }));
    for (const { value, at, end } of commands) this.#run(value, this.#words(at, end), undefined);
    for (const { act, of, at, call } of this.#waiting)
      for (const { args, named, name } of calls)
        if (name === of && this.#invocations.length <= MOST_ACTS)
          this.#do(act, withArgument(call, act, args[at] ?? named.get(of) ?? NOTHING_KNOWN));
    for (const call of calls) {
      this.#passedOn(call);
      this.#callbacks(call);
    }
    if (this.#connects && this.#invocations.some(({ program = "" }) => SHELLS.test(program)))
      this.#effects.push({ ...REMOTE_SHELL, words: shortened(code) });
    this.#secretsSent();
    if (this.#invocations.length > MOST_ACTS) return tooMuch(code);
    return { invocations: this.#invocations, unclear: this.#unclear, effects: this.#effects };
  }

  #actsOf({ name, on }: Call): readonly Act[] {
    const { acts } = this.language;
    const found = lookUp(acts, name);
    const method = `#${name.slice(name.lastIndexOf(".") + 1).replace(/^#/, "")}`;
    const act = found ?? (on === undefined ? undefined : lookUp(acts, method));
    return act === undefined ? [] : "does" in act ? [act] : act;
  }

  #do(act: Act, call: Call): void {
    const subject = subjectOf(act, call);
    if (subject?.parameter !== undefined) {
      this.#waiting.push({ act, ...subject.parameter, call });
      return;
    }
    const words = this.#words(call.at, call.end);
    const piped = act.does === "open" ? pipedCommand(act, call) : undefined;
    if (piped !== undefined) this.#run(piped, words, undefined);
    else if (act.does === "run") this.#start(act, call, words);
    else if (act.does === "eval") this.#eval(subject, words);
    else
      for (const one of [call, ...this.#onListings(act, call, subject)])
        this.#invocations.push(...fileActs(act, one, this.language, { ...this.origin, words }));
  }

  /** SQL passed to a database client: `client.query("drop table …")`. */
  #statements({ name, args, at, end }: Call): void {
    if (!RUNS_SQL.test(name) || /:memory:/.test(this.code) || MADE_FOR_TESTS.test(this.code)) return;
    for (const text of args.slice(0, 2).flatMap(({ texts }) => texts)) {
      const loss = SQL.test(text) ? sqlLoss(text) : undefined;
      if (loss === undefined || loss.severity === "ordinary") continue;
      const words = this.#words(at, end);
      const instead = "look first with a SELECT, and change only the rows that a WHERE names";
      this.#effects.push({ kind: "service", certainty: "certain", words, instead, ...loss });
    }
  }

  /** An unknown path in code that iterates over files stands for any of those files. */
  #onListings(act: Act, call: Call, subject: Value | undefined): Call[] {
    if (!CHANGES.has(act.does) || subject === undefined || !subject.texts.every((text) => text.startsWith(UNKNOWN)))
      return [];
    return this.#listings.slice(0, 4).map((listing) => withArgument(call, act, listing));
  }

  #start(act: Act & { does: "run" }, call: Call, words: string): void {
    const { command, cwd } = startedCommand(act, call);
    this.#run(command, words, cwd);
  }

  #run(command: Value, words: string, folder: string | undefined): void {
    if (command.from === "network" || (command.from === "decoded" && command.texts.includes(UNKNOWN)))
      return void this.#effects.push({ ...CODE_FROM_ELSEWHERE, words });
    for (const text of command.texts) {
      if (text === UNKNOWN || text.trim() === "") {
        if (text === UNKNOWN) this.#unclear.push({ what: "starts a program that cannot be determined", words });
        continue;
      }
      const cwd = folder ?? this.origin.cwd;
      const {
        invocations,
        unclear,
        effects = [],
      } = readCommand(withHidden(text), cwd === undefined ? this.where : { ...this.where, cwd });
      const through = [...(this.origin.through ?? []), this.language.name];
      for (const one of invocations)
        this.#invocations.push({
          ...one,
          through: [...through, ...one.through],
          runs: this.origin.runs === "elsewhere" ? "elsewhere" : one.runs,
          ...(cwd === undefined ? { cwd: undefined } : {}),
        });
      this.#unclear.push(...unclear);
      this.#effects.push(...effects);
    }
  }

  #eval(code: Value | undefined, words: string): void {
    if (code === undefined || code.fields !== undefined || code.from === "file") return;
    const isHidden = code.from === "network" || code.from === "decoded";
    for (const text of code.texts) {
      if (text.includes(UNKNOWN)) {
        if (isHidden || this.#connects) this.#effects.push({ ...CODE_FROM_ELSEWHERE, words });
        else this.#unclear.push({ what: "runs code that cannot be determined", words });
        continue;
      }
      if (isHidden) this.#effects.push({ ...HIDDEN_CODE, words });
      const inner = readCode(this.language, text, this.origin, this.where, this.depth + 1);
      this.#invocations.push(...inner.invocations);
      this.#unclear.push(...inner.unclear);
      this.#effects.push(...(inner.effects ?? []));
    }
  }

  /** `map(os.remove, glob("*"))`, `files.forEach(fs.unlinkSync)`, `array_map("unlink", glob("*"))`. */
  #callbacks(call: Call): void {
    const listing = [...call.args, call.on].find((value) => value?.many === true);
    if (listing === undefined) return;
    for (const { called, texts } of call.args) {
      const name = called ?? (/^(?:array_map|array_walk|call_user_func)$/.test(call.name) ? texts[0] : undefined);
      if (name === undefined) continue;
      for (const act of this.#actsOf({ ...call, name, on: undefined }))
        if (CHANGES.has(act.does)) this.#do(act, { ...call, name, args: [listing], on: listing });
    }
  }

  /** `fetch(…).then(eval)`. */
  #passedOn({ args, on, at, end }: Call): void {
    const runs = args.some(({ called }) => called !== undefined && /^(?:eval|exec|Function)$/.test(called));
    if (runs && on?.from === "network") this.#effects.push({ ...CODE_FROM_ELSEWHERE, words: this.#words(at, end) });
  }

  /** The data that was read may be the data that is sent. */
  #secretsSent(): void {
    const secret = this.#invocations.map(readsSecret).find((path) => path !== undefined);
    if (secret === undefined) return;
    for (const { program, args, words } of [...this.#invocations])
      if (program === "curl" && args.some(({ text }) => text === "-d"))
        this.#invocations.push(
          equivalentProgram("curl", ["--data-binary", `@${secret}`, args.at(-1)!], { ...this.origin, words }),
        );
  }

  #words(at: number, end: number): string {
    return shortened(this.code.slice(at, end));
  }
}

function tooMuch(code: string): Reading {
  return { invocations: [], unclear: [{ what: "contains more code than can be analysed", words: shortened(code) }] };
}

/** The argument that names the target. */
function subjectOf(act: Act, { args, on }: Call): Value | undefined {
  const place = "path" in act ? act.path : "command" in act ? act.command : "code" in act ? act.code : undefined;
  return place === undefined ? undefined : place === -1 ? on : args[place];
}

function withArgument(call: Call, act: Act, value: Value): Call {
  const place = "path" in act ? act.path : "command" in act ? act.command : "code" in act ? act.code : 0;
  const { parameter: _, ...known } = value;
  if (place === -1) return { ...call, on: known };
  return { ...call, args: call.args.map((one, at) => (at === place ? known : one)) };
}

export function shortened(code: string): string {
  const line = code.slice(0, 2000).replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
