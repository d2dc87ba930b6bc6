/**
 * Tokens recognised by their middle or end. One row per format: its name, a required substring (texts without it are
 * skipped), and its pattern. If the pattern has a group, the group is the secret. Quantifiers are bounded. The last
 * column excludes look-alikes.
 */
export type Shape = readonly [
  kind: string,
  holds: string,
  form: RegExp,
  isOther?: (text: string, start: number, end: number) => boolean,
];

/** Minimum lengths of the three parts of a token. */
export const SHORTEST_SHAPE = 17;

export const SHAPES: readonly Shape[] = [
  ["jwt", "eyJ", /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{4,8192}\.[\w-]{0,2048}(?:\.[\w-]{1,2048}){0,2}/g],
  ["jwt", "ZXlK", /(?<![A-Za-z0-9+/])ZXlK[A-Za-z0-9+/]{60,8192}={0,2}/g],
  ["slack-webhook", "hooks.slack.com/", /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/+]{20,200})/g],
  ["discord-webhook", "/api/webhooks/", /\bdiscord(?:app)?\.com\/api\/webhooks\/(\d{15,20}\/[\w-]{50,90})/g],
  [
    "teams-webhook",
    ".webhook.office.com/",
    /\.webhook\.office\.com\/webhookb2\/([\w@-]{30,100}\/IncomingWebhook\/[\w-]{20,60}\/[\w-]{20,60}(?:\/[\w-]{20,60})?)/g,
  ],
  [
    "teams-webhook",
    "outlook.office.com/webhook/",
    /\boutlook\.office\.com\/webhook\/([\w@-]{30,100}\/IncomingWebhook\/[\w-]{20,60}\/[\w-]{20,60})/g,
  ],
  ["ngrok-token", "ngrok", /(?<![A-Za-z0-9])[12][A-Za-z0-9]{26}_\d[A-Za-z0-9]{20}(?![A-Za-z0-9])/g],
  ["jwk", '"kty', /"d\\?"\s{0,3}:\s{0,3}\\?"([\w-]{40,700})\\?"/g],
  ["jwk", '"kty', /"k\\?"\s{0,3}:\s{0,3}\\?"([\w-]{22,700})\\?"/g],
  [
    "putty-key",
    "Private-Lines:",
    /Private-Lines: \d{1,3}\r?\n((?:[A-Za-z0-9+/=]{1,64}\r?\n){0,99}[A-Za-z0-9+/=]{1,64})(?![\w-])/g,
  ],
  ["azure-function-key", "AzFu", /[?&]code=([\w-]{40,60}AzFu[\w-]{4,12}={0,2})/g],
  ["pgpass", ":5432:", /(?:^|\n)[\w.*-]{1,100}:5432:[\w*-]{1,64}:[\w.-]{1,64}:([^\s:]{4,200})(?=\r?\n|$)/g],
  ["workflow-webhook", "sig=", /[?&]sig=([\w%-]{40,120})/g],
  ["zapier-webhook", "hooks.zapier.com/", /\bhooks\.zapier\.com\/hooks\/catch\/([\w/]{10,60})/g],
  ["tines-webhook", ".tines.com/webhook/", /\.tines\.com\/webhook\/([A-Za-z0-9]{20,64}\/[A-Za-z0-9]{20,64})/g],
  [
    "google-chat-webhook",
    "chat.googleapis.com/",
    /\bchat\.googleapis\.com\/v1\/spaces\/[\w-]{5,30}\/messages\?(key=[\w-]{20,60}&token=[\w%-]{20,80})/g,
  ],
  ["discord-token", ".", /(?<![\w.-])[MNO][A-Za-z0-9]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g],
  ["telegram-token", ":A", /(?<![\w])\d{5,16}:A[\w-]{33,34}(?![\w-])/g],
  ["twilio-account", "AC", /(?<![A-Za-z0-9])AC[0-9a-f]{32}:([0-9a-f]{32})(?![A-Za-z0-9])/g],
  ["azure-secret", "Q~", /(?<![\w.~,@/-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w~,-])/g],
  [
    "azure-key",
    "=",
    /(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{76}|[A-Za-z0-9+/]{33})(?:\+ASt|ACDb|\+ABa|\+AMC|AIoT|ASbT|\+ASb|\+AEh|\+ARm|AzCa|AzSe)[A-Za-z0-9+/]{5,6}={1,2}/g,
  ],
  ["azure-devops-token", "AZDO", /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/g],
  ["mailchimp-key", "-us", /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g],
  ["newrelic-key", "NRAL", /(?<![A-Za-z0-9])[0-9a-f]{32}[0-9a-fA-F]{0,4}(?:FFFF)?NRAL(?![A-Za-z0-9])/g],
  ["terraform-token", ".atlasv1.", /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}(?![\w=-])/g],
  ["twitter-token", "AAAAAAAAAA", /(?<![A-Za-z0-9])A{16,22}[A-Za-z0-9%]{60,100}(?![A-Za-z0-9%])/g],
  ["facebook-token", "|", /(?<![\w|])\d{15,17}\|[\w-]{26,28}(?![\w|-])/g],
  ["laravel-token", "|", /(?<![\w|])\d{1,6}\|[A-Za-z0-9]{40}(?:[0-9a-f]{8})?(?![\w|])/g],
  ["maxmind-key", "_mmk", /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g],
  ["storyblok-token", "tt-", /(?<![A-Za-z0-9])[A-Za-z0-9]{22}tt-\d{5,7}-[\w-]{20}(?![\w-])/g],
  ["salesforce-token", "!A", /(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}![\w.]{60,120}(?![\w.])/g],
  ["firebase-key", ":APA91b", /(?<![A-Za-z0-9])[\w-]{11,22}:APA91b[\w-]{100,200}(?![\w-])/g],
  ["rapidapi-key", "jsn", /(?<![A-Za-z0-9])[0-9a-f]{10}msh[0-9a-f]{15}p[0-9a-f]{6}jsn[0-9a-f]{12}(?![A-Za-z0-9])/g],
  ["nkey-seed", "S", /(?<![A-Za-z0-9])S[UANOCX][A-Z2-7]{56}(?![A-Za-z0-9])/g],
  ["bcrypt-hash", "$2", /\$2[abxy]\$\d\d\$[A-Za-z0-9./]{53}/g],
  ["unix-password-hash", "$", /\$(?:[156]|y|argon2id?)\$[A-Za-z0-9./=,$+-]{20,200}/g],
  // Our own tokens look like this. So do digests, which are kept if the line identifies them.
  ["hex-token", "", /[0-9a-f]{64}(?![0-9a-fA-F])/g, isDigest],
];

/** Text before a digest on its line: its algorithm or its subject. */
const DIGEST =
  /(?:sha-?\d|sha\b|blake\d?|keccak|md5|hash|digest|checksum|integrity|commit|merkle|fingerprint|thumbprint|etag|oid|cache|layer|image|manifest|snapshot|revision|root|block|tx|transaction|txid|sum|h1:|zh:)/i;
const LONGEST_LEAD = 80;

/** Attached to a name, in hexadecimal notation, beside its file name, or on a line that identifies it as a digest. */
function isDigest(text: string, start: number, end: number): boolean {
  if (/[0-9a-fA-Fx/@~_-]/.test(text[start - 1] ?? "") || /[-_./]\w/.test(text.slice(end, end + 2))) return true;
  // Output of `sha256sum` and similar: the digest, two spaces or a star, the file.
  if (/^ [ *][\w./~-]/.test(text.slice(end, end + 3))) return true;
  const line = text.slice(Math.max(text.lastIndexOf("\n", start) + 1, start - LONGEST_LEAD), start);
  return DIGEST.test(line) && !/(?:token|secret|passw|api.?key|private.?key)[^,;]{0,20}$/i.test(line);
}
