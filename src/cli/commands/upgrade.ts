import { packageVersion } from "../../runtime/platform/paths.js";
import { launcherFacts } from "../../runtime/wiring/launcher-facts.js";
import { upgradeFeatures } from "../agents/upgrade-features.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { FeatureReport } from "../output/features.js";
import { json, paint, safe } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Bring launcher, agents, daemon and store to this version.",
  usage: "",
  example: "snaphook upgrade",
  exits: { 1: "a step failed; the others were done" },
  async run(call) {
    const from = calledVersion(call);
    const to = packageVersion();
    const report = new FeatureReport();
    await upgradeFeatures(call, report);
    if (call.json) json(call, { from: from ?? null, to, features: report.results });
    else {
      call.out(from === undefined || from === to ? `Version ${to}` : `From version ${safe(from)} to ${to}`);
      report.show(call);
      if (report.hasFailed) call.out(paint("red", "Not everything was upgraded. Remove the cause, then run it again."));
    }
    return report.hasFailed ? PROBLEMS : OK;
  },
};

/** That agents call until now. */
function calledVersion({ places }: Call): string | undefined {
  try {
    return launcherFacts(places.data)?.version;
  } catch {
    return undefined; // unreadable; it is written again
  }
}

export default command;
