/**
 * Finds calls and their arguments in code. Not a parser: it reads calls, names, strings and concatenation in source
 * order, and skips everything else.
 */
import { importedNames } from "./imports.js";
import type { Language } from "./language.js";
import { elementOf, member, moduleName } from "./members.js";
import { type Code, ExpressionReader } from "./read-expressions.js";
import type { Part, Token } from "./token.js";
import { join, NOTHING_KNOWN, named, type Value } from "./value.js";

const DECLARES = new Set(["const", "let", "var", "my", "our", "local", "global", "nonlocal"]);

export function readTokens(tokens: readonly Token[], language: Language, home: string): Code {
  const reader = new Reader(language, home);
  reader.read(tokens);
  return reader;
}

/** Nested comprehensions. */
const MOST_WITHIN = 3;

class Reader extends ExpressionReader {
  #within = 0;

  protected override statement(): Value {
    const start = this.at;
    const token = this.peek();
    if (token?.type === "name") {
      if (DECLARES.has(token.text)) this.at++;
      else if (token.text === "import" || token.text === "from" || token.text === "use") this.import();
      else if (token.text === "for" || token.text === "foreach") this.loop();
      else if (this.language.defines.includes(token.text)) this.definition();
      if (this.at !== start && !DECLARES.has(token.text)) return NOTHING_KNOWN;
    }
    const value = this.assignment() ?? this.expression();
    if (this.isName("as")) {
      this.at++;
      const bound = this.take("name");
      if (bound !== undefined) this.names.set(bound, value);
    }
    if (this.at === start) this.at++;
    return value;
  }

  /** `x = …`, `{ a, b: c } = …`. */
  protected assignment(): Value | undefined {
    const token = this.peek();
    if (token?.type === "name" && this.isMark("=", 1)) {
      this.at += 2;
      const value = this.expression();
      this.names.set(token.text, value);
      return value;
    }
    if (token?.type === "name" && (this.isMark("+=", 1) || this.isMark(".=", 1))) {
      this.at += 2;
      const value = join([this.names.get(token.text) ?? NOTHING_KNOWN, this.expression()]);
      this.names.set(token.text, value);
      return value;
    }
    return token?.type === "mark" && token.text === "{" ? this.destructuring() : undefined;
  }

  protected destructuring(): Value | undefined {
    const taken: [from: string, to: string][] = [];
    let ahead = 1;
    for (; ahead < 200; ahead++) {
      const token = this.peek(ahead);
      if (token === undefined || (token.type === "mark" && token.text === "}")) break;
      if (token.type === "mark" && (token.text === "," || token.text === "\n")) continue;
      if (token.type !== "name") return undefined;
      const other = this.isMark(":", ahead + 1) ? this.peek(ahead + 2) : undefined;
      taken.push([token.text, other?.type === "name" ? other.text : token.text]);
      if (other !== undefined) ahead += 2;
    }
    if (!this.isMark("=", ahead + 1)) return undefined;
    this.at += ahead + 2;
    const whole = this.expression();
    for (const [from, to] of taken) this.names.set(to, member(whole, from));
    return whole;
  }

  /** `import a.b as c`, `from a import b as c`, `import a, { b as c } from "d"`. */
  protected import(): void {
    if (this.isMark("(", 1)) return;
    const line: Token[] = [];
    let level = 0;
    for (this.at++; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at]!;
      if (token.type === "mark" && (token.text === "(" || token.text === "{")) level++;
      if (token.type === "mark" && (token.text === ")" || token.text === "}")) level--;
      if (token.type === "mark" && (token.text === ";" || (token.text === "\n" && level <= 0))) break;
      line.push(token);
    }
    const at = line.findIndex((token) => token.type === "string");
    const source = at === -1 ? undefined : moduleName(this.textOf((line[at] as { parts: readonly Part[] }).parts));
    for (const [bound, called] of importedNames(source === undefined ? line : line.slice(0, at), source))
      this.names.set(bound, named(called));
  }

  /** `for x in …`, `for a, b in …`, `for (const x of …)`, `for my $x (…)`, `foreach (… as $k => $x)`. */
  protected loop(): void {
    const start = this.at++;
    while (this.isMark("(") || (this.peek()?.type === "name" && DECLARES.has((this.peek() as { text: string }).text)))
      this.at++;
    const names = this.loopNames();
    if (names !== undefined) {
      const value = this.expression();
      // `os.walk` yields a directory and the names of its entries.
      if (value.called === "os.walk()" && names.length > 1) {
        const [folder, ...inside] = names;
        this.names.set(folder!, { texts: value.texts.map((one) => one.replace(/\/\*$/, "")), many: true });
        for (const name of inside) this.names.set(name, { texts: ["*"], many: true });
      } else for (const name of names) this.names.set(name, elementOf(value));
    } else if (!this.loopAs()) this.at = start + 1;
  }

  /** Returns the names before `in` or `of` and moves past them. Returns undefined for other loops. */
  protected loopNames(): string[] | undefined {
    const names: string[] = [];
    for (let ahead = 0; ahead < 20; ahead++) {
      const token = this.peek(ahead);
      if (token?.type === "mark" && /^[(),[\]]$/.test(token.text)) {
        if (token.text === "(" && names.length === 1 && /^[$@]/.test(names[0]!)) {
          this.at += ahead;
          return names;
        }
        continue;
      }
      if (token?.type !== "name") return undefined;
      if (token.text === "in" || token.text === "of") {
        this.at += ahead + 1;
        return names.length === 0 ? undefined : names;
      }
      names.push(token.text);
    }
    return undefined;
  }

  protected loopAs(): boolean {
    if (this.language.name !== "php") return false;
    const start = this.at;
    const value = this.expression();
    if (!this.isName("as")) {
      this.at = start;
      return false;
    }
    this.at++;
    let bound = this.take("name");
    if (this.isMark("=>")) {
      this.at++;
      bound = this.take("name");
    }
    if (bound !== undefined) this.names.set(bound, elementOf(value));
    return true;
  }

  protected override comprehension(close: string): void {
    if (this.language.name !== "python" || this.#within > MOST_WITHIN) return;
    const start = this.at;
    let level = 0;
    for (let at = start; at < this.tokens.length; at++) {
      const token = this.tokens[at]!;
      if (token.type === "mark" && /^[([{]$/.test(token.text)) level++;
      else if (token.type === "mark" && /^[)\]}]$/.test(token.text)) {
        if (level-- === 0 && token.text === close) break;
      } else if (token.type === "name" && token.text === "for" && level === 0 && at > start) {
        this.at = at;
        this.#within++;
        this.loop();
        this.#within--;
      }
    }
    this.at = start;
  }

  protected definition(): void {
    const name = this.peek(1);
    if (name?.type !== "name" || !this.isMark("(", 2)) return;
    this.at += 3;
    let place = 0;
    for (let level = 1; this.at < this.tokens.length && level > 0; this.at++) {
      const token = this.tokens[this.at]!;
      if (token.type === "mark" && token.text === "(") level++;
      else if (token.type === "mark" && token.text === ")") level--;
      else if (token.type === "mark" && token.text === "," && level === 1) place++;
      else if (token.type === "name" && level === 1) {
        const last = this.tokens[this.at - 1];
        if (last?.type === "mark" && /^[(,\n*]$/.test(last.text))
          this.names.set(token.text, { ...NOTHING_KNOWN, parameter: { of: name.text, at: place } });
      }
    }
  }
}
