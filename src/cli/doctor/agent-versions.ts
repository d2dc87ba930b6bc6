import { finding } from "../../core/errors.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { findProgram, programVersion } from "../agents/known-agents.js";
import type { Check } from "./check.js";

export const agentVersions: Check = {
  name: "versions of the agents",
  async run(sight) {
    const wired = sight.agents().filter(({ user, project }) => user !== "no" || project !== "no");
    const findings = await Promise.all(
      wired.map(async ({ adapter }) => {
        const program = findProgram(adapter, sight.call);
        const version = program === undefined ? undefined : await programVersion(program, sight.call);
        if (version === undefined || !adapter.versions.every((checked) => isNewer(version, checked))) return [];
        const why = `${adapter.title} ${version} is newer than what was checked (${adapter.versions.join(", ")})`;
        return [finding("AGENT_NEWER", why, { file: program })];
      }),
    );
    return findings.flat();
  },
};
