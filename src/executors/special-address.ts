/** Addresses outside the public internet: this machine, its networks, and reserved ranges. */
import { BlockList, isIP } from "node:net";

const SPECIAL_V4 = [
  ["0.0.0.0", 8], // this network; 0.0.0.0 is this machine
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers; some clouds keep their metadata here
  ["127.0.0.0", 8], // this machine
  ["168.63.129.16", 32], // the host of an Azure machine
  ["169.254.0.0", 16], // link-local; metadata of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; metadata of Oracle's cloud
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays from IPv6
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const;

/** Only these are public; loopback, local, mapped, compatible and multicast addresses are outside. */
const OPEN_V6 = ["2000::", 3] as const;
const SPECIAL_V6 = [
  ["2001::", 23], // protocol assignments, including Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: contains an IPv4 address
  ["3fff::", 20], // documentation
] as const;

const special = new BlockList();
for (const [address, bits] of SPECIAL_V4) special.addSubnet(address, bits, "ipv4");
for (const [address, bits] of SPECIAL_V6) special.addSubnet(address, bits, "ipv6");
const open = new BlockList();
open.addSubnet(...OPEN_V6, "ipv6");

/** True also for an invalid address. */
export function isSpecial(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return special.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return true; // a zone belongs to a local interface
  const behind = behindTranslator(address);
  if (behind !== undefined) return isSpecial(behind);
  return !open.check(address, "ipv6") || special.check(address, "ipv6");
}

/** Forms that contain an IPv4 address: mapped, compatible, translated, 6to4, Teredo. */
const HOLDS_V4 = "::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32".split(" ");
const disguised = new BlockList();
for (const range of HOLDS_V4) {
  const [address = "", bits] = range.split("/");
  disguised.addSubnet(address, Number(bits), "ipv6");
}

/** True if an IPv6 address is another spelling of an IPv4 address. `::1` and `::` are not. */
export function hidesV4(address: string): boolean {
  return isIP(address) === 6 && !/^::1?$/.test(address) && disguised.check(address, "ipv6");
}

/** On networks without IPv4 all IPv4 servers have such an address (64:ff9b::/96). */
function behindTranslator(address: string): string | undefined {
  const [, high = "0", low] =
    /^\[64:ff9b::(?:([0-9a-f]+):)?([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === undefined) return undefined;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join(".");
}
