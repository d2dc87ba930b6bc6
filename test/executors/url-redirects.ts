/** Where a server on 127.0.0.1 sends its caller. `to(PLACE)` is a path of it that answers with a redirect. */
import { leadsTo, PUBLIC, type UrlRow } from "./url-row.js";

const to = (place: string) => `http://127.0.0.1:PORT/to/${encodeURIComponent(place)}`;

type Hop = Omit<UrlRow, "url" | "mechanism"> & { readonly place: string };

const HOPS: Readonly<Record<string, Hop>> = {
  "another path of the same server": { place: "/there", ends: "reached", headers: true },
  "the same server in full": { place: "http://127.0.0.1:PORT/there", ends: "reached" },
  "a public name": { place: "http://public.test/", names: leadsTo("public.test", PUBLIC), ends: `leaves ${PUBLIC}` },
  "a listed name": {
    place: "http://policy.test:OTHER/",
    names: leadsTo("policy.test", "127.0.0.1"),
    allow: ["policy.test"],
    ends: "reached",
    headers: false,
    shows: "headers stay with their server",
  },
  "another port of this machine": {
    place: "http://127.0.0.1:OTHER/",
    ends: "http-refused",
    shows: "a redirect is no word of the person",
  },
  "another port, without a scheme": {
    place: "//127.0.0.1:OTHER/",
    ends: "http-refused",
    shows: "a redirect is no word of the person",
  },
  localhost: {
    place: "http://localhost:OTHER/",
    names: leadsTo("localhost", "127.0.0.1"),
    ends: "http-refused",
    shows: "each hop",
  },
  "the metadata address": { place: "http://169.254.169.254/latest", ends: "http-refused", shows: "each hop" },
  "a number": { place: "http://2852039166/", ends: "http-refused", shows: "each hop" },
  "a private address": { place: "http://192.168.0.1/", ends: "http-refused", shows: "each hop" },
  "IPv6 loopback": { place: "http://[::1]:OTHER/", ends: "http-refused", shows: "each hop" },
  "a name that leads here": {
    place: "http://name.test:OTHER/",
    names: leadsTo("name.test", "127.0.0.1"),
    ends: "http-refused",
    shows: "each hop",
  },
  "an address with credentials": {
    place: "http://user:secret@public.test/",
    names: leadsTo("public.test", PUBLIC),
    ends: "http-refused",
    shows: "each hop",
  },
  "a file": { place: "file:///etc/passwd", ends: "http-refused", shows: "each hop" },
  "a name that changes after the check": {
    place: "http://name.test:OTHER/",
    names: { "name.test": [[PUBLIC], ["127.0.0.1"]] },
    ends: `leaves ${PUBLIC}`,
    lookups: 1,
    shows: "pinned",
  },
  "another hop, and on to the metadata address": {
    place: to("http://169.254.169.254/"),
    ends: "http-refused",
    shows: "each hop",
  },
  "what is no address": { place: "http://[broken", ends: "http-redirect", shows: "a hop can be read" },
  "eight others in a row": { place: "/hops/8", ends: "http-redirect", shows: "an end to redirects" },
};

export const REDIRECTS: readonly UrlRow[] = [
  ...Object.entries(HOPS).map(([mechanism, { place, ...row }]) => ({
    mechanism: `a redirect to ${mechanism}`,
    follow: true,
    url: to(place),
    ...row,
  })),
  {
    mechanism: "a redirect that nobody wants followed",
    url: to("/there"),
    ends: "http-redirect",
    shows: "no redirects by default",
  },
  {
    mechanism: "a redirect that a project wants followed",
    url: to("/there"),
    level: "project",
    allow: ["127.0.0.1"],
    follow: true,
    ends: "http-redirect",
    shows: "projects follow nothing",
  },
];
