import { describe } from "vitest";
import { tableOf } from "../../support/effect-tables.js";

describe("files outside the project", () => {
  tableOf("one file is deleted", [
    ["rm ~/essay.odt", "risky", "delete"],
    ["rm -f /home/ada/taxes/2023.pdf", "risky", "delete"],
    ["unlink ../blog/draft.md", "risky", "delete"],
    ["rm /srv/data/users.csv", "risky", "delete"],
    ["rm ~/mail/*.eml", "risky", "delete"],
    ["find ~/scans -name '*.tiff' -delete", "risky", "delete"],
    ["find ~/scans -name '*.pyc' -delete", "ordinary"],
    ["rm ~/.npm/_logs/debug.log", "ordinary"],
    ["rm ~/.cache/pip/wheel.whl", "ordinary"],
    ["rm -f src/old.ts /tmp/x.json", "ordinary"],
  ]);

  tableOf("one file is replaced", [
    ["date > ~/diary.txt", "risky", "overwrite"],
    ["tee ../blog/post.md < post.md", "risky", "overwrite"],
    ["cp out.csv ~/reports/q3.csv", "risky", "overwrite"],
    ["mv out.csv ~/reports/q3.csv", "risky", "overwrite"],
    ["truncate -s 0 ~/.ssh/known_hosts", "risky", "overwrite"],
    ["sed -i 's/a/b/' ~/letters/*.txt", "risky", "overwrite"],
    ["find ~/letters -type f -exec truncate -s 0 {} +", "risky", "overwrite"],
    ["date >> ~/diary.txt", "ordinary"],
    ["cp out.csv ~/reports/", "ordinary"],
    ["cp -r dist ~/backup", "ordinary"],
    ["date > notes.txt", "ordinary"],
    ["date > /tmp/notes.txt", "ordinary"],
    ["npm test > ~/npm-debug.log", "ordinary"],
  ]);

  tableOf("named by an option or the last word", [
    ["sort -u words.txt -o ~/words.txt", "risky", "overwrite"],
    ["clang -O2 main.c -o ~/tools/run", "risky", "overwrite"],
    ["clang -O2 main.c -o /usr/bin/less", "risky", "machine"],
    ["pg_dump shop --file=/home/ada/dumps/last.sql", "risky", "overwrite"],
    ["find . -name '*.log' -fprint ~/list.txt", "risky", "overwrite"],
    ["yq -i '.a = 1' ~/stack.yml", "risky", "overwrite"],
    ["docker cp web:/data/db.sqlite ~/db.sqlite", "risky", "overwrite"],
    ["tar czf ~/site.tgz dist", "risky", "overwrite"],
    ["magick logo.svg ~/Pictures/logo.png", "risky", "overwrite"],
    ["aws s3 cp s3://bucket/a.csv ~/a.csv", "risky", "overwrite"],
    ["ssh-keygen -q -N '' -f ~/.ssh/id_rsa", "risky"],
    ["ssh-keygen -lf ~/.ssh/id_rsa.pub", "ordinary"],
    ["tar xzf ~/site.tgz", "ordinary"],
    ["magick ~/Pictures/logo.png logo.png", "ordinary"],
    ["go build -o bin/shop ./cmd/shop", "ordinary"],
    ["kubectl get pods -o wide", "ordinary"],
    ["openssl req -x509 -newkey rsa:2048 -keyout certs/dev.key -out certs/dev.crt", "ordinary"],
  ]);

  tableOf("tools that delete like rm", [
    ["npx rimraf ~/Pictures", "risky", "delete"],
    ["pnpm dlx rimraf /", "destructive", "delete"],
    ["npx del-cli --force '../**'", "destructive", "delete"],
    ["npx shx rm -rf /home/ada/blog", "risky", "delete"],
    ["trash-put ~/essay.odt", "risky", "delete"],
    ["gio trash ~/scans", "risky", "delete"],
    ["fdupes -rdN ~/scans", "risky", "delete"],
    ["npx npkill -d /home/ada -D -y", "risky", "delete"],
    ["npx rimraf dist coverage", "ordinary"],
    ["npx shx rm -rf lib && npx shx cp a b", "ordinary"],
    ["npx del-cli 'dist/**' '!dist/keep'", "ordinary"],
    ["fdupes -r ~/scans", "ordinary"],
  ]);

  tableOf("modes", [
    ["find / -type f -exec chmod a+w {} +", "destructive", "permissions"],
    ["ls | xargs chmod -R 777", "risky", "permissions"],
    ["chmod 666 /run/docker.sock", "risky"],
    ["find . -name '*.sh' -exec chmod +x {} +", "ordinary"],
    ["chmod 0600 tls/local.key", "ordinary"],
    ["chmod 400 ~/.ssh/deploy.pem", "ordinary"],
  ]);
});

describe("where a line leads", () => {
  tableOf("names that stand for others", [
    ['a=$HOME/scans; declare -n b=a; rm -rf "$b"', "risky", "delete"],
    ['f() { local -n t=$1; rm -rf "$t"; }; a=$HOME/scans; f a', "risky", "delete"],
    ['a=dist; declare -n b=a; rm -rf "$b"', "ordinary"],
    ["CDPATH=/home/ada; cd scans && rm -rf ./*", "risky", "delete"],
    ["bash -c '$0 -rf ~/scans' rm", "risky", "delete"],
  ]);

  tableOf("temporary folders", [
    ["d=$(mktemp -d /tmp/run.XXXXXX); trap 'rm -rf \"$d\"' EXIT", "ordinary"],
    ['d=$(mktemp -d -t run); rm -rf "$d"', "ordinary"],
    ['d=$(mktemp -d -p /tmp run.XXXX); rm -rf "$d"', "ordinary"],
    ['d=$(mktemp -d ~/run.XXXX); rm -rf "$d"', "risky", "delete"],
  ]);
});

describe("loops in inline code", () => {
  tableOf("go through files outside the project", [
    [
      "python3 -c \"import os\nfor d, _, names in os.walk('/home/ada'):\n  for n in names:\n    os.unlink(os.path.join(d, n))\"",
      "risky",
      "delete",
    ],
    ["python3 -c \"from pathlib import Path; [f.unlink() for f in Path('..').rglob('*.md')]\"", "risky", "delete"],
    ["python3 -c \"import glob, os; [os.remove(x) for x in glob.glob('/home/ada/scans/*')]\"", "risky", "delete"],
    [
      "python3 -c \"import os\nfor d, _, names in os.walk('/home/ada'):\n  for n in names: os.chmod(os.path.join(d, n), 0o777)\"",
      "risky",
      "permissions",
    ],
    ["php -r 'foreach (glob(\"/home/ada/scans/*\") as $f) unlink($f);'", "risky", "delete"],
    ["php -r 'foreach (new DirectoryIterator(\"/home/ada/scans\") as $f) unlink($f);'", "risky", "delete"],
    [
      "node -e \"const fs=require('fs');fs.readdirSync('/home/ada/scans').forEach(f=>fs.unlinkSync(f))\"",
      "risky",
      "delete",
    ],
    ["ruby -e 'Dir.each_child(Dir.home) { |f| File.delete(f) }'", "risky", "delete"],
    ["perl -MFile::Find -e 'find(sub { unlink $_ }, \"/home/ada/scans\")'", "risky", "delete"],
    ["bun -e 'import { $ } from \"bun\"; await $`rm -rf ~/scans`'", "risky", "delete"],
    ["python3 -c \"from pathlib import Path; [f.unlink() for f in Path('build').rglob('*.o')]\"", "ordinary"],
    ["node -e \"const fs=require('fs');for(const f of fs.readdirSync('dist'))fs.unlinkSync('dist/'+f)\"", "ordinary"],
    ['python3 -c "print([x for x in range(3)])"', "ordinary"],
  ]);
});
