/** Who has to list a host, and what an entry of a list means. */
import { leadsTo, PUBLIC, type UrlRow } from "./url-row.js";

const HERE = "127.0.0.1";
const policy = { url: "http://policy.test:PORT/", names: leadsTo("policy.test", HERE) };

const listed: UrlRow[] = [
  {
    mechanism: "a listed name in the network",
    ...policy,
    allow: ["policy.test"],
    ends: "reached",
    host: "policy.test:PORT",
    shows: "the host is that of the url",
  },
  { mechanism: "a list in capitals", ...policy, allow: ["POLICY.Test"], ends: "reached" },
  { mechanism: "listed with its port", ...policy, allow: ["policy.test:PORT"], ends: "reached" },
  {
    mechanism: "listed with another port",
    ...policy,
    allow: ["policy.test:1"],
    ends: "http-refused",
    shows: "the port of a list",
  },
  {
    mechanism: "the usual port is a port too",
    url: "http://policy.test/",
    names: leadsTo("policy.test", "10.0.0.1"),
    allow: ["policy.test:80"],
    ends: "leaves 10.0.0.1",
  },
  {
    mechanism: "the usual port of the other scheme",
    url: "http://policy.test/",
    names: leadsTo("policy.test", HERE),
    allow: ["policy.test:443"],
    ends: "http-refused",
    shows: "the port of a list",
  },
  { mechanism: "a name below a listed domain", ...policy, allow: ["*.test"], ends: "reached" },
  {
    mechanism: "a name far below a listed domain",
    url: "http://a.b.policy.test:PORT/",
    names: leadsTo("a.b.policy.test", HERE),
    allow: ["*.policy.test"],
    ends: "reached",
  },
  {
    mechanism: "the domain itself is not below it",
    ...policy,
    allow: ["*.policy.test"],
    ends: "http-refused",
    shows: "a list means whole names",
  },
  {
    mechanism: "a name that only ends like a listed domain",
    url: "http://evilpolicy.test:PORT/",
    names: leadsTo("evilpolicy.test", HERE),
    allow: ["*.policy.test"],
    ends: "http-refused",
    shows: "a list means whole names",
  },
  {
    mechanism: "a name below a listed name",
    url: "http://evil.policy.test:PORT/",
    names: leadsTo("evil.policy.test", HERE),
    allow: ["policy.test"],
    ends: "http-refused",
    shows: "a list means whole names",
  },
  {
    mechanism: "a listed name with a dot at its end",
    url: "http://policy.test.:PORT/",
    names: leadsTo("policy.test", HERE),
    allow: ["policy.test"],
    ends: "reached",
  },
  {
    mechanism: "a listed name in another alphabet",
    url: "http://xn--bcher-kva.test:PORT/",
    names: leadsTo("xn--bcher-kva.test", HERE),
    allow: ["bücher.test"],
    ends: "reached",
  },
  { mechanism: "a listed address in another spelling", url: "http://2130706433:PORT/", allow: [HERE], ends: "reached" },
  {
    mechanism: "a listed name of this machine",
    url: "http://api.localhost:PORT/",
    names: leadsTo("api.localhost", HERE),
    allow: ["api.localhost"],
    ends: "reached",
  },
];

const ofProjects: UrlRow[] = [
  { mechanism: "this machine", url: "http://127.0.0.1:PORT/" },
  { mechanism: "localhost", url: "http://localhost:PORT/", names: leadsTo("localhost", HERE) },
  { mechanism: "a public name", url: "http://public.test/", names: leadsTo("public.test", PUBLIC), lookups: 0 },
  { mechanism: "a public address", url: `http://${PUBLIC}/` },
  {
    mechanism: "a listed name as a part",
    url: "http://policy.test.evil.test:PORT/",
    names: leadsTo("policy.test.evil.test", PUBLIC),
    allow: ["policy.test"],
  },
  { mechanism: "a listed name as a fragment", url: "http://127.0.0.1:PORT#policy.test", allow: ["policy.test"] },
  {
    mechanism: "a listed name after a backslash",
    url: "http://public.test\\policy.test",
    names: leadsTo("public.test", PUBLIC),
    allow: ["policy.test"],
  },
  { mechanism: "a listed name as a path", url: "http://127.0.0.1:PORT/policy.test/", allow: ["policy.test"] },
  { mechanism: "a list of everything", url: "http://127.0.0.1:PORT/", allow: ["*"] },
  { mechanism: "a list of addresses with a scheme", url: "http://127.0.0.1:PORT/", allow: ["http://127.0.0.1:PORT/"] },
  { mechanism: "an empty entry", url: "http://127.0.0.1:PORT/", allow: [""] },
].map(
  (row) =>
    ({
      ...row,
      mechanism: `a project's hook: ${row.mechanism}`,
      level: "project",
      ends: "http-refused",
      shows: "projects call what is listed",
    }) as const,
);

const others: UrlRow[] = [
  {
    mechanism: "a plugin's hook: this machine",
    url: "http://127.0.0.1:PORT/",
    level: "plugin",
    ends: "http-refused",
    shows: "projects call what is listed",
  },
  {
    mechanism: "a project's hook: a listed name",
    ...policy,
    level: "project",
    allow: ["policy.test"],
    ends: "reached",
  },
  {
    mechanism: "a project's hook: a listed address",
    url: "http://127.0.0.1:PORT/",
    level: "project",
    allow: [HERE],
    ends: "reached",
  },
  {
    mechanism: "a project's hook: a listed IPv6 address",
    url: "http://[::1]:PORT/",
    level: "project",
    allow: ["[::1]:PORT"],
    ends: "leaves ::1",
  },
  {
    mechanism: "a plugin's hook: a listed name",
    ...policy,
    level: "plugin",
    allow: ["policy.test:PORT"],
    ends: "reached",
  },
  { mechanism: "an admin's hook: this machine", url: "http://127.0.0.1:PORT/", level: "managed", ends: "reached" },
  { mechanism: "a program's own hook: this machine", url: "http://127.0.0.1:PORT/", level: "code", ends: "reached" },
];

export const LISTS: readonly UrlRow[] = [...listed, ...ofProjects, ...others];
