/** Evaluates expressions: strings and concatenation, member access, and calls. */

import { lookUp } from "../../core/text/json.js";
import { UNKNOWN } from "../model/invocation.js";
import { Cursor } from "./cursor.js";
import type { Call, Language } from "./language.js";
import { indexed, keyOf, member, moduleName } from "./members.js";
import type { Part, Token } from "./token.js";
import { either, join, NOTHING_KNOWN, named, text, type Value, withOrigin } from "./value.js";

/** Keywords that may precede a value. */
const BEFORE_VALUES: ReadonlySet<string> = new Set(
  "await new return not yield typeof void async throw raise do then else in and or is lambda static public private unless if while elif elsif try assert del begin".split(
    " ",
  ),
);

export interface Code {
  readonly calls: readonly Call[];
  /** Directories and patterns that the code iterates over. */
  readonly listings: readonly Value[];
  /** Command lines in backticks and similar quotes. */
  readonly commands: readonly { readonly value: Value; readonly at: number; readonly end: number }[];
}

/** Template tags that run a command line: `$` of zx, Bun, dax and execa. */
const RUNS_TEMPLATE = /^(?:(?:zx|bun|Bun|dax|dax-sh|execa)(?:\.default)?\.)\$$/;
/** Maximum bracket depth that is evaluated. */
const DEEPEST = 60;
const ENDS = new Set([",", ")", "]", "}", ";", "\n", ":", "=", "+=", ".=", ":="]);

export abstract class ExpressionReader extends Cursor implements Code {
  readonly calls: Call[] = [];
  readonly listings: Value[] = [];
  readonly commands: { value: Value; at: number; end: number }[] = [];
  protected readonly names = new Map<string, Value>();
  #depth = 0;

  constructor(
    readonly language: Language,
    readonly home: string,
  ) {
    super();
    for (const [name, called] of Object.entries(language.globals)) this.names.set(name, named(called));
  }

  protected abstract statement(): Value;
  /** `[f(x) for x in …]`: binds `x` before `f(x)` is evaluated. */
  protected abstract comprehension(close: string): void;

  /** The value of the last expression. */
  read(tokens: readonly Token[]): Value {
    const [outer, at] = [this.tokens, this.at];
    [this.tokens, this.at] = [tokens, 0];
    let last = NOTHING_KNOWN;
    while (this.at < tokens.length) last = this.statement();
    [this.tokens, this.at] = [outer, at];
    return last;
  }

  protected expression(): Value {
    let value = this.operand();
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.type === "string" && this.language.joins.includes("")) value = join([value, this.operand()]);
      else if (token.type !== "mark") {
        if (token.type === "name" && (token.text === "or" || token.text === "if" || token.text === "else")) {
          this.at++;
          const other = this.operand();
          if (token.text === "or") value = either([value, other]);
          continue;
        }
        return value;
      } else if (ENDS.has(token.text)) return value;
      else {
        this.at++;
        this.newlines();
        value = this.combined(value, token.text);
      }
    }
    return value;
  }

  protected combined(left: Value, mark: string): Value {
    if (mark === "?") {
      const one = this.expression();
      if (!this.isMark(":")) return one;
      this.at++;
      return either([one, this.expression()]);
    }
    const right = this.operand();
    if (this.language.joins.includes(mark)) return join([left, right]);
    if (mark === "||" || mark === "??") return either([left, right]);
    if (mark === "/" && left.called === "Path()") return { ...join([left, right], "/"), called: "Path()" };
    if (mark === "%" && left.texts[0] !== UNKNOWN)
      return withOrigin(
        {
          texts: left.texts.map((one) =>
            one.replace(/%[-\w.()]{0,20}?[sdr]/g, () =>
              right.items === undefined && right.texts.length === 1 ? right.texts[0]! : UNKNOWN,
            ),
          ),
        },
        [left, right],
      );
    return withOrigin(NOTHING_KNOWN, [left, right]);
  }

  protected operand(): Value {
    const token = this.peek();
    if (token === undefined) return NOTHING_KNOWN;
    if (++this.#depth > DEEPEST) {
      this.#depth--;
      this.at++;
      return NOTHING_KNOWN;
    }
    const value = this.operandOf(token);
    this.#depth--;
    return value;
  }

  protected operandOf(token: Token): Value {
    switch (token.type) {
      case "string":
        this.at++;
        return this.chain(this.filled(token.parts), token.at);
      case "command": {
        this.at++;
        this.commands.push({ value: this.filled(token.parts), at: token.at, end: token.end });
        return this.chain(NOTHING_KNOWN, token.at);
      }
      case "words":
        this.at++;
        return this.chain({ texts: [UNKNOWN], items: token.words.map(text) }, token.at);
      case "number":
        this.at++;
        return text(token.text);
      case "name":
        if (BEFORE_VALUES.has(token.text) && !this.isMark(".", 1)) {
          this.at++;
          return this.operand();
        }
        this.at++;
        return this.chain(this.names.get(token.text) ?? this.fresh(token.text), token.at);
      default:
        return this.bracketed(token.text, token.at);
    }
  }

  protected fresh(name: string): Value {
    return /^[$@]/.test(name) ? NOTHING_KNOWN : named(name);
  }

  protected bracketed(mark: string, at: number): Value {
    if (mark === "(" || mark === "[") {
      this.at++;
      const { args } = this.arguments(mark === "(" ? ")" : "]");
      const one = mark === "(" && args.length === 1 ? args[0]! : { ...withOrigin(NOTHING_KNOWN, args), items: args };
      return this.chain(one, at);
    }
    if (mark === "{") {
      this.at++;
      return this.chain({ ...NOTHING_KNOWN, fields: this.arguments("}").named }, at);
    }
    if (ENDS.has(mark)) return NOTHING_KNOWN;
    this.at++;
    return this.operand();
  }

  /** Evaluates what follows a value: member access and calls. */
  protected chain(first: Value, at: number): Value {
    let value = first;
    let on: Value | undefined;
    for (;;) {
      const ahead = this.chainAhead();
      const token = this.peek(ahead);
      if (token === undefined) return this.settled(value);
      const isMark = token.type === "mark" ? token.text : undefined;
      const next = this.peek(ahead + 1);
      if (isMark !== undefined && this.language.parts.includes(isMark) && next?.type === "name") {
        this.at += ahead + 2;
        [on, value] = [value, member(value, next.text)];
      } else if (
        isMark !== undefined &&
        (isMark === "->" || isMark === "?.") &&
        next?.type === "mark" &&
        /^[([{]$/.test(next.text)
      ) {
        this.at += ahead + 1;
      } else if (token.type === "string" && ahead === 0 && RUNS_TEMPLATE.test(value.called ?? "")) {
        this.at++;
        this.commands.push({ value: this.filled(token.parts), at: token.at, end: token.end });
        value = NOTHING_KNOWN;
      } else if (isMark === "(" && ahead === 0) {
        this.at++;
        value = this.called(value, on, at, this.arguments(")"));
        on = undefined;
      } else if (ahead === 0 && this.isBareCall(value, token)) {
        value = this.called(value, on, at, this.arguments(undefined));
        on = undefined;
      } else if ((isMark === "[" && ahead === 0) || (isMark === "{" && ahead === 0 && value.called === "ENV")) {
        this.at++;
        const { args, named: keys } = this.arguments(isMark === "[" ? "]" : "}");
        if (value.called === "Dir" && args[0] !== undefined) {
          [on, value] = [undefined, { ...args[0], many: true }];
          this.listings.push(value);
          continue;
        }
        [on, value] = [value, indexed(value, args[0] ?? (keys.size === 0 ? undefined : text([...keys.keys()][0]!)))];
      } else return this.settled(value);
    }
  }

  /** A bare name may be a call without arguments, or an environment variable. */
  protected settled(value: Value): Value {
    const { called } = value;
    if (called === undefined) return value;
    if (/(?:^ENV|\.env|\.environ)\.HOME$/.test(called)) return text(this.home);
    const known = this.language.bare ? lookUp(this.language.values, called) : undefined;
    return known?.({ name: called, args: [], named: new Map(), on: undefined, at: 0, end: 0 }, this.home) ?? value;
  }

  /** A method chain may continue on the next line. */
  protected chainAhead(): number {
    let ahead = 0;
    while (this.isMark("\n", ahead)) ahead++;
    return ahead > 0 && (this.isMark(".", ahead) || this.isMark("?.", ahead) || this.isMark("->", ahead)) ? ahead : 0;
  }

  protected isBareCall({ called }: Value, token: Token): boolean {
    if (!this.language.bare || called === undefined) return false;
    if ((lookUp(this.language.acts, called) ?? lookUp(this.language.values, called)) === undefined) return false;
    return token.type === "mark"
      ? (token.text === "[" && token.at > (this.peek(-1)?.end ?? 0)) || token.text === "$" || token.text === "<"
      : !(token.type === "name" && BEFORE_VALUES.has(token.text));
  }

  protected called(
    callee: Value,
    on: Value | undefined,
    at: number,
    given: { args: Value[]; named: Map<string, Value> },
  ): Value {
    const name = callee.called ?? "";
    const end = this.tokens[this.at - 1]?.end ?? at;
    if (this.language.imports?.includes(name)) return named(moduleName(given.args[0]?.texts[0] ?? UNKNOWN));
    const call: Call = { name, args: given.args, named: given.named, on, at, end };
    this.calls.push(call);
    const last = `#${name.slice(name.lastIndexOf(".") + 1)}`;
    const known = (lookUp(this.language.values, name) ?? lookUp(this.language.values, last))?.(call, this.home);
    if (known?.many === true) this.listings.push(known);
    const origin = on?.from ?? callee.from;
    return known ?? { texts: [UNKNOWN], called: `${name}()`, ...(origin === undefined ? {} : { from: origin }) };
  }

  /** Evaluates up to this bracket, or to the end of the statement if there is none. */
  protected arguments(close: string | undefined): { args: Value[]; named: Map<string, Value> } {
    if (close !== undefined) this.comprehension(close);
    const args: Value[] = [];
    const given = new Map<string, Value>();
    let fresh = true;
    while (this.at < this.tokens.length) {
      if (close !== undefined) this.newlines();
      const token = this.peek();
      if (token === undefined) break;
      if (token.type === "mark" && token.text === close) {
        this.at++;
        break;
      }
      if (
        close === undefined &&
        (token.type === "mark"
          ? /^[;\n)}\]]$/.test(token.text)
          : token.type === "name" && /^(?:if|unless|or|and|while|do|for)$/.test(token.text))
      )
        break;
      if (token.type === "mark" && /^[,;:)\]}]$/.test(token.text)) {
        this.at++;
        fresh = true;
        continue;
      }
      const key = keyOf(token, this.peek(1), close);
      if (key !== undefined) {
        this.at += 2;
        this.newlines();
        given.set(key, this.expression());
      } else {
        const before = this.at;
        const value = close === "}" ? this.statement() : this.expression();
        if (fresh) args.push(value);
        if (this.at === before) this.at++;
      }
      fresh = false;
    }
    return { args, named: given };
  }

  protected filled(parts: readonly Part[]): Value {
    return join(parts.map((part) => (typeof part === "string" ? text(part) : this.read(part))));
  }

  protected textOf(parts: readonly Part[]): string {
    return this.filled(parts).texts[0]!;
  }
}
