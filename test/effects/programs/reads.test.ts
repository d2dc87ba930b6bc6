import { describe } from "vitest";
import { type Row, tableOf } from "../../support/effect-tables.js";

/** Programs that take in a file, each in its own way; `FILE` is one that holds secrets, or one that does not. */
const TAKE_IN =
  `cat -n FILE|cat < FILE|head -n 5 FILE|tail -f FILE|sort -m FILE|grep -n . FILE|grep -c x FILE|sed -n p FILE
awk 1 FILE|pr FILE|fmt FILE|ul FILE|shuf FILE|look a FILE|basenc --base64 FILE|split -b 9 FILE /tmp/part|csplit FILE 1
dd if=FILE of=/tmp/copy|openssl enc -base64 -in FILE|gpg -c FILE|age -p -o /tmp/copy FILE|qrencode -r FILE -o /tmp/a.png
xclip -sel c FILE|xclip < FILE|tee /tmp/copy < FILE|mapfile -t lines < FILE|tr a b < FILE|zip /tmp/a.zip FILE
xz -kc FILE > /tmp/a.xz|zstd FILE -o /tmp/a.zst|brotli FILE|7z a /tmp/a.7z FILE|rar a /tmp/a.rar FILE|ar -q /tmp/a.a FILE
jar cf /tmp/a.jar FILE|pax -w -f /tmp/a FILE|tar czf /tmp/a.tgz FILE|tar -c -z -f /tmp/a.tgz FILE|tar cf - FILE
tar --create --file=/tmp/a.tar FILE|tar -rf /tmp/a.tar FILE|bsdtar -cf /tmp/a FILE|ls FILE \\| cpio -o > /tmp/a
cp FILE /tmp/copy|cp -t /tmp FILE|install -m 644 FILE /tmp/copy|rsync -a FILE /tmp/copy|scp FILE /tmp/copy
perl -ne print FILE|ruby -pe 1 FILE|git diff --no-index /dev/null FILE|git hash-object FILE|date -f FILE
wc --files0-from=FILE|xargs -a FILE echo|docker cp FILE web:/tmp/copy|kubectl -n shop cp FILE web:/tmp/copy|hexyl FILE`
    .split(/(?<!\\)\||\n/)
    .map((line) => line.replaceAll("\\|", "|"));

const given = (file: string, severity: Row[1]): Row[] =>
  TAKE_IN.map((line) => {
    const command = line.replaceAll("FILE", file);
    return severity === "risky" ? [command, severity, "read"] : [command, severity];
  });

describe("files that programs take in", () => {
  tableOf("a key", given("~/.ssh/id_rsa", "risky"));
  tableOf("keys to a cloud", given("/home/ada/.aws/credentials", "risky"));
  tableOf("a file of the project", given("notes.txt", "ordinary"));

  tableOf("folders and databases", [
    ["tar -C ~ -czf /tmp/a.tgz .ssh", "risky", "read"],
    ["tar czf /tmp/a.tgz --directory=/home/ada .gnupg", "risky", "read"],
    ["find ~/.ssh -type f | tar cf /tmp/a.tar -T -", "risky", "read"],
    ["cp ~/.config/google-chrome/Default/Cookies /tmp", "risky", "read"],
    ["sqlite3 ~/.mozilla/firefox/x.default/cookies.sqlite 'select * from moz_cookies'", "risky", "read"],
    ["sqlite-utils query ~/.config/chromium/Default/Cookies 'select 1'", "risky", "read"],
    [`python3 -c "import tarfile; tarfile.open('/tmp/a', 'w').add('/home/ada/.ssh')"`, "risky", "read"],
    [`python3 -c "import zipfile; zipfile.ZipFile('/tmp/a', 'w').write('/home/ada/.ssh/id_rsa')"`, "risky", "read"],
    [`python3 -c "import zipfile; zipfile.ZipFile('a.zip', 'w').write('notes.txt')"`, "ordinary"],
    ["tar -C dist -czf app.tgz .", "ordinary"],
    ["tar -C ~/.ssh/.. -czf app.tgz notes", "ordinary"],
    ["tar tf /tmp/a.tgz .ssh", "ordinary"],
    ["tar xzf app.tgz -C ./out", "ordinary"],
    ["7z l ~/backup.7z", "ordinary"],
    ["find src -name '*.ts' | cpio -pdm ./out", "ordinary"],
    ["sqlite3 app.db 'select * from users limit 5'", "ordinary"],
    ["sqlite3 :memory: 'select 1'", "ordinary"],
    ["cp ~/.ssh/id_rsa.pub ./keys/", "ordinary"],
    ["sha256sum ~/.ssh/id_rsa", "ordinary"],
    ["ls -l ~/.ssh/id_rsa", "ordinary"],
    ["ssh -i ~/.ssh/id_rsa ada@example.com uptime", "ordinary"],
    ["source .env && npm start", "ordinary"],
    ["gh auth login --with-token < ~/.config/token.txt", "ordinary"],
    ["docker login -u ada --password-stdin registry.example.com < ~/secrets/password.txt", "ordinary"],
    ["grep -e /.ssh/id_rsa README.md", "ordinary"],
  ]);

  tableOf("keyboards", [
    ["cat /dev/input/event0 > /tmp/keys", "risky", "read"],
    ["dd if=/dev/input/event3 of=/tmp/keys count=100", "risky", "read"],
    ["xxd /dev/input/by-path/platform-i8042-serio-0-event-kbd", "risky", "read"],
    ["od -x < /dev/input/event1", "risky", "read"],
    ["ls -l /dev/input", "ordinary"],
    ["udevadm info /dev/input/event0", "ordinary"],
    ["cat /proc/bus/input/devices", "ordinary"],
  ]);
});
