/** Caches and balancers through which people reach a site, and streams of production. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({ kind: "service", instead: "look at its state first, and ask the user to change it" });

export default programOf([
  asks(
    ["varnishadm"],
    / (?:ban|ban\.\S{1,10}|stop|vcl\.(?:use|discard|load)|backend\.set_health|param\.set)(?: |$)/,
    "empties or changes a cache that people use",
  ),
  asks(
    ["kcat", "kafkacat"],
    /^(?=.{0,400} -\w{0,4}P)(?=.{0,400}(?:[.@_-]|\b)prod)/,
    "writes to a stream of production",
  ),
  asks(
    ["kafka-console-producer", "kafka-console-producer.sh", "kafka-verifiable-producer.sh"],
    /(?:[.@_-]|\b)prod(?:uction)?\b/,
    "writes to a stream of production",
  ),
  asks(["gio"], /^ trash --empty/, "deletes what is in the trash", {
    kind: "delete",
    instead: "list it first: `gio trash --list`",
  }),
  asks(
    ["certutil"],
    / -(?:addstore|importpfx)\b.{0,80} (?:root|ca|trust\w{0,20})\b/i,
    "makes this machine trust a new certificate authority",
    { kind: "machine" },
  ),
  asks(["brew"], /^ services (?:stop|kill) (?:.{0,40} )?--all/, "stops every service of this user", {
    kind: "process",
  }),
  asks(
    ["gitea", "forgejo"],
    /^ admin (?:user|auth|repo) (?:delete|must-change-password|change-password)/,
    "deletes or locks out an account",
  ),
  asks(["jj"], /^ abandon .{0,60}\ball\b/, "discards all changes", {
    kind: "history",
    instead: "look at them first: `jj log`",
  }),
  asks(["xattr"], / -\w{0,4}c\w{0,4} .{0,80}\/Applications/, "removes the quarantine mark of downloads", {
    kind: "machine",
  }),
  asks(
    ["realm", "adcli"],
    /^ (?:leave|delete-\w{1,20}|reset-\w{1,20})(?: |$)/,
    "removes this machine from its domain",
    { kind: "machine", asRoot: true },
  ),
]);
