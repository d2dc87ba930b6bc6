/** SQL clients. Statements are read from options, operands and standard input. */

import { operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { inputText } from "../../model/input-text.js";
import type { Invocation } from "../../model/invocation.js";
import { isLoopback } from "../../model/near-hosts.js";
import { upstream } from "../../model/upstream.js";
import { readEffect } from "../../paths/reads.js";
import { databaseIn, isForTests, isTestName } from "../../services/for-tests.js";
import { serviceEffect } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { isGiven, optionValues } from "../../services/options.js";
import { sqlLoss } from "../../services/sql.js";
import type { Program } from "../contract.js";

interface Client {
  readonly names: readonly string[];
  readonly statements: readonly string[];
  /** Operands from this index on are statements too. */
  readonly operandsFrom?: number;
  /** The database is a file: the first operand. */
  readonly file?: true;
  readonly taking?: readonly string[];
  /** A client command that starts a shell. */
  readonly shell?: RegExp;
}

const CLIENTS: readonly Client[] = [
  {
    names: ["psql", "pgcli", "cockroach", "ysqlsh", "crunchy", "edgedb", "gel"],
    statements: ["-c", "--command", "-e", "--execute"],
    shell: /(?:^|[\n;])[ \t]{0,20}\\!|\b(?:to|from)[ \t]{1,5}program\b/i,
  },
  {
    names: listed(`mysql mariadb mycli mysqlsh tidb singlestore dolt memsql`),
    statements: ["-e", "--execute", "--sql", "-q", "--query"],
    shell: /(?:^|[\n;])[ \t]{0,20}(?:\\!|system[ \t])/i,
  },
  {
    names: listed(`sqlite3 sqlite litecli duckdb sqlite-utils libsql turso-shell rqlite`),
    statements: ["-cmd", "-c", "-s", "--command"],
    operandsFrom: 1,
    file: true,
    taking: listed(`-separator -init -cmd -nullvalue -newline -vfs -c -s`),
    shell: /(?:^|\n)[ \t]{0,20}\.(?:shell|system)\b/i,
  },
  { names: ["sqlcmd", "mssql-cli", "osql", "bcp", "tsql", "isql"], statements: ["-Q", "-q", "--query"] },
  {
    names: ["clickhouse-client", "clickhouse", "clickhouse-local", "chc"],
    statements: ["-q", "--query"],
  },
  {
    names: listed(`cqlsh ycqlsh cypher-shell hive beeline presto trino spark-sql impala-shell`),
    statements: ["-e", "--execute", "-q"],
    operandsFrom: 0,
  },
  {
    names:
      listed(`snowsql snow bq databricks athena usql sqlplus sql db2 vsql rsql arangosh questdb surreal wrangler turso pscale
      influx osqueryi`),
    statements: ["-q", "--query", "-c", "--command", "-execute", "--execute"],
    operandsFrom: 0,
  },
  { names: ["aws", "gcloud"], statements: ["--sql", "--query-string", "--ddl"] },
  { names: ["heroku", "fly", "supabase", "prisma"], statements: ["-c", "--command", "-q", "--query"] },
];

const BY_NAME = new Map(CLIENTS.flatMap((client) => client.names.map((name) => [name, client] as const)));
const INSTEAD =
  "look first with a SELECT, change only the rows that a WHERE names, and back up (`pg_dump app > app.sql`) before the user drops anything";

const sqlClients: Program = {
  names: [...BY_NAME.keys()],
  effects(invocation, where) {
    const client = BY_NAME.get(invocation.program!)!;
    return [
      ...opened(client, invocation, where),
      ...losses(client, invocation, where),
      ...scripts(client, invocation, where),
      ...generated(client, invocation),
    ];
  },
};

/** A subcommand, as in `sqlite-utils`, may come first. */
function opened({ file, taking }: Client, invocation: Invocation, where: Where): Effect[] {
  if (file !== true) return [];
  return operands(invocation, taking)
    .slice(0, 2)
    .map((word) =>
      readEffect(
        { ...word, text: word.text.replace(/^file:(?:\/\/)?/, "").replace(/\?.{0,200}$/, "") },
        invocation,
        where,
      ),
    )
    .filter(({ target }) => target?.sensitive === true);
}

function losses(client: Client, invocation: Invocation, where: Where): Effect[] {
  const forTests = isGiven(invocation, ["--local"]) || isForTests(invocation) || opensTestDatabase(client, invocation);
  return texts(client, invocation, where).flatMap((text): Effect[] => {
    const loss = forTests ? undefined : sqlLoss(text);
    if (loss !== undefined) return [serviceEffect(invocation, { ...loss, instead: INSTEAD })];
    if (!forTests && WRITES.test(text) && isLiveDatabase(invocation, text))
      return [
        serviceEffect(invocation, {
          severity: "risky",
          what: "changes a production database",
          instead: "look first with a SELECT, try it on a copy, and ask the user to run it",
        }),
      ];
    if (client.shell?.test(text) !== true) return [];
    const what = "starts a program from a database client";
    return [serviceEffect(invocation, { severity: "risky", what, instead: "run that program directly" })];
  });
}

/** Statements that change data, the schema or the server. */
const WRITES =
  /(?:^|;)\s{0,40}(?:\\?begin\s{0,8};\s{0,40})?(?:delete|update|insert|merge|upsert|replace|alter|create|reindex|vacuum\s{1,8}full|cluster|lock|grant|set\s{1,8}(?:global|persist)|kill|refresh|rename|call|do)\s|\bpg_(?:terminate|cancel)_backend\s{0,4}\(|\bpg_(?:reload_conf|switch_wal|promote)\s{0,4}\(/i;

/** By the host, the database or a variable such as `$PROD_URL`; the statement itself does not count. */
function isLiveDatabase({ args, variables }: Invocation, statement: string): boolean {
  const words = args.filter(({ text }) => text !== statement && !/\s/.test(text));
  return (
    words.some(({ text, source }) => LIVE.test(` ${text}`) || /\$\{?\w{0,20}PROD/i.test(source)) ||
    [...variables].some(
      ([name, { text }]) => /^(?:PGHOST|PGDATABASE|MYSQL_HOST|DATABASE_URL)$/.test(name) && LIVE.test(text),
    )
  );
}

/** Programs that print what their words say: `awk '{print "delete from users where id="$1}'`. */
const WRITES_TEXT =
  /^(?:psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|clickhouse-client|g?awk|mawk|sed|gsed|jq|yq|perl|python3?|ruby|node|xargs|parallel|printf|echo|paste|envsubst)$/;
const LOSES =
  /\bdrop\s{1,8}(?:table|database|schema|view|materialized|user|role|owned|collection|keyspace|index|sequence|function|column|\uFFFC|%|&)|\btruncate\s{1,8}(?:table\s{1,8})?["'|%&\w]|\bdelete\s{1,8}from\s|\balter\s{1,8}table\b.{0,200}\bdrop\b/i;

/** Print whole databases or logs as statements. */
const REPLAYS = /^(?:mysqlbinlog|mysqldump|pg_dump|pg_dumpall|mariadb-dump|pg_restore|gunzip|zcat|bzcat|xzcat)$/;

/** Statements that another program puts together from names it has listed. */
function generated(client: Client, invocation: Invocation): Effect[] {
  const { input, args } = invocation;
  const fetched = upstream(invocation).some(
    ({ program, args }) =>
      /^(?:curl|wget|http|xh)$/.test(program ?? "") &&
      args.some(({ text }) => /^https?:\/\//.test(text) && !isLoopback(text)),
  );
  if (
    !fetched &&
    input.kind === "pipe" &&
    isLiveDatabase(invocation, "") &&
    upstream(invocation).some(({ program }) => REPLAYS.test(program ?? ""))
  )
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "runs statements of another program on a production database",
        instead: "print the statements to a file, and read them first",
      }),
    ];
  if (fetched)
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "runs SQL statements from the network",
        instead: "download the file, and read it first",
      }),
    ];
  if (isForTests(invocation) || opensTestDatabase(client, invocation)) return [];
  const writers =
    input.kind === "pipe" ? upstream(invocation).filter(({ program }) => WRITES_TEXT.test(program ?? "")) : [];
  const texts = [
    ...writers.flatMap((one) => one.args.map(({ text }) => text)),
    ...(input.kind === "text" ? [input.text.source] : []),
    ...args.filter(({ text }) => /\\gexec\b/.test(text)).map(({ text }) => text),
  ];
  if (!texts.some((text) => LOSES.test(text.slice(0, 5000)))) return [];
  const what = "runs generated statements that drop or delete data";
  return [
    serviceEffect(invocation, {
      severity: "risky",
      what,
      instead: "print the statements to a file, and read them first",
    }),
  ];
}

/** Script names that reveal what they do. */
const LOSING =
  /(?:^|[/_.-])(?:drop|wipe|truncate|delete|purge|nuke|destroy|reset|clean|cleanup|clear|remove|erase|obliterate|kill|teardown|down|rollback)[\w.-]{0,100}\.(?:sql|js|cql|ddl|cypher)$/i;
const LIVE = /(?:^|[\s/_.@=:-])(?:prod|production|live|prd|primary|master)(?:$|[\s/_.@:\d-])/i;
const SCRIPT_OPTIONS = ["-f", "--file", "-i", "--input-file", "--init-file", "--queries-file", "-init"];
/** The client's commands for "run this file": `\\i x.sql`, `source x.sql`, `.read x.sql`, `@x.sql`. */
const INCLUDES = /(?:^|[\n;]\s{0,8})(?:\\ir?|\\\.|source|\.read|@{1,2})\s{0,4}([\w./~-]{1,300})/gi;

/** Runs a file of statements. Its content is unknown here, but its name or its database may be enough. */
function scripts(client: Client, invocation: Invocation, where: Where): Effect[] {
  if (isForTests(invocation) || opensTestDatabase(client, invocation)) return [];
  const { input, args } = invocation;
  const piped =
    input.kind === "pipe"
      ? input.from.filter(({ program }) => /^(?:cat|zcat|gunzip|pv|envsubst)$/.test(program ?? ""))
      : [];
  const files = [
    ...optionValues(invocation, SCRIPT_OPTIONS),
    ...(input.kind === "file" ? [input.file.text] : []),
    ...piped.flatMap((one) => one.args.map(({ text }) => text)),
    ...args.flatMap(({ text }) => (/^@{1,2}[\w./~-]/.test(text) ? [text.replace(/^@+/, "")] : [])),
    ...texts(client, invocation, where).flatMap((text) =>
      [...text.slice(0, 5000).matchAll(INCLUDES)].map(([, file]) => file!),
    ),
  ].filter((file) => /\.(?:sql|js|cql|ddl|cypher|gz|dump|bak)$/i.test(file));
  if (files.length === 0) return takenOut(client, invocation, where);
  const words = [
    ...args.map(({ text, source }) => `${text} ${source}`),
    ...[...invocation.variables.values()].map(({ text }) => text),
  ]
    .join(" ")
    .slice(0, 4000)
    .split(/\s/)
    .filter((word) => !/\.(?:sql|js|cql)\b/.test(word))
    .join(" ");
  const isLive = LIVE.test(words) || /\$\{?\w{0,20}PROD/i.test(words);
  const loses = files.some((file) => LOSING.test(file));
  if (!isLive && !loses) return [];
  const what = isLive
    ? "runs an SQL file on a production database"
    : "runs an SQL file that deletes data, according to its name";
  return [serviceEffect(invocation, { severity: "risky", what, instead: "read the file first, and try it on a copy" })];
}

/** Columns with personal data, or all columns. */
const PERSONAL =
  /\bselect\b[\s\S]{0,200}?(?:\*|\b(?:e?mail|ssn|password|phone|card|address|birth\w{0,6}|iban|token|name)\w{0,12}\b)[\s\S]{0,200}?\bfrom\b|\bcopy\b[\s\S]{0,200}?\bto\b|\binto outfile\b/i;

/** Personal data exported from a production database to a file or another program. */
function takenOut(client: Client, invocation: Invocation, where: Where): Effect[] {
  const { args, redirects } = invocation;
  const words = args
    .map(({ text, source }) => `${text} ${source}`)
    .join(" ")
    .slice(0, 4000);
  if (!LIVE.test(words.replace(/\bselect\b.{0,2000}/gis, "")) && !/\$\{?\w{0,20}PROD/i.test(words)) return [];
  const kept =
    redirects.some(({ operator }) => operator.startsWith(">")) || / (?:-o|--output|--csv|--out)\b/.test(` ${words}`);
  if (
    !texts(client, invocation, where).some(
      (text) => PERSONAL.test(text.slice(0, 5000)) && (kept || /\bcopy\b|outfile/i.test(text)),
    )
  )
    return [];
  const what = "exports personal data from a production database";
  return [
    serviceEffect(invocation, { severity: "risky", what, instead: "count the rows instead, or generate test data" }),
  ];
}

/** The first operand is the database: `psql app_test`, `sqlite3 test.db`, `psql postgres://localhost/app_test`. */
function opensTestDatabase({ taking = [], statements, file }: Client, invocation: Invocation): boolean {
  const [first] = operands(invocation, [
    ...taking,
    ...statements,
    "-h",
    "-p",
    "-U",
    "-u",
    "-P",
    "--host",
    "--port",
    "--user",
  ]);
  if (first === undefined || /\s/.test(first.text)) return false;
  if (!first.known) return /^["']?\$\{?\w{0,40}TEST\w{0,40}\}?["']?$/.test(first.source);
  const name = databaseIn(first.text);
  return isTestName(file === true ? name.replace(/\.(?:db|sqlite3?)$/, "") : name);
}

function texts({ statements, operandsFrom, taking = [] }: Client, invocation: Invocation, where: Where): string[] {
  if (operandsFrom === 1 && operands(invocation, taking)[0]?.text === ":memory:") return [];
  const given = optionValues(invocation, statements);
  const inline =
    operandsFrom === undefined
      ? []
      : operands(invocation, taking)
          .slice(operandsFrom)
          .filter(({ text }) => /\s/.test(text));
  const read = inputText(invocation.input, where);
  return [...given, ...inline.map(({ text }) => text), ...(read === undefined ? [] : [read])];
}

export default sqlClients;
