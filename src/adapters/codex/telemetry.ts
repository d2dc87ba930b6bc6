/** The section of Codex's config.toml that also sends its telemetry to the daemon (AD-13). */
import { join } from "node:path";
import type { AgentTelemetry } from "../contract.js";

export const telemetry: AgentTelemetry = {
  file: ({ home, environment }) => join(environment["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
  section: ({ url, token }) => {
    const headers = `headers = { authorization = ${JSON.stringify(`Bearer ${token}`)} }`;
    const target = `endpoint = ${JSON.stringify(`${url}/v1/logs`)}, protocol = "json", ${headers}`;
    return [
      "[otel]",
      "log_user_prompt = true",
      `exporter = { otlp-http = { ${target} } }`,
      'trace_exporter = "none"',
      'metrics_exporter = "none"',
      "",
    ].join("\n");
  },
};
