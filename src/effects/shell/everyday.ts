/** Unknown things that are part of everyday work, and signs that they are not. */
import { UNKNOWN, type Word } from "../invocation.js";
import type { Call } from "./call.js";

/** Programs whose output is meant to be read by a shell. */
const PRINT_SETTINGS =
  /^(?:ssh-agent|gpg-agent|keychain|brew|direnv|pyenv|rbenv|nodenv|goenv|jenv|plenv|fnm|mise|rtx|asdf|starship|zoxide|dircolors|gdircolors|thefuck|minikube|docker-machine|lesspipe|lesspipe\.sh|opam|luarocks|conda|mamba|micromamba|register-python-argcomplete|atuin|fzf|vagrant|sdkmanager|resize|tset|hub|gh|navi|mcfly|broot|perl|cabal|nix|guix|podman|docker|kubectl|helm|poetry|pipenv|volta|proto|devbox|jabba|akamai|chezmoi|op|aws|gcloud|direnv|luaver|swiftenv|tfenv|xmake|getopt|locale|setxkbmap|dbus-launch|stty|systemctl|cargo|rustup|yarn|npm|pip|wezterm|ng|flutter)$/;
const SETTING_WORDS =
  /^(?:-|init|shellenv|hook|env|docker-env|podman-env|completion|completions|activate|export|shell|shell\.\w+|shell-hook|printenv|config|complete|--init|--shell|--completion|generate-shell-completion|bash|zsh|fish|-s|-c|-b|-o|--)$/;

/** Whether a text that cannot be told comes from programs that print settings of a shell. */
export function everydayText({ start: { inside = [] }, invocation }: Call): boolean {
  const from = invocation.input.kind === "pipe" ? invocation.input.from : inside;
  return (
    from.length > 0 &&
    from.every(
      ({ program, args }) =>
        program !== undefined &&
        PRINT_SETTINGS.test(program) &&
        (args.length === 0 || args.some(({ text }) => SETTING_WORDS.test(text) || text.startsWith("-"))) &&
        args.every(({ text }) => !/^-\w*e$|:\/\//.test(text)),
    )
  );
}

/**
 * A program whose name cannot be told is asked about, but for two: one whose name is a variable in capital letters that
 * the line does not set (`$EDITOR`, `"$PYTHON"`: a setting of this machine), and one that is known in part
 * (`python$VERSION`). Both are asked about where the other words are such as destroy.
 */
export function everydayName(name: Word): boolean {
  const literal = name.text.replaceAll(UNKNOWN, "");
  if (literal.length >= 2 && /[A-Za-z]{2}/.test(literal)) return true;
  return /^"?\$(?:[A-Z][A-Z0-9_]{1,40}|\{[A-Z][A-Z0-9_]{1,40}(?:\[@\])?\})"?$/.test(name.source);
}

export function looksDestructive(args: readonly Word[]): boolean {
  return args.some(({ text }) =>
    /^-[a-zA-Z]{0,6}(?:[rR][a-zA-Z]{0,6}f|f[a-zA-Z]{0,6}[rR])|^--(?:force|recursive|no-preserve-root|hard|delete|mirror|purge|prune)\b|^-(?:delete|exec|fdx|fd|D)$|^of=|^\/(?:\*|dev\/\w+|etc\/.*|)$|^~\/?\*?$|^\/home\/[^/]*\/?\*?$|\bdestroy\b|^drop$|^wipe/i.test(
      text.slice(0, 200),
    ),
  );
}
