/** Separates harmless unknown parts from suspicious ones. */
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import type { Call } from "./call.js";

/** Programs whose output is meant for a shell. */
const PRINT_SETTINGS =
  /^(?:ssh-agent|gpg-agent|keychain|brew|direnv|pyenv|rbenv|nodenv|goenv|jenv|plenv|fnm|mise|rtx|asdf|starship|zoxide|dircolors|gdircolors|thefuck|minikube|docker-machine|lesspipe|lesspipe\.sh|opam|luarocks|conda|mamba|micromamba|register-python-argcomplete|atuin|fzf|vagrant|sdkmanager|resize|tset|hub|gh|navi|mcfly|broot|perl|cabal|nix|guix|podman|docker|kubectl|helm|poetry|pipenv|volta|proto|devbox|jabba|akamai|chezmoi|op|aws|gcloud|direnv|luaver|swiftenv|tfenv|xmake|getopt|locale|setxkbmap|dbus-launch|stty|systemctl|cargo|rustup|yarn|npm|pip|wezterm|ng|flutter)$/;
const SETTING_WORDS =
  /^(?:-|init|shellenv|hook|env|docker-env|podman-env|completion|completions|activate|export|shell|shell\.\w+|shell-hook|printenv|config|complete|--init|--shell|--completion|generate-shell-completion|bash|zsh|fish|-s|-c|-b|-o|--)$/;

const SETTINGS = /^(?:completions?|shellenv|init|hook|env|docker-env|activate|shell-hook|generate-shell-completion)$/;
const READS_FILES = /^(?:cat|grep|egrep|sed|head|tail|sort|uniq|tr|cut|export|declare|set|env|printenv)$/;

/**
 * True if unknown text comes from programs that print shell settings, or from a local file. A script read through
 * another program counts like any script.
 */
export function everydayText({ start: { inside = [] }, invocation }: Call): boolean {
  const from = invocation.input.kind === "pipe" ? invocation.input.from : inside;
  return from.length > 0 && from.every((one) => printsSettings(one) || printsFile(one));
}

function printsSettings({ program, args }: Invocation): boolean {
  if (program === undefined || args.some(({ text }) => /^-\w*e$|:\/\//.test(text))) return false;
  if (args.slice(0, 2).some(({ text }) => SETTINGS.test(text))) return true;
  return (
    PRINT_SETTINGS.test(program) &&
    (args.length === 0 || args.some(({ text }) => SETTING_WORDS.test(text) || text.startsWith("-")))
  );
}

function printsFile({ program, name, args, input }: Invocation): boolean {
  if (program === undefined) return false;
  if (name.text.startsWith("./")) return true;
  if (!READS_FILES.test(program)) return false;
  if (input.kind === "pipe") return input.from.length > 0 && input.from.every(printsFile);
  return (
    input.kind === "file" ||
    args.some(({ text, known }) => known && !text.startsWith("-")) ||
    /^(?:export|declare|set|env|printenv)$/.test(program)
  );
}

/**
 * A program with an unknown name is asked about, with two exceptions: an uppercase variable that the line does not set
 * (`$EDITOR`, `"$PYTHON"`: a setting of this machine), and a partly known name (`python$VERSION`, `./scripts/$NAME`).
 * Both are asked about if another argument looks destructive.
 */
export function everydayName(name: Word): boolean {
  const base = name.text.slice(name.text.lastIndexOf("/") + 1);
  if (/[A-Za-z]{2}/.test(base.replaceAll(UNKNOWN, ""))) return true;
  if (/^\.{1,2}\//.test(name.text)) return true;
  return /^"?\$(?:[A-Z][A-Z0-9_]{1,40}|\{[A-Z][A-Z0-9_]{1,40}(?:\[@\])?\})"?$/.test(name.source);
}

export function looksDestructive(args: readonly Word[]): boolean {
  return args.some(({ text }) =>
    /^-[a-zA-Z]{0,6}(?:[rR][a-zA-Z]{0,6}f|f[a-zA-Z]{0,6}[rR])|^--(?:force|recursive|no-preserve-root|hard|delete|mirror|purge|prune)\b|^-(?:delete|exec|fdx|fd|D)$|^of=|^\/(?:\*|dev\/\w+|etc\/.*|)$|^~\/?\*?$|^\/home\/[^/]*\/?\*?$|\bdestroy\b|^drop$|^wipe/i.test(
      text.slice(0, 200),
    ),
  );
}

/** Programs and words that make an unparsable text worth a question. */
const RISKY = new Set(
  "rm rmdir unlink shred dd mkfs wipefs fdisk sfdisk parted mv chmod chown chattr truncate eval exec source curl wget nc ncat socat ssh sudo su doas kill killall pkill shutdown reboot halt poweroff systemctl crontab iptables nft ufw useradd userdel usermod passwd visudo base64 openssl xxd push reset clean checkout restore rebase filter-branch docker kubectl terraform aws gcloud az psql mysql redis-cli mongo -delete delete drop destroy purge tee python perl ruby node php iex powershell pwsh cmd del".split(
    " ",
  ),
);

/** Most shells reject such text as a whole. */
export function mayDoHarm(text: string): boolean {
  if (
    /(?:^|[|;&(`\n]|\b(?:sudo|xargs|exec|env)\s)\s{0,8}(?:\S{0,40}\/)?(?:ba|z|da|k|c|tc)?sh(?:\s|$)|\b(?:ba|z|da|k)?sh\s{1,8}-c/.test(
      text,
    )
  )
    return true;
  if (/\$'|\\x[0-9a-f]|>\s{0,5}[/~]|\$\{?IFS|[?*[][\w?*\]]{0,10}\s{0,5}-[a-z]/i.test(text)) return true;
  return text
    .replace(/['"\\]/g, "")
    .split(/[^A-Za-z0-9_.-]+/)
    .some((word) =>
      RISKY.has(
        word
          .toLowerCase()
          .replace(/^mkfs\..*/, "mkfs")
          .replace(/\d(?:\.\d{1,2})?$/, ""),
      ),
    );
}
