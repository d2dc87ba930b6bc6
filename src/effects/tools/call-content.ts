/** Text that a tool writes to a file which something runs or obeys later: builds, hooks, workflows, agents, infrastructure. */
import type { JsonObject } from "../../core/text/json.js";
import { review } from "../injection/verdict.js";
import type { Effect } from "../model/effect.js";
import type { Reading } from "../model/invocation.js";
import { runsLater } from "../shell/planted.js";
import { textsIn } from "./fields.js";

const PATH_FIELD = /^(?:file_path|path|filename|notebook_path|target_file|relative_path|uri)$/;
const NEW_TEXT = /^(?:contents?|new_str(?:ing)?|new_text|new_source|text|file_text|code_edit|replacement)$/;
const OLD_TEXT = /^(?:old_str(?:ing)?|old_text|old_source)$/;

/** Files that agents take instructions from. */
const INSTRUCTIONS =
  /(?:^|\/)(?:AGENTS?|CLAUDE(?:\.local)?|GEMINI|QWEN|KIMI|CRUSH|CONVENTIONS|copilot-instructions)\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints)$|(?:^|\/)\.(?:cursor|windsurf|claude|kiro|roo|github)\/(?:rules|commands|agents|skills|steering|instructions|prompts)\//i;

/** By file: text that opens or unprotects something. Counts only if the replaced text does not already say it. */
const CRITICAL: readonly (readonly [file: RegExp, text: RegExp, what: string])[] = [
  [
    /(?:firestore|storage|database)\.rules(?:\.json)?$/,
    /allow\s{1,4}[a-z, ]{3,60}:?\s{0,4}if\s{1,4}true|allow\s{1,4}(?:read|write)[a-z, ]{0,40};|"\.(?:read|write)"\s{0,4}:\s{0,4}(?:true|"true")/,
    "opens a database to everyone",
  ],
  [
    /\.tf(?:vars)?(?:\.json)?$|\.hcl$/,
    /\b(?:deletion_protection|prevent_destroy|enable_deletion_protection|deletion_protection_enabled)\s{0,8}=\s{0,4}false|\b(?:skip_final_snapshot|force_destroy|publicly_accessible)\s{0,8}=\s{0,4}true|\bAdministratorAccess\b|"Action"\s{0,4}:\s{0,4}"\*"|\bacl\s{0,8}=\s{0,4}"public-read/,
    "removes a protection of infrastructure, or opens it",
  ],
  [
    /\.ya?ml$/,
    /\bname:\s{0,4}cluster-admin\b|\bverbs:\s{0,4}\[\s{0,4}["']\*["']|\bprivileged:\s{0,4}true\b|\bhostPID:\s{0,4}true\b|\bDeletionPolicy:\s{0,4}Delete\b|-\s{1,4}["']?\/:\/[\w/]{1,40}/,
    "gives containers or accounts rights over everything",
  ],
  [
    /(?:^|\/)\.github\/workflows\/|(?:^|\/)\.gitlab-ci\.yml$/,
    /\bpull_request_target\b|\bpermissions:\s{0,8}write-all\b|toJSON\(\s{0,4}secrets\b/,
    "gives a workflow more permissions or secrets than it needs",
  ],
  [
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/,
    /\bresolved"?:?\s{0,4}"?http:\/\/|\btarball:\s{0,4}http:\/\/|\bresolved"?:?\s{0,4}"?https?:\/\/\d{1,3}\./,
    "changes package URLs by hand",
  ],
  [
    /(?:^|\/)\.gitmodules$/,
    /\burl\s{0,4}=\s{0,4}(?:http:\/\/|git:\/\/|https:\/\/(?!(?:[^/@\s]{1,100}@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com)\/))/,
    "fetches a submodule from another host",
  ],
  [/(?:^|\/)\.mvn\/(?:extensions\.xml|jvm\.config|maven\.config)$/, /\S/, "makes every Maven build load other code"],
  [
    /(?:^|\/)(?:sshd_config|sudoers|pg_hba\.conf)$/,
    /\bPermitRootLogin\s{1,4}yes|\bPasswordAuthentication\s{1,4}yes|\bNOPASSWD\b|\b(?:0\.0\.0\.0\/0|all)\s{1,40}trust\b/,
    "loosens who may log in",
  ],
];

export function callContent(input: JsonObject): Reading[] {
  const fields = textsIn(input);
  const file = fields.find(({ name }) => PATH_FIELD.test(name))?.text;
  if (file === undefined || file.length > 1000) return [];
  const text = textOf(fields, NEW_TEXT);
  if (text.trim() === "") return [];
  const before = textOf(fields, OLD_TEXT);
  const later = runsLater(file, text);
  const what = said(file, text, before);
  if (later === undefined && what === undefined) return [];
  const effects: Effect[] =
    what === undefined
      ? []
      : [
          {
            kind: "persistence",
            severity: "risky",
            certainty: "likely",
            words: `${file}: ${text.slice(0, 200)}`,
            what,
            instead: "show the user the change first",
          },
        ];
  return [{ invocations: [], unclear: [], effects, planted: later === undefined ? [] : [later] }];
}

function textOf(fields: readonly { readonly name: string; readonly text: string }[], form: RegExp): string {
  return fields
    .filter(({ name }) => form.test(name))
    .map(({ text }) => text)
    .join("\n")
    .slice(0, 20_000);
}

function said(file: string, text: string, before: string): string | undefined {
  for (const [files, form, what] of CRITICAL)
    if (files.test(file) && form.test(text) && !form.test(before)) return what;
  return INSTRUCTIONS.test(file) && review(text, "instructions").flagged
    ? "tells agents to ignore their rules"
    : undefined;
}
