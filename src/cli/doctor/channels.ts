/** Channels that cannot work: secrets that are missing or that others can read, and those that the daemon calls down. */
import { isConfirmed } from "../../client/channel-consent.js";
import { findDaemon } from "../../client/daemon-control.js";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { readSecret } from "../../daemon/channels/secrets.js";
import { type ChannelSettings, loadSettings, type SecretPlace, settingsFile } from "../../daemon/lifecycle/settings.js";
import type { Call } from "../command.js";
import { dayAndTime } from "../output/times.js";
import type { Check } from "./check.js";

export const channels: Check = {
  name: "channels",
  passed: "channels for approvals work, or none is configured",
  async run({ call }) {
    const { settings } = await loadSettings(call.places);
    const configured = settings.approvals.channels;
    if (Object.keys(configured).length === 0) return [];
    return [...badSecrets(call, configured), ...notConfirmed(call, configured), ...(await down(call))];
  },
};

export function badSecrets({ places, environment }: Call, configured: ChannelSettings): Finding[] {
  return Object.entries(configured).flatMap(([name, settings]) =>
    Object.values(settings ?? {}).flatMap((value: unknown) => {
      // A variable is the daemon's: it says itself that one is missing.
      if (!isRecord(value) || typeof value["file"] !== "string") return [];
      try {
        readSecret(value as unknown as SecretPlace, places.home, environment as NodeJS.ProcessEnv);
        return [];
      } catch (error) {
        return [finding("CHANNEL_SECRET", `${name}: ${(error as Error).message}`, { file: settingsFile(places) })];
      }
    }),
  );
}

function notConfirmed({ places }: Call, configured: ChannelSettings): Finding[] {
  if (isConfirmed(places.data, configured)) return [];
  return [finding("CHANNEL_UNCONFIRMED", "these channels approve nothing yet", { file: settingsFile(places) })];
}

async function down({ places }: Call): Promise<Finding[]> {
  const found = await findDaemon(places);
  const states = found.state === "running" ? found.status["channels"] : [];
  return (Array.isArray(states) ? states.filter(isRecord) : [])
    .filter(({ state }) => state === "down")
    .map(({ name, since, problem }) =>
      finding("CHANNEL_DOWN", `${name} is down since ${dayAndTime(Number(since))}: ${problem}`),
    );
}
