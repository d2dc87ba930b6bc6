/** Network scans and password guessing. */
import { programOf, type Rule } from "../../model/rules.js";

const scans = (names: readonly string[], when: RegExp, what = "scans a whole network for open ports"): Rule => ({
  names,
  when,
  kind: "escalate",
  severity: "risky",
  what,
  instead: "test the one host you need: `nc -z localhost 8080`",
});
const GUESSES = "guesses passwords on a machine";

export default programOf([
  scans(
    ["nmap"],
    / --min-rate[ =]?\d{4,}| (?:\d{1,3}\.){3}\d{1,3}\/(?:\d|1[0-9]|2[0-2])(?:\s|$)| (?!10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|127\.)(?:\d{1,3}\.){3}\d{1,3}\/2[34](?:\s|$)| --script[ =]\S{0,60}(?:brute|exploit|vuln|dos)/,
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
    "attacks a database through a web page",
  ),
  scans(
    ["gobuster", "dirb", "dirsearch"],
    / (?:-t|--threads|-c)[ =]?(?:[1-9]\d\d|[1-9]\d{3})(?:\s|$)/,
    "requests thousands of guessed addresses of a server",
  ),
  scans(
    ["crackmapexec", "netexec", "nxc", "evil-winrm", "kerbrute", "smbmap"],
    / -(?:u|i|U|-dc) ?\S/,
    "attacks a machine",
  ),
  scans(["wpscan"], / (?:-P|--passwords)[ =]/, GUESSES),
  scans(["sshpass"], / -p ?\uFFFC/, GUESSES),
  scans(["msfconsole", "msfvenom"], / (?:-x|-p|-r) /, "attacks a machine"),
]);
