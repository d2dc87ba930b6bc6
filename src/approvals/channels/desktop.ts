/** A notification on the desktop. It only says that a question is open: the whole call does not fit, so it has no buttons. */
import type { Channel } from "./contract.js";

const desktop: Channel = {
  name: "desktop",
  announce({ id, agent, tool, summary }, means) {
    const title = plain(`${agent} waits for your approval`);
    const text = `${plain(`${tool}: ${summary}`)}\nsnaphook approve ${id}`;
    const script = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run";
    means.start([
      ["notify-send", "--app-name=Snaphook", "--", title, text],
      ["osascript", "-e", script, title, text],
    ]);
  },
};

const MOST_CHARS = 120;

/** Notification servers read markup. */
function plain(text: string): string {
  const line = text.replace(/\p{C}/gu, " ");
  const start = line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line;
  return start.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export default desktop;
