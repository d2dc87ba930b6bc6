/**
 * True if an address stays on this machine or its network. Accepts only whole hosts in common notation:
 * `127.0.0.1.evil.com`, `localhost@evil.com` and `localhost:1@evil.com` are remote, and `0x7f000001` is not recognised.
 */
const START = String.raw`^(?:[a-z][\w+.-]{0,15}:\/\/)?(?:[^\s/@?#]{0,200}@)?`;
const LOOPBACK = String.raw`localhost|[\w-]{1,60}\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|::1|host\.docker\.internal`;
const NEARBY = String.raw`10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|[\w.-]{1,200}\.(?:local|test|internal|lan)`;
const END = String.raw`(?::\d{0,5})?(?:[/?#\s"',;)]|$)`;

/** For patterns: a host of this machine or its network, and the end of any host. */
export const NEAR_HOST = `(?:${LOOPBACK}|${NEARBY})`;
export const HOST_END = `(?=${END})`;

const ON_MACHINE = new RegExp(`${START}(?:${LOOPBACK})${END}`, "i");
const NEAR = new RegExp(`${START}(?:${LOOPBACK}|${NEARBY})${END}`, "i");

/** A URL, or a host with or without a port. */
export function isLoopback(address: string): boolean {
  return ON_MACHINE.test(address);
}

export function isNear(address: string): boolean {
  return NEAR.test(address);
}

/** True if a command line contains such an address and no remote URL. */
export function staysAt(line: string, isThere: (address: string) => boolean): boolean {
  const words = line.split(/[\s"'=]+/);
  return words.some(isThere) && words.every((word) => !/^[a-z][\w+.-]{0,15}:\/\//i.test(word) || isThere(word));
}
