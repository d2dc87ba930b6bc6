/** Data loss by SQL statements. */
import type { Severity } from "../model/effect.js";
import { isTestName } from "./for-tests.js";
import { readSql, type Statement } from "./read-sql.js";

export interface Loss {
  readonly severity: Severity;
  readonly what: string;
}

const WEIGHT: Readonly<Record<Severity, number>> = { ordinary: 0, risky: 1, destructive: 2 };

const EXECUTED =
  /\b(?:execute|exec|prepare\s+\w{1,60}\s+from|sp_executesql)\b[^;]{0,200}?'\s{0,20}(?:drop\s+(?:table|database|schema|view|materialized)|truncate\b|delete\s+from\b(?![^']{0,200}\bwhere\b))/i;

/** The most severe effect of an SQL text; undefined if nothing is lost. */
export function sqlLoss(text: string): Loss | undefined {
  // A dynamically built statement: `EXECUTE 'TRUNCATE ' || name`.
  let gravest: Loss | undefined = EXECUTED.test(text.slice(0, 20_000))
    ? { severity: "destructive", what: "drops or empties tables that it finds at run time" }
    : undefined;
  for (const statement of readSql(text).readings.flat()) {
    const loss = statementLoss(statement);
    if (loss !== undefined && (gravest === undefined || WEIGHT[loss.severity] > WEIGHT[gravest.severity]))
      gravest = loss;
  }
  return gravest;
}

/** In upper case; a dotted name is one word, a string is `X`. Words of a backquoted name count too. */
function wordsOf(statement: Statement): string[] {
  const words: string[] = [];
  let dotted = false;
  for (const { type, text } of statement) {
    if (type === "word" && dotted) words.push(`${words.pop() ?? ""}.${text.toUpperCase()}`);
    else if (type === "word" || type === "number" || text === "=" || text === "*") words.push(text.toUpperCase());
    else if (text.startsWith("`")) words.push(...(text.toUpperCase().match(/[A-Z_][A-Z0-9_.$#]*|\d+|[=*]/g) ?? []));
    else if (type === "string" || type === "name") words.push("X");
    dotted = text === ".";
  }
  return words;
}

const HOLDERS = new Set(["DATABASE", "SCHEMA", "KEYSPACE", "CATALOG", "TABLESPACE", "WAREHOUSE", "SHARE"]);
const TABLES = new Set([
  "TABLE",
  "TABLES",
  "COLLECTION",
  "MATERIALIZED",
  "STREAM",
  "BUCKET",
  "MEASUREMENT",
  "SERIES",
  "SHARD",
]);
const PARTS = new Set([
  ..."VIEW INDEX SEQUENCE TRIGGER FUNCTION PROCEDURE TYPE EXTENSION DOMAIN ROLE USER POLICY PUBLICATION SUBSCRIPTION".split(
    " ",
  ),
  ..."COLUMN CONSTRAINT PARTITION OWNED RETENTION SERVER LOGIN CONTINUOUS".split(" "),
]);

const FILES = new Set(
  "LOAD_FILE PG_READ_FILE PG_READ_BINARY_FILE PG_LS_DIR LO_IMPORT LO_EXPORT DUMPFILE UTL_FILE".split(" "),
);
const XP_CMDSHELL = new Set(["XP_CMDSHELL"]);
const RULES = new Set(["SUPERUSER", "BYPASSRLS", "SYSADMIN", "SECURITYADMIN"]);

export function statementLoss(statement: Statement): Loss | undefined {
  const list = wordsOf(statement);
  const [first, second] = list;
  if (first === undefined || (first === "EXPLAIN" && second !== "ANALYZE")) return undefined;
  const where = list.lastIndexOf("WHERE");
  for (const [at, word] of list.entries()) {
    const next = list[at + 1] ?? "";
    if (word === "DROP") {
      if (HOLDERS.has(next) && isTestName(droppedName(list, at + 2))) continue;
      if (HOLDERS.has(next)) return { severity: "destructive", what: "drops a database and all its tables" };
      if (first === "ALTER") return { severity: "risky", what: "drops part of a table and its data" };
      if (TABLES.has(next)) return { severity: "destructive", what: "drops a table and its data" };
      if (PARTS.has(next)) return { severity: "risky", what: "drops part of a database" };
    } else if (word === "REMOVE" && at === 0 && (TABLES.has(next) || HOLDERS.has(next) || next === "NAMESPACE"))
      return { severity: "destructive", what: "drops a table or a database and its data" };
    else if (word === "TRUNCATE" && next !== "" && (at === 0 || next === "TABLE"))
      return { severity: "destructive", what: "empties a table" };
    else if (word === "DELETE" && next !== "" && (next === "FROM" || at === 0) && !isLimited(list, at, where))
      return { severity: "destructive", what: "deletes every row of a table" };
    else if (first === "ALTER" && (word === "DELETE" || word === "UPDATE") && where > at)
      return { severity: "risky", what: "deletes or changes rows of a table" };
    else if (word === "UPDATE" && at === 0 && list.includes("SET") && !isLimited(list, at, where))
      return { severity: "destructive", what: "changes every row of a table" };
    else if (word === "DETACH" && next === "DELETE")
      return { severity: "destructive", what: "deletes every node it finds" };
    else if (isNamed(word, XP_CMDSHELL) || (word === "PROGRAM" && first === "COPY"))
      return { severity: "destructive", what: "runs a program on the database server" };
  }
  if (list.some((word) => isNamed(word, FILES)))
    return { severity: "risky", what: "reads or writes files on the database server" };
  if (
    /^(?:ALTER|CREATE)$/.test(first) &&
    /^(?:USER|ROLE|SERVER)$/.test(second ?? "") &&
    list.some((one) => RULES.has(one))
  )
    return { severity: "risky", what: "grants administrator rights in a database" };
  if (first === "REVOKE" || (first === "GRANT" && second === "ALL"))
    return { severity: "risky", what: "changes permissions in a database" };
  if (
    first === "CREATE" &&
    second === "OR" &&
    list[2] === "REPLACE" &&
    TABLES.has(list[3] === "TRANSIENT" ? (list[4] ?? "") : (list[3] ?? ""))
  )
    return { severity: "risky", what: "replaces a table with all its rows" };
  if (first === "INSERT" && second === "OVERWRITE")
    return { severity: "risky", what: "replaces a table with all its rows" };
  if (first === "ALTER" && second === "SYSTEM")
    return { severity: "risky", what: "changes the configuration of a database server" };
  if ((first === "PURGE" || first === "RESET") && /^(?:BINARY|MASTER|SLAVE|REPLICA)/.test(second ?? ""))
    return { severity: "destructive", what: "deletes data that a database needs for recovery" };
  return undefined;
}

/** The name after `DROP DATABASE [IF EXISTS]`. */
function droppedName(list: readonly string[], from: number): string {
  const at = list[from] === "IF" ? from + 2 : from;
  return (list[at] ?? "").toLowerCase();
}

/** Also with its schema or a member: `master..xp_cmdshell`, `utl_file.fopen`. */
function isNamed(word: string, names: ReadonlySet<string>): boolean {
  return names.has(word) || (word.includes(".") && word.split(".").some((part) => names.has(part)));
}

/** A condition that is always true does not count. */
function isLimited(list: readonly string[], from: number, where: number): boolean {
  if (where < from) return list.includes("LIMIT", from);
  const [left = "", sign, right] = list.slice(where + 1, where + 4);
  const always = left === "TRUE" || (/^\d+$/.test(left) && (sign === undefined || left === right));
  return !always || list.length > where + 4;
}
