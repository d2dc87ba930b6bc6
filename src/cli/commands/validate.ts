import { resolve } from "node:path";
import { ADAPTERS } from "../../adapters/_registry.js";
import type { Finding } from "../../core/errors.js";
import { loadSettings, settingsFile } from "../../daemon/lifecycle/settings.js";
import { questionsOverWait, timeoutsOverWait } from "../../runtime/lint/timeout-chain.js";
import { unguardedPermissions } from "../../runtime/lint/unguarded-permissions.js";
import { compileNow } from "../../runtime/plan/open-plan.js";
import { checkUnapprovedCode } from "../../runtime/plan/review.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { badSecrets } from "../doctor/channels.js";
import { openOptions, SOURCE_OPTIONS } from "../input/inputs.js";
import { json, printFindings } from "../output/print.js";

const command: Command = {
  group: "Hooks",
  summary: "Check config files for errors and likely mistakes.",
  usage: "[FILE…] [--dialect NAME] [--strict]",
  example: "snaphook validate .snaphook/hooks.json",
  arguments: [{ kind: "file", many: true }],
  options: {
    dialect: { ...SOURCE_OPTIONS.dialect, help: "Dialect of the files, or a system whose files to check too." },
    strict: { type: "boolean", help: "Warnings as errors." },
  },
  exits: { 1: "errors were found" },
  async run(call) {
    const options = openOptions(call);
    const dialect = call.flags["dialect"] as string | undefined;
    const named = call.args.map((file) => ({ path: resolve(call.cwd, file), dialect, check: true }));
    const { plan } = await compileNow(named.length > 0 ? { ...options, named } : options);
    // Trust is no fault of a file.
    const about = plan.findings.filter(({ code }) => code !== "SOURCE_UNTRUSTED" && code !== "CODE_CONFIG_UNTRUSTED");
    const lints = [...unguardedPermissions(plan.entries), ...timeoutsOverWait(plan.entries, Object.values(ADAPTERS))];
    const settings = named.length > 0 ? [] : await settingsFindings(call);
    const findings = [...about, ...lints, ...settings, ...(await checkUnapprovedCode(plan))];
    const failing = findings.filter((found) => isFailing(found, call.flags["strict"] === true));
    const valid = failing.length === 0;
    const hooks = plan.entries.filter(({ source }) => source.path !== undefined).length;
    const paths = plan.sources.flatMap(({ path }) => path ?? []);
    if (call.json)
      json(call, {
        valid,
        hooks,
        files: paths,
        findings,
      });
    else {
      printFindings(call, findings);
      const files = paths.length;
      call.out(
        `${valid ? "ok" : "not ok"}: ${hooks} hook${hooks === 1 ? "" : "s"} in ${files} file${files === 1 ? "" : "s"}, ${failing.length} error${failing.length === 1 ? "" : "s"}, ${findings.length - failing.length} warning${findings.length - failing.length === 1 ? "" : "s"}`,
      );
    }
    return valid ? OK : PROBLEMS;
  },
};

async function settingsFindings(call: Call): Promise<Finding[]> {
  const { settings, findings } = await loadSettings(call.places);
  const { waitMinutes, channels } = settings.approvals;
  const overWait = questionsOverWait(waitMinutes, Object.values(ADAPTERS), settingsFile(call.places));
  return [...findings, ...overWait, ...badSecrets(call, channels)];
}

function isFailing({ severity }: Finding, strict: boolean): boolean {
  return severity === "error" || strict;
}

export default command;
