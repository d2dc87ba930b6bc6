/**
 * Splits SQL text into statements. Strings and comments are data. `sql.ts` derives data loss from it;
 * `read-only/sql.ts` uses it to prove that a statement only reads.
 */

export interface SqlToken {
  readonly type: "word" | "number" | "string" | "name" | "mark";
  /** Words in lower case. Names and strings keep their quotes. */
  readonly text: string;
}

export type Statement = readonly SqlToken[];

export interface SqlText {
  /** One list for each way in which servers may parse the text. */
  readonly readings: readonly (readonly Statement[])[];
  /** False if servers may parse the text differently. */
  readonly certain: boolean;
}

/** Differences between servers. */
interface Dialect {
  /** A backslash escapes a quote. */
  readonly escapes?: true;
  /** A backtick does not quote a name. */
  readonly noBackticks?: true;
  /** A comment that starts with `!` or `M!` is not executed. */
  readonly allComments?: true;
}

export function readSql(sql: string): SqlText {
  const usual = readStatements(sql, USUAL);
  const escaped = sql.includes("\\") ? [readStatements(sql, ESCAPED)] : [];
  const others = [
    ...(sql.includes("`") ? [readStatements(sql, NO_BACKTICKS)] : []),
    ...(/\/\*M?!/i.test(sql) ? [readStatements(sql, ALL_COMMENTS)] : []),
  ];
  return {
    readings: [usual, ...escaped, ...others].map(({ statements }) => statements),
    // The other readings only add possible data loss; where they differ, the usual reading is not certain either.
    certain: [usual, ...escaped].every(({ certain }) => certain),
  };
}

function tokensFor({ escapes, noBackticks, allComments }: Dialect): RegExp {
  const quoted = (quote: string) =>
    escapes ? String.raw`${quote}(?:[^${quote}\\]|\\[\s\S])*(?:${quote}|$)` : `${quote}[^${quote}]*(?:${quote}|$)`;
  return new RegExp(
    [
      String.raw`\s+|--(?=\s|$)[^\n]*`,
      // Text between `$$` is code that runs, so it is kept.
      allComments ? "" : String.raw`/\*M?!\d*`,
      String.raw`/\*[\s\S]*?(?:\*/|$)|\*/|\$\w{0,20}\$`,
      quoted("'"),
      quoted('"'),
      noBackticks ? "" : "`[^`]*(?:`|$)",
      String.raw`[A-Za-z_][\w$]*|\d[\w.]*|[\s\S]`,
    ]
      .filter((part) => part !== "")
      .join("|"),
    "iy",
  );
}

const USUAL = tokensFor({});
const ESCAPED = tokensFor({ escapes: true });
const NO_BACKTICKS = tokensFor({ noBackticks: true });
const ALL_COMMENTS = tokensFor({ allComments: true });
/** Comments, quotes and signs that only some servers interpret. */
const UNSURE = /^(?:[\\$#\0]|\/\*[!+M][\s\S]*|\*\/|\$.*\$|['"`][\s\S]*\\[\s\S]*)$/i;

function readStatements(sql: string, tokens: RegExp) {
  const statements: SqlToken[][] = [[]];
  let certain = true;
  let startsLine = true;
  for (tokens.lastIndex = 0; tokens.lastIndex < sql.length; ) {
    const text = tokens.exec(sql)![0];
    const isGo =
      startsLine &&
      /^go$/i.test(text) &&
      /^[ \t]{0,20}(?:$|[\r\n])/.test(sql.slice(tokens.lastIndex, tokens.lastIndex + 21));
    // Without a following space, `--` starts a comment only on some servers.
    const dashes = text === "-" && sql.startsWith("-", tokens.lastIndex);
    if (isGo || dashes || UNSURE.test(text) || !isClosed(text)) certain = false;
    if (/[\r\n]/.test(text)) startsLine = true;
    if (/^(?:\s|--|\/\*|\*\/|\$\w*\$$)/.test(text)) continue;
    startsLine = false;
    if (text === ";" || isGo) statements.push([]);
    else statements.at(-1)!.push(tokenOf(text));
  }
  while (statements.length > 1 && statements.at(-1)!.length === 0) statements.pop();
  return { statements, certain };
}

function isClosed(text: string): boolean {
  if (text.startsWith("/*")) return text.endsWith("*/") && text.length > 3;
  return !/^['"`]/.test(text) || (text.length > 1 && text.endsWith(text[0]!));
}

function tokenOf(text: string): SqlToken {
  if (/^[a-z_]/i.test(text)) return { type: "word", text: text.toLowerCase() };
  if (text.startsWith("'")) return { type: "string", text };
  if (/^["`]/.test(text)) return { type: "name", text };
  return { type: /^\d/.test(text) ? "number" : "mark", text };
}
