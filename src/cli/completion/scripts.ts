/** One script per shell. Each sends the words typed so far to `snaphook complete`, which prints one candidate a line. */

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** `:files` in the first line leaves the rest to the shell. Candidates are never evaluated by the shell. */
export const FILES_LINE = ":files";

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion for bash. Add this line to ~/.bashrc:
#   eval "$(snaphook completion bash)"
_snaphook() {
  local line words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = "${FILES_LINE}" ]; then
      compopt -o default 2>/dev/null
    else
      COMPREPLY+=("$line")
    fi
  done < <(snaphook complete -- "\${words[@]}" 2>/dev/null)
}
complete -F _snaphook snaphook`,
  zsh: `#compdef snaphook
# Completion for zsh. Add this line to ~/.zshrc, after compinit:
#   eval "$(snaphook completion zsh)"
_snaphook() {
  local -a found
  found=("\${(@f)$(snaphook complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found[1]" == "${FILES_LINE}" ]]; then
    _files
  else
    compadd -a found
  fi
}
compdef _snaphook snaphook`,
  fish: `# Completion for fish. Save as ~/.config/fish/completions/snaphook.fish
function __snaphook_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (snaphook complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = "${FILES_LINE}"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c snaphook -f -a '(__snaphook_complete)'`,
};
