import type { Finding } from "../../core/errors.js";
import { compileNow } from "../../runtime/open-plan.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { openOptions, SOURCE_OPTIONS } from "../inputs.js";
import { json, printFindings } from "../print.js";

const command: Command = {
  summary: "Check config files: errors and lint warnings, with file, line, field and fix.",
  usage: "[FILE…] [--dialect NAME] [--strict]",
  example: "snaphook validate .snaphook/hooks.json",
  options: {
    dialect: SOURCE_OPTIONS.dialect,
    strict: { type: "boolean", help: "Warnings count as errors." },
  },
  exits: { 1: "errors were found" },
  async run(call) {
    const named = call.args.length > 0 ? { ...call, flags: { ...call.flags, config: call.args } } : call;
    const { plan } = await compileNow(openOptions(named));
    // Trust is no fault of a file.
    const findings = plan.findings.filter(
      ({ code }) => code !== "SOURCE_UNTRUSTED" && code !== "CODE_CONFIG_UNTRUSTED",
    );
    const failing = findings.filter((found) => isFailing(found, call.flags["strict"] === true));
    const valid = failing.length === 0;
    if (call.json)
      json(call, {
        valid,
        hooks: plan.entries.length,
        files: plan.sources.map(({ path }) => path),
        findings,
      });
    else {
      printFindings(call, findings);
      const files = plan.sources.length;
      call.out(
        `${valid ? "ok" : "not ok"}: ${plan.entries.length} hook${plan.entries.length === 1 ? "" : "s"} in ${files} file${files === 1 ? "" : "s"}, ${failing.length} error${failing.length === 1 ? "" : "s"}, ${findings.length - failing.length} warning${findings.length - failing.length === 1 ? "" : "s"}`,
      );
    }
    return valid ? OK : PROBLEMS;
  },
};

function isFailing({ severity }: Finding, strict: boolean): boolean {
  return severity === "error" || strict;
}

export default command;
