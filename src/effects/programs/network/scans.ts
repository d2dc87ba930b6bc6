/** Searches of whole networks, and guesses of passwords, on machines that belong to others. */
import { programOf, type Rule } from "../../model/rules.js";

const scans = (names: readonly string[], when: RegExp, what = "searches a whole network for open ports"): Rule => ({
  names,
  when,
  kind: "escalate",
  severity: "risky",
  what,
  instead: "look at the one host that is meant: `nc -z localhost 8080`",
});
const GUESSES = "tries out passwords on a machine";

export default programOf([
  scans(
    ["nmap"],
    / --min-rate[ =]?\d{4,}| (?:\d{1,3}\.){3}\d{1,3}\/(?:\d|1[0-9]|2[0-2])(?:\s|$)| --script[ =]\S{0,60}(?:brute|exploit|vuln|dos)/,
  ),
  scans(
    ["masscan", "zmap", "rustscan", "unicornscan", "naabu"],
    / (?:\d{1,3}\.){3}\d{1,3}\/(?:\d|1[0-5])(?:\s|$)| 0\.0\.0\.0\/0| -p ?0-65535/,
  ),
  scans(
    ["hydra", "medusa", "ncrack", "patator", "crowbar", "brutespray"],
    / (?:ssh|ftp|rdp|smb|mysql|postgres|https?|telnet|vnc|imap|pop3)[\w-]{0,12}:\/\/| (?:\d{1,3}\.){3}\d{1,3}(?:\s|$)/,
    GUESSES,
  ),
  scans(
    ["sqlmap"],
    / (?:--dump(?:-all)?|--os-(?:shell|cmd|pwn)|--passwords|--file-read)(?:\s|$|=)/,
    "breaks into a database through a web page",
  ),
  scans(["msfconsole", "msfvenom"], / (?:-x|-p|-r) /, "breaks into a machine"),
]);
