/** Keys and agents that other machines get. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({ kind: "persistence", instead: "ask the user to give the key access" });
const LIVE = "(?:prod|production|live|prd|bastion|jump)";

export default programOf([
  asks(
    ["ssh-copy-id"],
    new RegExp(
      ` -f(?:\\s|$)| -i ?(?:/(?!home/|Users/|root/\\.ssh)|\\./|\\.\\./)\\S| root@| \\S{0,60}(?:[@.-]|^)${LIVE}(?:[.-]|\\d|$)`,
    ),
    "gives a key access to another machine",
    { unless: / -n(?:\s|$)/ },
  ),
  asks(
    ["rsync", "scp", "sftp"],
    / \S{1,200}:\S{0,200}\.ssh\/(?:authorized_keys\d?|rc|environment|config)(?:\s|$)/,
    "gives a key access to another machine",
  ),
  asks(
    ["ssh"],
    /^(?=.{0,400}(?: -\w{0,4}A(?:\s|$)|ForwardAgent[= ]yes))(?=.{0,400}StrictHostKeyChecking[= ](?:no|off|accept-new))/,
    "lets an unchecked machine use the keys of this one",
    { instead: "connect without `-A`, and check the key of the host" },
  ),
  asks(
    ["git"],
    / config (?:\S{1,40} ){0,2}core\.sshCommand .{0,200}StrictHostKeyChecking[= ]no/i,
    "permanently disables the check of host keys",
    {
      instead: "add the key of the host: `ssh-keyscan github.com`",
    },
  ),
  asks(["mkcert"], /^ -install(?:\s|$)/, "makes this machine trust a new certificate authority", {
    instead: "create a certificate for one test instead",
  }),
  asks(
    ["chattr"],
    / (?:-\w{0,4}R\w{0,4} [+=]\w{0,8}i| [+=]\w{0,8}i\w{0,8} .{0,80}-R)/,
    "locks a directory and everything in it",
    {
      kind: "permissions",
      instead: "lock single files",
    },
  ),
]);
