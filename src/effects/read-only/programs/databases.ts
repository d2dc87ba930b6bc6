/** Databases: one statement that only reads. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { ALONE, isSure, type Options, SEEN, type Verbs } from "../rule.js";
import { sqlOnlyReads } from "../sql.js";

interface Client {
  readonly options: string;
  /** Options that contain a statement. */
  readonly statement: readonly string[];
  /** Number of words before the statement, if it is an operand. */
  readonly behind?: number;
  /** Work without a statement. */
  readonly alone: string;
  readonly oneDash?: true;
}

function client({ options, statement, behind, alone, oneDash }: Client) {
  const all = `${options} ${alone} ${statement.map((name) => `${name}=`).join(" ")}`;
  const rule: Options = { options: all, ...(oneDash ? { oneDash } : {}) };
  const names = new Set(statement);
  return (words: readonly Word[], open: boolean): boolean => {
    if (open || !words.every(isSure)) return false;
    const texts = words.map(({ text }) => text);
    const call = readArguments(rule, texts);
    if (call === undefined) return false;
    if (alone.split(" ").some((name) => call.options.has(name))) return true;
    // Two statement options: only the last would be checked.
    if (texts.filter((text) => statement.some((name) => text === name || text.startsWith(name))).length > 1)
      return false;
    const given = [...names].flatMap((name) => call.options.get(name) ?? []);
    const more = behind === undefined ? [] : call.operands.slice(behind);
    const statements = [...given, ...more];
    return statements.length > 0 && statements.every((one) => sqlOnlyReads(one));
  };
}

const SQLITE = {
  options:
    "-readonly -safe -batch -bail -header -noheader -csv -json -table -box -column -markdown -html -line -list -quote -tabs -ascii -echo -stats -separator= -nullvalue= -newline= -mmap= -maxsize=",
  statement: [],
  behind: 1,
  alone: "-version -help --version --help",
  oneDash: true,
} as const;

const REDIS_READS = new Set(
  "ping info get mget exists keys scan type ttl pttl strlen getrange hget hgetall hkeys hvals hlen hmget hexists hscan llen lrange lindex scard smembers sismember sscan zcard zrange zrevrange zscore zrank zcount zscan dbsize time lastsave role object memory randomkey bitcount getbit pfcount xlen xrange xinfo".split(
    " ",
  ),
);

function redis(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text);
  let at = 0;
  while (/^-(?:h|p|n|u|a)$|^--user$/.test(texts[at] ?? "")) at += 2;
  while (/^--(?:raw|no-raw|csv|json|tls|no-auth-warning)$/.test(texts[at] ?? "")) at++;
  const verb = texts[at]?.toLowerCase() ?? "";
  if (verb === "--version" || verb === "-v") return true;
  return REDIS_READS.has(verb) && !/^(?:purge|doctor)$/i.test(texts[at + 1] ?? "");
}

export default {
  psql: client({
    options:
      "-h= -p= -U= -d= -t -A -x -H -q -X -w -W -E -e -b -a -n -z -0 -F= -R= -P= --host= --port= --username= --dbname= --tuples-only --no-align --expanded --html --csv --quiet --no-psqlrc --no-password --password --field-separator= --record-separator= --pset=",
    statement: ["-c", "--command"],
    alone: "-l --list -V --version -? --help",
  }),
  "mysql mariadb": client({
    options:
      "-h= -u= -P= -D= -S= -p? -N -B -t -X -H -s -v -r -E -C --host= --user= --port= --database= --socket= --password? --batch --table --xml --html --silent --verbose --raw --vertical --skip-column-names --column-names --ssl --ssl-mode= --protocol=",
    statement: ["-e", "--execute"],
    alone: "-V --version -? --help",
  }),
  sqlite3: client(SQLITE),
  duckdb: client({
    ...SQLITE,
    statement: ["-c", "-s"],
  }),
  sqlcmd: {
    options: "--version --help -h -?",
    verbs: {
      query: client({
        options: "-d= --database=",
        statement: ["-q", "--query", "--text", "-t"],
        behind: 0,
        alone: "--help",
      }),
      config: { verbs: { "view get-contexts current-context get-users get-endpoints": { not: "--raw" } } },
    },
  },
  "redis-cli valkey-cli": redis,
  pg_isready: SEEN,
  pg_config: SEEN,
  mysqladmin: {
    options: "-h= -u= -P= -S=",
    verbs: { "status ping version processlist variables extended-status": ALONE },
  },
} satisfies Verbs;
