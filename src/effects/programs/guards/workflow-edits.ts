/** In-place edits of CI workflows that weaken checks or expose more. */
import { effectOf } from "../../model/make-effect.js";
import { isWorkflow } from "../../model/repository-checks.js";
import type { Program } from "../contract.js";

/** More permissions, secrets for forks, or a result that is ignored. */
const LOOSENS =
  /pull_request_target|write-all|permissions\b.{0,40}write|secrets\b|toJSON\(|continue-on-error|allow_failure|if:\s{0,4}(?:false|always)|\|\|\s{0,4}true|exit 0|--no-verify|self-hosted|(?:uses:|[/|#,][\w.-]{1,40}\/)[\w./-]{0,80}@(?:main|master)|curl|wget|base64|fail[-_]?on\b[^\n]{0,20}(?:none|never|off)|threshold\b[^\n]{0,20}\b0\b/i;
/** Lines that are deleted or commented out. */
const DROPS =
  /(?:^|[;\s])\/[^/]{0,80}(?:test|lint|scan|audit|codeql|security|gitleaks|semgrep|snyk|trivy|secret|review|check|verify|require|approv|protect)[^/]{0,80}\/(?:,[^d]{0,80})?d\b|\bdel\(|s[/|#,][^/|#,]{0,80}(?:test|lint|scan|audit|codeql|security|gitleaks|semgrep|verify)[^/|#,]{0,80}[/|#,][^/|#,]{0,20}(?:#|\btrue\b|\becho\b|exit 0)/i;

const workflowEdits: Program = {
  names: ["sed", "gsed", "perl", "yq", "ruby", "sd"],
  effects(invocation) {
    const { args, program } = invocation;
    if (!args.some(({ text }) => isWorkflow(text))) return [];
    const inPlace = program === "sd" || args.some(({ text }) => /^(?:-[a-zA-Z0-9]{0,6}i|--in-?place)/.test(text));
    const script = args
      .map(({ text }) => text)
      .filter((text) => !isWorkflow(text))
      .join("\n")
      .slice(0, 5000);
    if (!inPlace || !(LOOSENS.test(script) || DROPS.test(script))) return [];
    return [
      effectOf(invocation, {
        kind: "persistence",
        severity: "risky",
        what: "makes a workflow check less or expose more",
        instead: "show the user the workflow change first",
      }),
    ];
  },
};

export default workflowEdits;
