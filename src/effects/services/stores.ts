/** Data loss by commands of non-SQL stores. */
import type { Loss } from "./sql.js";

const EMPTIES: Loss = { severity: "destructive", what: "empties a whole data store" };

/** One command of Redis and similar stores. */
export function redisLoss(words: readonly string[]): Loss | undefined {
  const [first = "", second = ""] = words.map((word) => word.toUpperCase());
  if (first === "FLUSHALL" || first === "FLUSHDB") return EMPTIES;
  if (/^(?:EVAL|MULTI)/.test(first) && words.some((word) => /\bflush(?:all|db)\b/i.test(word))) return EMPTIES;
  if (first === "SHUTDOWN" || (first === "DEBUG" && /^(?:SEGFAULT|RELOAD|FLUSHALL)$/.test(second)))
    return { severity: "risky", what: "stops a data store that others use" };
  if (first === "CLUSTER" && /^(?:RESET|FORGET|FLUSHSLOTS|DELSLOTS|FAILOVER)$/.test(second))
    return { severity: "destructive", what: "dismantles a cluster" };
  if (first === "CONFIG" && (second === "SET" || second === "REWRITE"))
    return { severity: "risky", what: "changes the configuration of a data store" };
  if (/^(?:REPLICAOF|SLAVEOF|SWAPDB|MIGRATE|RESTORE)$/.test(first))
    return { severity: "risky", what: "replaces data in a store" };
  if (
    first === "ACL" &&
    second === "SETUSER" &&
    words.some((word) => /^(?:nopass|\+@all|allcommands|allkeys)$/i.test(word))
  )
    return { severity: "risky", what: "opens a store to everyone, or gives an account all rights" };
  if (/^(?:SCRIPT|FUNCTION|ACL)$/.test(first) && /^(?:FLUSH|DELUSER|DELETE)$/.test(second))
    return { severity: "risky", what: "deletes data from a store" };
  return undefined;
}

/** JavaScript for MongoDB and similar stores. */
export function mongoLoss(code: string): Loss | undefined {
  if (/\bdropDatabase\s{0,20}\(|\bdropAllUsers|["']?dropDatabase["']?\s{0,20}:/.test(code))
    return { severity: "destructive", what: "drops a database and everything in it" };
  if (/\.drop\s{0,20}\(|\bdropCollection\s{0,20}\(|["']?drop["']?\s{0,20}:\s{0,20}["']/.test(code))
    return { severity: "destructive", what: "drops a collection and its data" };
  if (/\.(?:deleteMany|remove)\s{0,20}\(\s{0,20}(?:\{\s{0,20}\}|\))/.test(code))
    return { severity: "destructive", what: "deletes every document of a collection" };
  if (/\.(?:updateMany|replaceOne)\s{0,20}\(\s{0,20}\{\s{0,20}\}/.test(code))
    return { severity: "destructive", what: "changes every document of a collection" };
  if (/\.(?:dropIndexes|dropIndex|dropUser|dropRole|shutdownServer|renameCollection|removeShard)\s{0,20}\(/.test(code))
    return { severity: "risky", what: "drops part of a database" };
  if (
    /\b(?:createUser|updateUser|grantRolesToUser|grantRolesToRole)\b.{0,1000}["'](?:root|__system|\w{1,40}AnyDatabase|clusterAdmin)["']/s.test(
      code,
    )
  )
    return { severity: "risky", what: "grants administrator rights in a database" };
  if (/\brs\s{0,20}\.\s{0,20}(?:remove|stepDown|reconfig)/.test(code))
    return { severity: "risky", what: "changes which servers store the data" };
  return undefined;
}
