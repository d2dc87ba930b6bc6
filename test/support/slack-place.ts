/** A daemon's place with Slack as its channel: the fake one, with its tokens in private files. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, type FakeSlack, TEAM } from "./fake-slack.js";
import type { ProgramPlace } from "./program.js";

export function configureSlack(place: ProgramPlace, slack: FakeSlack, approvals: object = {}, more: object = {}): void {
  const secret = (name: string, text: string) => {
    const file = place.write(join(place.user, name), text);
    chmodSync(file, 0o600);
    return { file };
  };
  const own = {
    botToken: secret("bot", BOT_TOKEN),
    appToken: secret("app", APP_TOKEN),
    channel: CHANNEL,
    team: TEAM,
    approvers: ["U0000ANN"],
    apiUrl: slack.url,
  };
  place.writeUser("daemon.json", { approvals: { desktop: false, channels: { slack: own }, ...approvals }, ...more });
}
