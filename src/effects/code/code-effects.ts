/** Effects of code that has no equivalent program. */
import type { Effect } from "../model/effect.js";

type Known = Omit<Effect, "words">;

export const CODE_FROM_ELSEWHERE: Known = {
  kind: "remote-code",
  severity: "destructive",
  certainty: "certain",
  what: "runs downloaded code without reviewing it first",
  instead: "save it to a file, read it, and then run that file",
};

export const HIDDEN_CODE: Known = {
  kind: "remote-code",
  severity: "risky",
  certainty: "certain",
  what: "runs code that was hidden by encoding",
  instead: "write the code in plain text",
};

export const REMOTE_SHELL: Known = {
  kind: "remote-code",
  severity: "destructive",
  certainty: "certain",
  what: "opens a shell on this machine to a remote host",
  instead: "ask the user to log in to this machine",
};

export const STARTS_ITSELF: Known = {
  kind: "machine",
  severity: "destructive",
  certainty: "certain",
  what: "starts copies of itself until the machine stops responding",
  instead: "start a fixed number of processes, and wait for them",
};

export const USES_UP: Known = {
  kind: "process",
  severity: "risky",
  certainty: "likely",
  what: "consumes memory, disk or processes without limit",
  instead: "limit the loop and the sizes in it",
};

/** Functions that load or install code from a URL. */
export const FETCHES_CODE =
  /\b(?:source|source_url|install_(?:github|gitlab|bitbucket|url|git)|install\.packages|Pkg\.(?:add|clone|develop)|import|require|include(?:_once)?|require_once|dofile|load|install|npimport|importScripts|load_module|run_path|pip\.main|Mix\.install)\b\s{0,4}\(?[^;\n]{0,120}?["'](?:git\+)?(?:https?|git|ftp):\/\/|\b(?:remotes|devtools|pak|BiocManager)::?\w{0,30}install\w{0,20}\(\s{0,4}["'][\w.-]{1,60}\/[\w.-]{1,60}|\bCPAN\b[^;\n]{0,60}install[^;\n]{0,20}:\/\//;

export const UNREVIEWED_CODE: Known = {
  kind: "remote-code",
  severity: "risky",
  certainty: "likely",
  what: "loads or installs code from a URL without a review",
  instead: "install it from its registry by name and version, or ask the user to review it first",
};

/** Deserialises network data in a format that can run code. */
export const UNPICKLES =
  /\b(?:c?[pP]ickle|dill|cloudpickle|marshal|joblib|torch|jsonpickle|shelve|Marshal)\.(?:loads?|decode|open)\([^;\n]{0,200}(?:urlopen|requests\.get|httpx\.get|\.recv|Net::HTTP|URI\.open)|\byaml\.(?:unsafe_load|load)\([^;\n]{0,200}(?:urlopen|requests\.get|httpx\.get)|\bunserialize\([^;\n]{0,80}file_get_contents\(\s{0,4}["']https?:/;

/** Store and cloud client libraries, and their functions that delete everything. */
const CLIENTS =
  /\b(?:boto3|botocore|redis|ioredis|pymongo|MongoClient|mongodb|mongoose|elasticsearch|opensearchpy|google\.cloud|googleapiclient|azure\.\w{1,30}|stripe|kubernetes|@aws-sdk\/[\w-]{1,60}|aws-sdk|firebase[-_]admin|cassandra|pinecone|qdrant_client|supabase|@prisma\/client|PrismaClient|sequelize|typeorm|knex|drizzle-orm|django|sqlalchemy|peewee|huggingface_hub|HfApi|Aws::\w{2,30}|aws-sdk-s3|Sidekiq|Resque|celery|wandb|mlflow|digitalocean|hcloud|heroku3|Octokit|octokit|PyGithub|github3|gitlab)\b|\bfrom github import\b/;
const TAKES_AWAY =
  /\.(?:delete_(?!at\b|if\b|prefix\b|suffix\b)[a-z_]{3,40}|delete[A-Z]\w{2,40}|delete_?(?:bucket|table|db\w{0,20}|stack|cluster|function|user|objects?|many|all|index|collection|database|project|repo|ref|instances?|volume|snapshot)?|deleteMany|deleteOne|flush_?(?:db|all)|drop\w{0,30}|terminate\w{0,30}|purge\w{0,20}|destroy\w{0,20}|remove_?(?:all|user|bucket)|clear!|purge_all|schedule_key_deletion|batch_delete\w{0,20})\(|\.clear!|&:clear\b|\bQueue\S{0,40}\.clear\b|\b(?:Delete|Terminate|Drop|Purge)[A-Z]\w{2,40}Command\(/;
const NEAR =
  /localhost|127\.0\.0\.1|localstack|:4566|fakeredis|mongomock|moto|sk_test_|decode_responses=True, db=15|\btest_?db\b/;

/** A request that deletes: `requests.delete("https://…")`, `fetch(url, { method: "DELETE" })`. */
const DELETES_BY_HTTP =
  /\b(?:requests|httpx|axios|aiohttp|session|client|http|https|got|ky|superagent|needle|s|r|api|conn|RestClient|HTTParty|Faraday|http_client|urllib3?|\$client|\$http)(?:\(\))?(?:\.|->|::)delete\w{0,6}\(|\bNet::HTTP\b[^\n]{0,300}(?:\.delete\(|::Delete\b)|\bmethod["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']DELETE["']|\brequest\(\s{0,4}["']DELETE["']|CURLOPT_CUSTOMREQUEST\s{0,4},\s{0,4}["']DELETE["']|HTTP::Request->new\(\s{0,4}["']?DELETE\b/;
const ADDRESS = /https?:\/\/|\bNet::HTTP\.(?:new|start)\(\s{0,4}["'][\w.-]{4,100}["']/;

/** All tables are dropped and created again, or a store is replaced. */
const REBUILDS =
  /\.sync\(\s{0,4}\{[^}]{0,100}force\s{0,4}:\s{0,4}true|\.synchronize\(\s{0,4}true|\bdropSchema\s{0,4}:\s{0,4}true|\bmetadata\.drop_all\(|\bdb\.drop_all\(|\.deleteMany\(\s{0,4}(?:\{\s{0,4}\}\s{0,4})?\)|\.destroy\(\s{0,4}\{[^}]{0,100}truncate\s{0,4}:\s{0,4}true|\.mode\(\s{0,4}["']overwrite["']\s{0,4}\)[\s\S]{0,300}(?:s3a?|gs|abfss?|wasbs?|hdfs|dbfs):\/|\bmigrate\.rollback\(\s{0,4}(?:null|undefined|\{[^}]{0,60}\})\s{0,4},\s{0,4}true/;

export function callsAway(code: string): boolean {
  if (NEAR.test(code)) return false;
  if (REBUILDS.test(code)) return true;
  return (CLIENTS.test(code) && TAKES_AWAY.test(code)) || (DELETES_BY_HTTP.test(code) && ADDRESS.test(code));
}

/** All variables of the environment, not one of them by its name. */
const WHOLE_ENVIRONMENT =
  /\bprocess\.env\b(?!\s{0,4}[.[?])|\bos\.environ\b(?!\s{0,4}(?:\[|\.(?:get|setdefault|pop)\b))|\bENV\.(?:to_h|to_a|to_s|inspect|map|each)\b|\$_ENV\b(?!\s{0,4}\[)|\bgetenv\(\s{0,4}\)|[\\%]ENV\b|\bDeno\.env\.toObject\(|\bBun\.env\b(?!\s{0,4}[.[])|\bos\.Environ\(\)|\bSystem\.getenv\(\s{0,4}\)|\bSys\.getenv\(\s{0,4}\)/;
const SENDS =
  /\bfetch\(|\baxios\b|\brequests\.(?:post|put|get|request)\(|\bhttpx\.\w{3,7}\(|\burlopen\(|\bhttps?\.request\(|\.sendall?\(|\bNet::HTTP\b|\bURI\.open\(|\bcurl_exec\(|\bfile_get_contents\(\s{0,4}["']https?:|\bLWP\b|\bHTTP::Tiny\b|\bgot\.|\bhttp\.Post\(|\bHttpClient\b|\bsocket\b|\bXMLHttpRequest\b|\bsendBeacon\(/;

export function sendsEnvironment(code: string): boolean {
  return WHOLE_ENVIRONMENT.test(code) && SENDS.test(code) && !NEAR.test(code);
}

export const ENVIRONMENT_SENT: Known = {
  kind: "send",
  severity: "destructive",
  certainty: "likely",
  what: "sends all environment variables to another machine",
  instead: "send only the values that are needed, by name, and never a secret",
};

/** Money that a payment library moves. */
export const MOVES_MONEY =
  /\bstripe\b[\s\S]{0,2000}?(?:\b(?:Refund|Payout|Transfer|Charge|Topup|PaymentIntent)\.create\(|\.(?:refunds|payouts|transfers|charges|topups|paymentIntents)\.create\()/i;

export const MONEY_MOVED: Known = {
  kind: "service",
  severity: "risky",
  certainty: "likely",
  what: "moves money",
  instead: "use a key of the test mode, and ask the user to move live money",
};

/** Data or models that are uploaded for everybody. */
export const PUBLISHES_DATA =
  /\b(?:push_to_hub|upload_folder|upload_large_folder)\((?![^)]{0,300}private\s{0,4}=\s{0,4}True)|\b(?:update_repo_(?:settings|visibility)|create_repo)\([^)]{0,300}private\s{0,4}=\s{0,4}False/;

export const DATA_PUBLISHED: Known = {
  kind: "send",
  severity: "risky",
  certainty: "likely",
  what: "publishes data or a model",
  instead: "upload it as private, and let the user publish it",
};

/** Libraries that open a port of this machine to everybody. */
export const TUNNELS =
  /\brequire\(\s{0,4}["'](?:localtunnel|ngrok|@ngrok\/ngrok|untun|cloudflared|tunnelmole|@expo\/ngrok)["']|\bfrom\s{1,4}["'](?:localtunnel|ngrok|@ngrok\/ngrok|untun|tunnelmole)["']|\b(?:from|import)\s{1,4}(?:pyngrok|ngrok|flask_ngrok|pycloudflared|localtunnel)\b|\b(?:py)?ngrok\.(?:connect|forward)\(|\.launch\([^)]{0,200}share\s{0,4}=\s{0,4}True/;

export const TUNNELLED: Known = {
  kind: "remote-code",
  severity: "risky",
  certainty: "likely",
  what: "opens a way into this machine from the network",
  instead: "serve it on this machine only, and let the person open a tunnel",
};

export const TAKEN_AWAY: Known = {
  kind: "service",
  severity: "risky",
  certainty: "likely",
  what: "deletes data from a service",
  instead: "list what would be deleted, and ask the user to delete it",
};

/** Sends mail in a loop. */
export const MAILS =
  /\b(?:smtplib|nodemailer|Net::SMTP|Net\.SMTP|PHPMailer|Pony\.mail|MIME::Lite|sendgrid|twilio|yagmail|mailgun|postmark|resend|boto3\.client\(["']ses["']\))[\s\S]{0,2000}?(?:\bfor\b|\bforeach\b|\.each\b|\.map\(|\.forEach\(|\bwhile\b|\bmap\()|\b(?:for|foreach|while|each|find_each|forEach|map)\b[^\n]{0,400}\b(?:mail|send_?mail|sendMail|send_message|messages\.create|deliver_(?:now|later))\b/i;

export const MAILED: Known = {
  kind: "send",
  severity: "risky",
  certainty: "likely",
  what: "sends messages to addresses from a list",
  instead: "show the user the message and the list, and ask them to send it",
};

/** Reads the screen, clipboard, keyboard or keyring. */
export const CAPTURES =
  /\b(?:pyautogui\.screenshot|ImageGrab\.grab|mss\.mss|pyscreenshot|pyperclip\.paste|pynput\b|keyboard\.(?:record|hook|on_press)|clipboardy\.read|robotjs|desktopCapturer|cv2\.VideoCapture\(\s{0,4}\d|sounddevice\.rec|pyaudio\b|keyring\.get_password|keytar\.getPassword|win32clipboard|win32crypt\.CryptUnprotectData|browser_cookie3\b)/;

export const CAPTURED: Known = {
  kind: "read",
  severity: "risky",
  certainty: "likely",
  what: "captures the screen, clipboard, keystrokes or saved passwords",
  instead: "ask the user for the one value you need",
};
