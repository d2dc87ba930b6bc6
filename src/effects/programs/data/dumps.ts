/** Complete exports of a production database. */
import { serviceEffect } from "../../services/judge.js";
import { isDryRun, isGiven, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const LIVE =
  /(?:^|[\s/_.@=:-])(?:prod|production|live|prd|primary|master|replica)(?:$|[\s/_.@:\d-])|\$\{?\w{0,20}PROD/i;
const LOCAL = /^(?:localhost|127\.|::1|\/|host|ip_or_hostname|db$|postgres$|mysql$|mongo$)/;

const dumps: Program = {
  names: [
    "pg_dump",
    "pg_dumpall",
    "mysqldump",
    "mariadb-dump",
    "mydumper",
    "mongodump",
    "mongoexport",
    "mysqlpump",
    "mysqlsh",
    "redis-dump",
    "elasticdump",
    "cqlsh-dump",
    "sqlpackage",
  ],
  effects(invocation) {
    const { program = "", args } = invocation;
    if (isDryRun(invocation) || isGiven(invocation, ["--schema-only", "-s", "--no-data", "-d"])) return [];
    const words = args
      .map(({ text, source }) => `${text} ${source}`)
      .join(" ")
      .slice(0, 4000);
    const [host] = optionValues(invocation, ["-h", "--host"]);
    const everything = program === "pg_dumpall" || isGiven(invocation, ["--all-databases", "-A"]);
    if (!LIVE.test(words) && !(everything && host !== undefined && !LOCAL.test(host))) return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "exports personal data from a production database",
        instead: "export only the schema (`pg_dump --schema-only app > schema.sql`), or generate test data",
      }),
    ];
  },
};

export default dumps;
