/** What SQL statements lose. Strings and comments are data; the rest is read word by word, so that time grows with length. */
import type { Gravity } from "../model/effect.js";

export interface Loss {
  readonly severity: Gravity;
  readonly what: string;
}

const WEIGHT: Readonly<Record<Gravity, number>> = { ordinary: 0, risky: 1, destructive: 2 };

/** The gravest thing in a text of SQL; undefined when nothing is lost. */
export function sqlLoss(text: string): Loss | undefined {
  // Some servers end a string at `\'`, others do not. Whichever it is, nothing may hide behind it.
  const readings = text.includes("\\")
    ? [without(STRINGS, text), without(ESCAPED_STRINGS, text)]
    : [without(STRINGS, text)];
  let gravest: Loss | undefined;
  for (const reading of readings)
    for (const statement of reading.split(/;|^[ \t]{0,20}GO[ \t]{0,20}$/im)) {
      const loss = statementLoss(words(statement));
      if (loss !== undefined && (gravest === undefined || WEIGHT[loss.severity] > WEIGHT[gravest.severity]))
        gravest = loss;
    }
  return gravest;
}

// What stands in a comment of MySQL that begins with `!`, or between `$$`, is run, and stays.
const COMMENTS = String.raw`--(?=\s|$)[^\n]*|/\*(?!!)[\s\S]*?(?:\*/|$)|/\*!\d*|\*/|\$\w{0,20}\$`;
const STRINGS = new RegExp(`${COMMENTS}|'[^']*(?:'|$)|"[^"]*(?:"|$)`, "g");
const ESCAPED_STRINGS = new RegExp(
  String.raw`${COMMENTS}|'(?:[^'\\]|\\[\s\S])*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)`,
  "g",
);

const without = (data: RegExp, text: string) => text.replace(data, (found) => (/^["']/.test(found) ? " x " : " "));

const words = (statement: string) => statement.toUpperCase().match(/[A-Z_][A-Z0-9_.$#]*|\d+|[=*]/g) ?? [];

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
const RULES = new Set(["SUPERUSER", "BYPASSRLS", "SYSADMIN", "SECURITYADMIN"]);

function statementLoss(list: readonly string[]): Loss | undefined {
  const [first, second] = list;
  if (first === undefined || (first === "EXPLAIN" && second !== "ANALYZE")) return undefined;
  const where = list.lastIndexOf("WHERE");
  for (const [at, word] of list.entries()) {
    const next = list[at + 1] ?? "";
    if (word === "DROP") {
      if (HOLDERS.has(next)) return { severity: "destructive", what: "drops a database with all its tables" };
      if (first === "ALTER") return { severity: "risky", what: "drops a part of a table with its data" };
      if (TABLES.has(next)) return { severity: "destructive", what: "drops a table with its data" };
      if (PARTS.has(next)) return { severity: "risky", what: "drops a part of a database" };
    } else if (word === "TRUNCATE" && next !== "" && (at === 0 || next === "TABLE"))
      return { severity: "destructive", what: "empties a table" };
    else if (word === "DELETE" && next !== "" && (next === "FROM" || at === 0) && !isLimited(list, at, where))
      return { severity: "destructive", what: "deletes every row of a table" };
    else if (word === "UPDATE" && at === 0 && list.includes("SET") && !isLimited(list, at, where))
      return { severity: "destructive", what: "changes every row of a table" };
    else if (word === "DETACH" && next === "DELETE")
      return { severity: "destructive", what: "deletes every node it finds" };
    else if (word === "XP_CMDSHELL" || (word === "PROGRAM" && first === "COPY"))
      return { severity: "destructive", what: "runs a program on the machine of the database" };
    else if (FILES.has(word))
      return { severity: "risky", what: "reads or writes files of the machine of the database" };
  }
  if (
    /^(?:ALTER|CREATE)$/.test(first) &&
    /^(?:USER|ROLE|SERVER)$/.test(second ?? "") &&
    list.some((one) => RULES.has(one))
  )
    return { severity: "risky", what: "gives away the rights to rule a database" };
  if (first === "REVOKE" || (first === "GRANT" && second === "ALL"))
    return { severity: "risky", what: "changes who may do what in a database" };
  if (first === "ALTER" && second === "SYSTEM")
    return { severity: "risky", what: "changes how a database server works" };
  if ((first === "PURGE" || first === "RESET") && /^(?:BINARY|MASTER|SLAVE|REPLICA)/.test(second ?? ""))
    return { severity: "destructive", what: "deletes what a database needs to be brought back" };
  return undefined;
}

/** A condition that holds for every row is none. */
function isLimited(list: readonly string[], from: number, where: number): boolean {
  if (where < from) return list.includes("LIMIT", from);
  const [left = "", sign, right] = list.slice(where + 1, where + 4);
  const always = left === "TRUE" || (/^\d+$/.test(left) && (sign === undefined || left === right));
  return !always || list.length > where + 4;
}
