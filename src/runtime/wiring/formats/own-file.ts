/** A file that is completely ours: a script that the agent runs, or a module it loads. Its second line says so. */
import type { ConfigEditor } from "./editor.js";

const MARK = "Written by `snaphook install`; `snaphook uninstall` removes it.";

export function ownFile(content: (mark: string) => string, options: { readonly executable: boolean }): ConfigEditor {
  const isOwn = (text: string) => text.split("\n", 3).some((line) => line.endsWith(MARK));
  return {
    executable: options.executable,
    put(text) {
      if (text !== undefined && text.trim() !== "" && !isOwn(text))
        return { problem: "another file is in this place, and the agent accepts only one" };
      return { text: content(MARK) };
    },
    take: (text) => ({ text: isOwn(text) ? undefined : text }),
    count: (text) => (isOwn(text) ? 1 : 0),
    found: (text) => (isOwn(text) ? [{}] : []),
  };
}
