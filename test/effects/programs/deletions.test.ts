import { describe, expect, it } from "vitest";
import { gravest, tableOf, WHERE } from "../../support/effect-tables.js";

describe("what a deletion comes to", () => {
  tableOf("SE-16 T8 a deletion however it is written", [
    ["rm -rf /srv/shop", "risky"],
    ["rm -fr /", "destructive"],
    ["rm -R /", "destructive"],
    ["rm -r -f ~", "destructive"],
    ["rm -f -r /etc", "destructive"],
    ["rm --force --recursive /usr", "destructive"],
    ["rm --recursive --force ../other-shop", "risky"],
    ["find . -delete", "destructive"],
    ["find / -name '*.conf' -exec rm -f {} ';'", "risky"],
    ['git commit -m "confirm -r"', "ordinary"],
    ["npm run form -rx", "ordinary"],
  ]);

  tableOf("everything", [
    ["rm -rf /*", "destructive", "delete"],
    ["rm -rf / --no-preserve-root", "destructive"],
    ["rm -rf //", "destructive"],
    ["rm -rf /./", "destructive"],
    ["rm -rf /usr/../", "destructive"],
    ['rm -rf "$HOME"', "destructive"],
    ["rm -rf ~/*", "destructive"],
    ["rm -rf ~/.*", "destructive"],
    ["rm -rf /home", "destructive"],
    ["rm -rf /home/*", "destructive"],
    ["rm -rf /home/grace", "destructive"],
    ["rm -rf ~grace", "destructive"],
    ["rm -rf ~grace/notes", "risky"],
    ["rm -rf /root", "destructive"],
    ["rm -rf /var/lib", "destructive"],
    ["rm -rf /usr/local/bin", "destructive"],
    ["rm -rf /boot/*", "destructive"],
  ]);

  tableOf("the project", [
    ["rm -rf .", "destructive"],
    ["rm -rf ./", "destructive"],
    ["rm -rf ..", "destructive"],
    ["rm -rf ../..", "destructive"],
    ["rm -rf *", "risky"],
    ["rm -rf ./*", "risky"],
    ["rm -rf .*", "destructive"],
    ["rm -rf .git", "destructive"],
    ["rm -rf packages/app/.git", "destructive"],
    ["rm -rf /home/ada/work/shop", "destructive"],
    ["rm -rf ../shop-old", "risky"],
    ["cd .. && rm -rf build", "risky"],
    ["cd / && rm -rf *", "destructive"],
    ["cd src && rm -rf *", "ordinary"],
    ["sudo rm -rf .", "destructive"],
    ["rm -r ~/Documents/letters", "risky"],
  ]);

  tableOf("what cannot be told", [
    ["rm -rf $DIR/*", "risky"],
    ['rm -rf "$DIR"', "risky"],
    ['rm -rf "${prefix}/lib"', "risky"],
    ["rm -rf /$name", "risky"],
    ["rm -rf ~/$name", "risky"],
    ['rm -rf "$TMPDIR"/*', "risky"],
    ["rm -rf /srv/$name", "risky"],
    ["rm $options /srv/shop", "risky"],
    ["rm -rf", "risky"],
    ["rm", "ordinary"],
    ["rm $options ./notes", "ordinary"],
  ]);

  tableOf("what matters by itself", [
    ["rm ~/.bashrc", "risky", "delete"],
    ["rm -f ~/.ssh/id_ed25519", "destructive"],
    ["rm -rf ~/.ssh", "destructive"],
    ["rm -rf ~/.aws", "destructive"],
    ["rm /etc/passwd", "destructive"],
    ["rm /etc/hosts", "risky"],
    ["rm /var/log/auth.log", "risky"],
    ["rm -rf /var/log", "destructive"],
    ["unlink ~/.bash_history", "risky"],
    ["rm ~/*", "risky"],
    ["shred -u /dev/sda", "destructive"],
    ["shred -u ~/.ssh/id_rsa", "destructive"],
    ["srm -r ~/Documents", "risky"],
  ]);

  tableOf("names that come from a list", [
    ["git ls-files -o | xargs rm", "risky"],
    ["rm $(git ls-files --others)", "risky"],
    ['find ~ | while read f; do rm "$f"; done', "destructive"],
    ['find . -name "*.orig" | while read f; do rm "$f"; done', "ordinary"],
    ["git ls-files -o build | xargs rm", "ordinary"],
  ]);

  tableOf("everyday work", [
    ["rm -rf node_modules", "ordinary"],
    ["rm -rf ./dist build coverage", "ordinary"],
    ["rm -rf node_modules package-lock.json && npm install", "ordinary"],
    ["rm -rf target/debug", "ordinary"],
    ["rm -rf packages/*/dist", "ordinary"],
    ["rm -rf src/old", "ordinary"],
    ["rm -rf /tmp/shop-test", "ordinary"],
    ["rm -rf /tmp/shop-*", "ordinary"],
    ["rm -rf /var/folders/ab/cd/T/x", "ordinary"],
    ['rm -rf "$TMPDIR/shop"', "ordinary"],
    ['rm -rf "$tmp_dir"', "ordinary"],
    ["rm -rf ~/.cache/pip", "ordinary"],
    ["rm -rf ~/.npm/_cacache", "ordinary"],
    ["rm -rf /var/lib/apt/lists/*", "ordinary"],
    ["rm -rf ../shop-api/node_modules", "ordinary"],
    ["rm -f yarn.lock", "ordinary"],
    ["rm *.log", "ordinary"],
    ['rm "$file"', "ordinary"],
    ["rm --help", "ordinary"],
    ["rm .git/index.lock", "ordinary"],
    ["rmdir empty", "ordinary"],
    ["rm -f /tmp/a.sock", "ordinary"],
    ["echo rm -rf /", "ordinary"],
    ["grep -rn 'rm -rf /' docs", "ordinary"],
    ["git commit -m 'never run rm -rf /'", "ordinary"],
    ["shred -u ./secret.txt", "risky"],
  ]);

  tableOf("searches", [
    ["find . -type f -delete", "destructive"],
    ["find ~ -delete", "destructive"],
    ["find / -type f -exec shred {} +", "destructive"],
    ["find . -exec rm -rf {} +", "destructive"],
    ["find . -name .git -exec rm -rf {} +", "destructive"],
    ["find . -mtime +30 -delete", "risky"],
    ["find /srv -type f -delete", "destructive"],
    ["find /srv/shop -type f -delete", "risky"],
    ["find ~ -name '*.bak' -delete", "risky"],
    ["find $DIR -delete", "risky"],
    ["find . -type f | xargs rm -f", "destructive"],
    ["ls | xargs rm -rf", "risky"],
    ["find . -name '*.orig' | xargs rm -f", "ordinary"],
    ["find . -name '*.orig' | grep -v keep | xargs rm -f", "ordinary"],
    ["find . -name '*.pyc' -delete", "ordinary"],
    ["find . -name node_modules -type d -prune -exec rm -rf {} +", "ordinary"],
    ["find build -type f -delete", "ordinary"],
    ["find /tmp/shop -delete", "ordinary"],
    ["find src -type d -empty -delete", "ordinary"],
    ["find . -size 0 -delete", "ordinary"],
    ["find . -delete -name '*.tmp'", "destructive"],
    ["find . -name '*.tmp' -prune -o -type f -delete", "destructive"],
    ["find . ! -name '*.ts' -delete", "destructive"],
    ["find . '(' -name '*.o' -o -name '*.a' ')' -delete", "ordinary"],
    ["find . '(' -name '*.o' -o -type f ')' -delete", "destructive"],
    ["find . -name '*.o' -o -name '*.a' -delete", "ordinary"],
    ["find . -name '*' -delete", "destructive"],
    ["find . -xtype l -delete", "ordinary"],
    ["find /tmp -type f -mtime +7 -delete", "ordinary"],
    ["find /tmp -type f -delete", "risky"],
    ["find . -exec sed -i.bak s/a/b/ {} ';' -exec rm {}.bak ';'", "ordinary"],
    ["find . -type d | xargs rmdir", "ordinary"],
    ["find . -name x -print", "ordinary"],
    ["find ~/.cache/shop -mtime +7 -delete", "ordinary"],
  ]);

  it("who works in their home has no project there", () => {
    const where = { ...WHERE, project: WHERE.home, cwd: WHERE.home };
    expect(gravest("rm -rf Documents", where)?.severity).toBe("risky");
    expect(gravest("rm -rf node_modules", where)?.severity).toBe("ordinary");
    expect(gravest("rm .bashrc", where)?.severity).toBe("risky");
    expect(gravest("rm -rf *", where)?.severity).toBe("destructive");
  });

  it("homes and temporary folders of macOS are known", () => {
    const where = { home: "/Users/ada", project: "/Users/ada/shop", cwd: "/Users/ada/shop", platform: "darwin" };
    expect(gravest("rm -rf ~", where)?.severity).toBe("destructive");
    expect(gravest("rm -rf ~/Library/Caches/shop", where)?.severity).toBe("ordinary");
    expect(gravest("rm -rf ~/Library/Keychains", where)?.severity).toBe("destructive");
    expect(gravest("rm -rf /private/var/folders/x/y/z", where)?.severity).toBe("ordinary");
    expect(gravest("rm -rf ~grace", where)?.target?.name).toBe("/Users/grace");
  });

  it("a folder nobody can follow is asked about, unless what goes is made anew", () => {
    expect(gravest('cd "$where" && rm -rf src')?.severity).toBe("risky");
    expect(gravest('cd "$where" && rm -rf dist')?.severity).toBe("ordinary");
    expect(gravest('cd "$where" && rm -rf *')?.severity).toBe("risky");
  });
});
