/** Which programs of a line send data to another machine. */
import { byProgram } from "../model/by-program.js";
import type { Invocation } from "../model/invocation.js";
import { isLoopback, staysAt } from "../model/near-hosts.js";
import { lineOf } from "../model/rules.js";
import type { EffectsOf } from "./sources.js";
import { isAsking } from "./spelled.js";

/** What each program's arguments look like when it sends something. */
const CARRIES = new Map<string, RegExp>([
  ["aws", / s3 (?:cp|mv|sync) /],
  ["gsutil", / (?:cp|mv|rsync) /],
  ["rclone", /^ (?:copy|copyto|move|sync|rcat) /],
  ["gh", /^ (?:gist create|(?:issue|pr) (?:create|comment|edit|review)|release (?:create|upload))\b/],
  ["glab", /^ (?:snippet create|(?:issue|mr) (?:create|note|update))\b/],
  ["jira", /^ (?:issue|epic|sprint) (?:create|comment|edit|add|update)\b/],
  ["acli", / (?:create|comment|edit)\b/],
  ["linear", / (?:create|comment|update)\b/],
  ["notion-cli", / (?:create|append|update)\b/],
  ["asciinema", /^ upload\b/],
  ["wandb", /^ (?:artifact put|sync)\b/],
  ["kaggle", / (?:create|version|push)\b/],
  ["hf", / upload\b/],
  ["huggingface-cli", / upload\b/],
  ["mattermost", / (?:post|send)\b/],
  ["toot", /^ (?:post|upload)\b/],
  ["twurl", /./],
  ["ftp", /./],
  ["sftp", /./],
  ["lftp", /./],
  ["tftp", /./],
  ["smbclient", /./],
  ["swaks", /./],
  ["termbin", /./],
  ["az", / storage (?:blob|file|fs file|fs directory) upload(?:-batch)?\b/],
  ["azcopy", /^ (?:copy|cp|sync)\b/],
  ["gcloud", / storage (?:cp|mv|rsync)\b/],
  ["s3cmd", / (?:put|sync|mv|cp)\b/],
  ["s4cmd", / (?:put|sync|mv|cp)\b/],
  ["s5cmd", / (?:cp|sync|mv|pipe)\b/],
  ["mc", /^ (?:cp|mirror|mv|pipe|put)\b/],
  ["b2", / (?:upload-file|upload_file|file upload|sync)\b/],
  ["oci", / os object (?:put|bulk-upload|sync)\b/],
  ["ossutil", / (?:cp|sync)\b/],
  ["coscmd", / upload\b/],
  ["swift", / upload\b/],
  ["wrangler", / r2 object put\b/],
  ["linode-cli", / obj put\b/],
  ["ibmcloud", / cos (?:object-put|upload)\b/],
  ["gdrive", / (?:files )?(?:upload|sync upload|import)\b/],
  ["drive", / push\b/],
  ["dbxcli", / put\b/],
  ["dropbox_uploader.sh", / upload\b/],
  ["mega-put", /^/],
  ["megaput", /^/],
  ["onedrive", / --upload/],
  ["keybase", / (?:fs cp|chat (?:upload|send))\b/],
  ["ipfs", / (?:add|dag put|block put)\b/],
  ["croc", / send\b/],
  ["wormhole", / (?:send|tx)\b/],
  ["magic-wormhole", / (?:send|tx)\b/],
  ["wormhole-william", / send\b/],
  ["ffsend", / (?:upload|u)\b/],
  ["transfer", /^/],
  ["transferwee", / upload\b/],
  ["portal", / send\b/],
  ["syncthing", / cli\b/],
  ["tailscale", / file cp\b/],
  ["kdeconnect-cli", / --share\b/],
  ["adb", / push\b/],
  ["pastebinit", /^/],
  ["wgetpaste", /^/],
  ["nopaste", /^/],
  ["pbin", /^/],
  ["telegram-send", /^/],
  ["slackcat", /^/],
  ["slack", / (?:file upload|chat send)\b/],
  ["discord.sh", /^/],
  ["ntfy", / (?:publish|pub|send)\b/],
  ["mutt", / -a\b/],
  ["neomutt", / -a\b/],
  ["mailx", / (?:-a|-A)\b/],
  ["mail", / (?:-a|-A)\b/],
  ["s-nail", / -a\b/],
  ["mpack", /^/],
  ["sendemail", /^/],
  ["git", / send-email\b/],
  ["gist", /^/],
  ["restic", / backup\b/],
  ["borg", / create\b/],
  ["duplicity", /^/],
  ["kopia", / snapshot create\b/],
  ["curlie", / @/],
  ["cadaver", /^/],
  ["ncftpput", /^/],
  ["wput", /^/],
  ["bitsadmin", / \/upload/i],
  ["certutil", / -urlcache .{0,60}-f/i],
  ["qrcp", / (?:send|[./~])/],
  ["logger", / (?:-n|--server)[ =]?\S/],
  ["udpcast", /^/],
  ["uftp", /^/],
]);
/** A configured store is meant for such files. */
export function isStore({ program = "" }: Invocation): boolean {
  return /^(?:aws|gsutil|rclone|gh|az|azcopy|gcloud|s3cmd|s4cmd|s5cmd|mc|b2|oci|ossutil|coscmd|swift|gdrive|drive|dbxcli|ipfs|mega-put|megaput|keybase|adb|tailscale|restic|borg|duplicity|kopia)$/.test(
    program,
  );
}

const traitsOf = byProgram((program) => ({ carries: CARRIES.get(program) }));

/** Its arguments name what it sends. */
export function carries(invocation: Invocation): boolean {
  return traitsOf(invocation.program).carries?.test(lineOf(invocation)) ?? false;
}

export function isSender(invocation: Invocation, effectsOf: EffectsOf): boolean {
  if (invocation.runs === "elsewhere") return false;
  const sends =
    carries(invocation) ||
    isAsking(invocation) ||
    effectsOf(invocation).some(({ kind }) => kind === "send") ||
    isFetch(invocation);
  return sends && !staysAt(lineOf(invocation), isLoopback);
}

const PRINTED_TOKEN =
  /(?:\$\(|`)\s{0,4}(?:gh auth token|glab auth \S|gcloud auth (?:application-default )?print-\w{4,10}-token|az account get-access-token)/;

/** Data in a URL leaves with the request. */
function isFetch({ program, args }: Invocation): boolean {
  return (
    (program === "curl" || program === "wget") &&
    args.some(
      ({ text, known, source }) =>
        !known &&
        (/^\w{2,8}:\/\//.test(text) ||
          PRINTED_TOKEN.test(source) ||
          /\$\([^)]{0,40}\b(?:env|printenv|export|set)\b/.test(source)),
    )
  );
}

const PUBLIC_ADDRESS =
  /(?:^|[\s@/:=,])(?!(?:10|127|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)(?:\d{1,3}\.){3}\d{1,3}(?=$|[\s:/,])/;

/** A file goes over a bare connection to an address without a name. */
export function toRawAddress(sender: Invocation): boolean {
  const { program = "", input, redirects } = sender;
  const socket = redirects.find(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))?.target.text;
  if (socket !== undefined)
    return PUBLIC_ADDRESS.test(socket) && /^(?:cat|tar|zip|gzip|base64|xxd|dd|head|tail)$/.test(program);
  if (!/^(?:nc|ncat|netcat|socat|telnet)$/.test(program) || !PUBLIC_ADDRESS.test(lineOf(sender))) return false;
  return input.kind === "file" || / (?:FILE|OPEN|GOPEN):/i.test(lineOf(sender));
}
