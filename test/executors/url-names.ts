/** Names: those of this machine, and those that lead where they should not, or change their mind. */
import { leadsTo, PUBLIC, type UrlRow } from "./url-row.js";

const HERE = "127.0.0.1";
const policy = { url: "http://policy.test:PORT/", names: leadsTo("policy.test", HERE) };

/** Nobody is asked about them. */
const OF_THIS_MACHINE = [
  ["a name below localhost", "any.localhost"],
  ["localhost with a domain", "localhost.localdomain"],
  ["the name of IPv6 loopback", "ip6-localhost"],
  ["the other name of IPv6 loopback", "ip6-loopback"],
  ["Google's metadata", "metadata.google.internal"],
  ["metadata without a domain", "metadata"],
  ["Amazon's metadata", "instance-data.ec2.internal"],
  ["metadata of older machines", "instance-data"],
  ["any internal name", "vault.corp.internal"],
  ["an internal name in capitals", "METADATA.GOOGLE.INTERNAL"],
] as const;

const special: UrlRow[] = [
  ...OF_THIS_MACHINE.map(([mechanism, name]) => ({
    mechanism,
    url: `http://${name}:PORT/`,
    names: leadsTo(name.toLowerCase(), HERE),
    ends: "http-refused",
    lookups: 0,
    shows: "special names",
  })),
  ...["localhost.", "metadata.google.internal.", "localhost.."].map((name) => ({
    mechanism: `a dot at the end of a name: ${name}`,
    url: `http://${name}:PORT/`,
    names: leadsTo(name, HERE),
    ends: "http-refused",
    lookups: 0,
    shows: "the dot at the end",
  })),
  {
    mechanism: "localhost, written plainly",
    url: "http://localhost:PORT/",
    names: leadsTo("localhost", HERE),
    ends: "reached",
  },
  {
    mechanism: "localhost in capitals",
    url: "http://LOCALHOST:PORT/",
    names: leadsTo("localhost", HERE),
    ends: "reached",
  },
  ...[
    ["localhost in full-width letters", "http://ｌｏｃａｌｈｏｓｔ:PORT/"],
    ["localhost with an encoded letter", "http://local%68ost:PORT/"],
    ["localhost with a tab inside", "http://local\thost:PORT/"],
    ["localhost in old letters", "http://ℓocalhost:PORT/"],
  ].map(([mechanism, url]) => ({
    mechanism: mechanism!,
    url: url!,
    names: leadsTo("localhost", HERE),
    ends: "http-refused",
    shows: "written plainly",
  })),
];

const resolved: UrlRow[] = [
  {
    mechanism: "an address inside a name",
    url: "http://127.0.0.1.public.test:PORT/",
    names: leadsTo("127.0.0.1.public.test", HERE),
    ends: "http-refused",
    shows: "addresses of names",
  },
  {
    mechanism: "a name of the internet that leads into the network",
    url: "https://public.test/",
    names: leadsTo("public.test", "10.0.0.7"),
    ends: "http-refused",
    shows: "addresses of names",
  },
  {
    mechanism: "the second of two addresses",
    url: "http://name.test:PORT/",
    names: leadsTo("name.test", PUBLIC, HERE),
    ends: "http-refused",
    shows: "every address",
  },
  {
    mechanism: "the last of three addresses",
    url: "http://name.test:PORT/",
    names: leadsTo("name.test", PUBLIC, "2606:4700::1", "::1"),
    ends: "http-refused",
    shows: "every address",
  },
  {
    mechanism: "a name that changes after the check",
    url: "http://name.test:PORT/",
    names: { "name.test": [[PUBLIC], [HERE]] },
    ends: `leaves ${PUBLIC}`,
    lookups: 1,
    shows: "pinned",
  },
  {
    mechanism: "a listed name that changes after the check",
    ...policy,
    names: { "policy.test": [[HERE], ["127.0.0.2"]] },
    allow: ["policy.test"],
    ends: "reached",
    lookups: 1,
    host: "policy.test:PORT",
    shows: "pinned",
  },
  {
    mechanism: "a name of several addresses, all open",
    url: "http://name.test:PORT/",
    names: leadsTo("name.test", PUBLIC, "2606:4700::1"),
    ends: `leaves ${PUBLIC} 2606:4700::1`,
  },
  { mechanism: "a name that nobody knows", url: "http://nobody.test/", ends: "http-unreachable" },
  {
    mechanism: "a name without addresses",
    url: "http://empty.test/",
    names: leadsTo("empty.test"),
    ends: "http-unreachable",
  },
  {
    mechanism: "a name in another alphabet",
    url: "http://bücher.test/",
    names: leadsTo("xn--bcher-kva.test", PUBLIC),
    ends: `leaves ${PUBLIC}`,
  },
  {
    mechanism: "an address behind a fragment",
    url: "http://public.test#@127.0.0.1:PORT/",
    names: leadsTo("public.test", PUBLIC),
    ends: `leaves ${PUBLIC}`,
  },
  {
    mechanism: "an address behind a query",
    url: "http://public.test?@127.0.0.1:PORT/",
    names: leadsTo("public.test", PUBLIC),
    ends: `leaves ${PUBLIC}`,
  },
  {
    mechanism: "a look-alike of a slash",
    url: "http://public.test∕@name.test/",
    ends: "http-refused",
    shows: "no credentials",
  },
];

export const NAMES: readonly UrlRow[] = [...special, ...resolved];
