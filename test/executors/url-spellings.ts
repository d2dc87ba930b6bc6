/** One address of this machine, written in all the ways that parsers have taken for something else. */
import type { UrlRow } from "./url-row.js";

type Spelling = readonly [mechanism: string, url: string];

/** A person's own hook may call this machine when its url says so for everybody to read. */
const PLAIN: readonly (readonly [...Spelling, ends?: string])[] = [
  ["an address of this machine, written plainly", "http://127.0.0.1:PORT/"],
  ["without a path", "http://127.0.0.1:PORT"],
  ["with a query and a fragment", "http://127.0.0.1:PORT/?a=b#c"],
  ["a query without a path", "http://127.0.0.1:PORT?a=b"],
  ["scheme in capitals", "HTTP://127.0.0.1:PORT/"],
  ["IPv6 loopback, written plainly", "http://[::1]:PORT/", "leaves ::1"],
  ["IPv6 in capitals", "http://[FD00::A]:PORT/", "leaves fd00::a"],
  ["a private address, written plainly", "http://10.0.0.1:PORT/", "leaves 10.0.0.1"],
  ["the metadata address, written plainly", "http://169.254.169.254/", "leaves 169.254.169.254"],
  ["the unspecified address, written plainly", "http://0.0.0.0:PORT/", "leaves 0.0.0.0"],
  ["a public address in one number leads where it says", "http://1572395042/", "leaves 93.184.216.34"],
];

/** Spelt as parsers spell them, and still not what a reader takes for this machine. */
const HOLD_V4: readonly Spelling[] = [
  ["IPv4 mapped into IPv6", "http://[::ffff:7f00:1]:PORT/"],
  ["the metadata address mapped into IPv6", "http://[::ffff:a9fe:a9fe]/"],
  ["IPv4 compatible IPv6", "http://[::7f00:1]:PORT/"],
  ["IPv4 behind a translator", "http://[64:ff9b::7f00:1]:PORT/"],
  ["IPv4 behind a translator of a network", "http://[64:ff9b:1::7f00:1]:PORT/"],
  ["IPv4 translated into IPv6", "http://[::ffff:0:7f00:1]:PORT/"],
  ["6to4 of this machine", "http://[2002:7f00:1::]:PORT/"],
  ["Teredo", "http://[2001:0:7f00:1::]:PORT/"],
];

const HIDDEN: readonly Spelling[] = [
  ["one decimal number", "http://2130706433:PORT/"],
  ["one octal number", "http://017700000001:PORT/"],
  ["one hexadecimal number", "http://0x7f000001:PORT/"],
  ["octal parts", "http://0177.0.0.01:PORT/"],
  ["hexadecimal parts", "http://0x7f.0x0.0x0.0x1:PORT/"],
  ["hexadecimal in capitals", "http://0X7F.0.0.1:PORT/"],
  ["parts of several bases", "http://0x7f.0.0.01:PORT/"],
  ["two parts", "http://127.1:PORT/"],
  ["three parts", "http://127.0.1:PORT/"],
  ["zeros in front", "http://127.000.000.001:PORT/"],
  ["a bare zero", "http://0:PORT/"],
  ["a dot at the end of an address", "http://127.0.0.1.:PORT/"],
  ["full-width digits", "http://１２７.０.０.１:PORT/"],
  ["circled digits", "http://①②⑦.⓪.⓪.①:PORT/"],
  ["mathematical digits", "http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/"],
  ["ideographic full stops", "http://127。0。0。1:PORT/"],
  ["half-width full stops", "http://127｡0｡0｡1:PORT/"],
  ["a soft hyphen inside", "http://127.0.0\u00ad.1:PORT/"],
  ["a zero-width space inside", "http://127.0.0\u200b.1:PORT/"],
  ["percent-encoded digits", "http://%31%32%37.0.0.1:PORT/"],
  ["percent-encoded dots", "http://127%2e0%2e0%2e1:PORT/"],
  ["backslashes for slashes", "http:\\\\127.0.0.1:PORT\\"],
  ["a backslash after the host", "http://127.0.0.1\\@public.test/"],
  ["a backslash after the port", "http://127.0.0.1:PORT\\@public.test/"],
  ["no slashes", "http:127.0.0.1:PORT/"],
  ["one slash", "http:/127.0.0.1:PORT/"],
  ["four slashes", "http:////127.0.0.1:PORT/"],
  ["a tab inside the host", "http://127.0\t.0.1:PORT/"],
  ["a line end inside the host", "http://127.0.0.\n1:PORT/"],
  ["a line end inside the scheme", "ht\ntp://127.0.0.1:PORT/"],
  ["a carriage return after the host", "http://127.0.0.1\r:PORT/"],
  ["a space in front", " http://127.0.0.1:PORT/"],
  ["an empty name before an at sign", "http://@127.0.0.1:PORT/"],
  ["an empty name and password", "http://:@127.0.0.1:PORT/"],
  ["IPv6 in full", "http://[0:0:0:0:0:0:0:1]:PORT/"],
  ["IPv6 with zeros in front", "http://[::0001]:PORT/"],
  ["the metadata address as one number", "http://2852039166/"],
  ["the metadata address in octal", "http://0251.0376.0251.0376/"],
  ["the metadata address in hexadecimal", "http://0xa9fea9fe/"],
];

const UNREADABLE: readonly Spelling[] = [
  ["a part that is too large", "http://127.0.0.256/"],
  ["a number that is too large", "http://4294967296/"],
  ["five parts", "http://127.0.0.0.1/"],
  ["an octal part with a nine", "http://0199.0.0.1/"],
  ["IPv6 without brackets", "http://::1/"],
  ["a bracket that is not closed", "http://[::1/"],
  ["a zone", "http://[fe80::1%lo]:PORT/"],
  ["an encoded zone", "http://[fe80::1%25lo]:PORT/"],
  ["a port that is too large", "http://127.0.0.1:65536/"],
  ["a port in letters", "http://127.0.0.1:http/"],
  ["an encoded slash in the host", "http://127.0.0.1%2f.public.test/"],
  ["an encoded zero byte in the host", "http://127.0.0.1%00.public.test/"],
  ["a space inside the host", "http://127.0.0.1 .public.test/"],
  ["no host", "http://"],
];

const CREDENTIALS: readonly Spelling[] = [
  ["a name and a password", "http://user:secret@127.0.0.1:PORT/"],
  ["a name alone", "http://user@127.0.0.1:PORT/"],
  ["a password alone", "http://:secret@127.0.0.1:PORT/"],
  ["an encoded name", "http://%75ser@127.0.0.1:PORT/"],
  ["a host in front of the host", "http://public.test@127.0.0.1:PORT/"],
  ["a host and a port in front of the host", "http://public.test:80@127.0.0.1:PORT/"],
  ["two at signs", "http://a@b@127.0.0.1:PORT/"],
];

const SCHEMES: readonly Spelling[] = [
  ["a file", "file:///etc/passwd"],
  ["ftp", "ftp://127.0.0.1:PORT/"],
  ["a web socket", "ws://127.0.0.1:PORT/"],
  ["data", "data:application/json,{}"],
  ["a script", "javascript:alert(1)"],
  ["gopher", "gopher://127.0.0.1:PORT/_x"],
  ["a scheme of nobody", "http+unix://127.0.0.1:PORT/"],
];

export const SPELLINGS: readonly UrlRow[] = [
  ...PLAIN.map(([mechanism, url, ends = "reached"]) => ({ mechanism, url, ends })),
  ...rows(HIDDEN, "http-refused", "written plainly"),
  ...rows(HOLD_V4, "http-refused", "hides IPv4"),
  ...rows(UNREADABLE, "broken", "can be read"),
  // Listed, so that nothing else refuses them.
  ...rows(CREDENTIALS, "http-refused", "no credentials").map((row) => ({ ...row, allow: ["127.0.0.1"] })),
  ...rows(SCHEMES, "http-refused", "http and https alone").map((row) => ({ ...row, allow: ["127.0.0.1"] })),
];

function rows(spellings: readonly Spelling[], ends: string, shows: string): UrlRow[] {
  return spellings.map(([mechanism, url]) => ({ mechanism, url, ends, shows }));
}
