/** Non-SQL stores: Redis, MongoDB, etcd, memcached and similar. */

import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import { inputText } from "../../model/input-text.js";
import type { Invocation } from "../../model/invocation.js";
import { isLoopback } from "../../model/near-hosts.js";
import { databaseIn, isForTests, isTestName } from "../../services/for-tests.js";
import { cliEffects, serviceEffect } from "../../services/judge.js";
import { optionValues } from "../../services/options.js";
import type { Loss } from "../../services/sql.js";
import { mongoLoss, redisLoss } from "../../services/stores.js";
import type { Program } from "../contract.js";

const REDIS = new Set(["redis-cli", "valkey-cli", "keydb-cli", "dragonfly-cli", "iredis"]);
const MONGO = new Set(["mongosh", "mongo", "mongos"]);
const REDIS_OPTIONS = [
  "-h",
  "-p",
  "-a",
  "-n",
  "-u",
  "-s",
  "-t",
  "-i",
  "-r",
  "-d",
  "--user",
  "--pass",
  "--cacert",
  "--cert",
  "--key",
  "--sni",
];

const MANY_KEYS: Loss = { severity: "risky", what: "deletes keys whose names are only known at run time" };

const ETCD = {
  names: ["etcdctl"],
  where: "in a cluster",
  depth: 2,
  taking: ["--endpoints", "--cacert", "--cert", "--key", "--user"],
  rules: {
    "del --prefix|--from-key": ["destructive", "deletes a whole subtree of cluster settings"],
    "del /*": ["risky", "deletes a cluster setting"],
    del: "ordinary",
    "snapshot restore": ["destructive", "replaces the state of a cluster with an older snapshot"],
    "compaction|compact|defrag": "ordinary",
  },
  instead: "read it first: `etcdctl get`",
} as const;

const FLUSHED = {
  severity: "destructive",
  what: "empties a cache that other systems use",
  instead: "delete single keys by name",
} as const;

const stores: Program = {
  names: [...REDIS, ...MONGO, "etcdctl", "memcflush", "nc", "ncat", "telnet"],
  effects(invocation, where) {
    const program = invocation.program!;
    if (program === "memcflush") return [serviceEffect(invocation, FLUSHED)];
    if (/^(?:nc|ncat|telnet)$/.test(program))
      return /^\s{0,8}flush_?(?:all|db)\b/im.test(inputText(invocation.input, where)?.slice(0, 2000) ?? "")
        ? [serviceEffect(invocation, FLUSHED)]
        : [];
    if (program === "etcdctl") return cliEffects(ETCD, invocation);
    const read = inputText(invocation.input, where);
    if (MONGO.has(program)) {
      const instead = "look first with `find`, and delete only what a filter matches";
      const opened =
        operands(invocation, ["--eval", "-e", "-u", "-p", "--username", "--password", "--host", "--port"])[0]?.text ??
        "";
      if (isForTests(invocation) || isTestName(databaseIn(opened))) return [];
      return [...optionValues(invocation, ["--eval", "-e"]), ...(read === undefined ? [] : [read])].flatMap(
        (code): Effect[] => {
          const loss = mongoLoss(code);
          return loss === undefined ? [] : [serviceEffect(invocation, { ...loss, instead })];
        },
      );
    }
    const lines = (read ?? "").split("\n", 2000).map((line) => line.trim().split(/\s+/));
    const own = operands(invocation, REDIS_OPTIONS).map(({ text }) => text);
    const instead = "count the keys (`redis-cli dbsize`), and delete single keys by name";
    if (isTestStore(invocation)) return [];
    const many = invocation.moreArgs && /^(?:del|unlink)$/i.test(own[0] ?? "");
    return [own, ...lines].flatMap((words): Effect[] => {
      const loss = many ? MANY_KEYS : redisLoss(words);
      return loss === undefined ? [] : [serviceEffect(invocation, { ...loss, instead })];
    });
  },
};

export default stores;

/** Tests use the high database numbers of a local store. */
function isTestStore(invocation: Invocation): boolean {
  const [host] = optionValues(invocation, ["-h", "-u", "-s"]);
  const [number] = optionValues(invocation, ["-n"]);
  const local = host === undefined || isLoopback(host);
  return local && /^(?:9|1\d)$/.test(number ?? host?.match(/\/(\d{1,2})$/)?.[1] ?? "");
}
