/** Tasks of a project, by their names: `make nuke`, `npm run destroy`, `tox -e purge-prod-data`. Their files are not read. */
import { asksForHelp, lineOf } from "../../model/rules.js";
import { serviceEffect } from "../../services/judge.js";
import { isDryRun } from "../../services/options.js";
import { ON_PRODUCTION, scriptOnProduction } from "../../services/other-clis.js";
import type { Program } from "../contract.js";

/** The part of the line that names tasks. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  npm: /^ (?:-\S{1,60} ){0,4}(?:run|run-script|rum|urn|exec|x)(?: --?\S{1,60}(?:[= ]\S{1,60})?){0,4} (.{1,300})/,
  pnpm: /^ (?:--?\S{1,60}(?:[= ]\S{1,60})? ){0,4}?(?:run |exec )?([\w:@/.-].{0,300})/,
  yarn: /^ (?:workspace \S{1,80} |workspaces (?:foreach|run) (?:-\S{1,20} ){0,6})?(?:run )?([\w:@/.-].{0,300})/,
  bun: /^ run (.{1,300})/,
  deno: /^ task (.{1,300})/,
  composer: /^ (?:run|run-script) (.{1,300})/,
  nx: /^ (?:run |run-many |affected )?(.{1,300})/,
  turbo: /^ (.{1,300})/,
  lerna: /^ run (.{1,300})/,
  tox: / -e ?(.{1,200})/,
  nox: / (?:-s|--session|-e) ?(.{1,200})/,
  bazel: /^ run (.{1,300})/,
  bazelisk: /^ run (.{1,300})/,
  hatch: /^ run (.{1,300})/,
  pdm: /^ run (.{1,300})/,
  poe: /^ (.{1,300})/,
  ...Object.fromEntries(
    "make gmake task go-task just rake invoke inv mage ant gradle gradlew mvn mvnw sbt lein mix doit earthly grunt gulp jake fab run.sh manage.sh"
      .split(" ")
      .map((name) => [name, /^ (.{1,400})/]),
  ),
};

const PROD = /(?:^|[\s=:/_@.,"'-])(?:prod|production|prd|live)(?=$|[\s=:/_@.,"'\d-])/i;
const LOCAL =
  /(?:^|[\s=:/_@.,"'-])(?:local|dev|development|test|tests|testing|ci|e2e|staging|sandbox|preview)(?=$|[\s=:/_@.,"'\d-])/i;
/** Whatever it is about, nothing is left of it. */
const DESTROYS =
  /(?:^|[\s:/_."'-])(?:destroy(?:-?all)?|nuke|obliterate|flywayClean|\w{0,20}[dD]ropAll|wipe-?(?:all|data|db)?|purge-?(?:all|data))(?=$|[\s:/_."'-])/;
/** Everyday words, grave in production. */
const CHANGES =
  /(?:^|[\s:/_."'-])(?:destroy|nuke|teardown|tear-down|down|purge|wipe|drop|reset|clean|clear|delete|remove|undeploy|rollback|restore|migrate|seed|truncate|flush|deploy|release|publish|promote|ship|sync|backfill|fixtures?|send|notify|broadcast)(?=$|[\s:/_."'-])/i;

const SCRIPT_RUNNERS = ["bash", "sh", "zsh", "python", "python3", "node", "ruby", "php", "perl", "tsx", "ts-node"];
/** Commands of a framework: `manage.py send_newsletter --all`. */
const MASS_MAIL =
  / \S{0,200}(?:send|notify|newsletter|broadcast|mailing|blast)\S{0,60}(?: .{0,200})?(?: --?(?:all|everyone|(?:audience|segment|users?|to)[ =](?:all|everyone|everybody))| \S{0,60}prod(?:uction)?)(?=\s|$)/i;

const taskRunners: Program = {
  names: [...Object.keys(RUNNERS), ...SCRIPT_RUNNERS.filter((name) => !Object.hasOwn(RUNNERS, name))],
  effects(invocation) {
    if (SCRIPT_RUNNERS.includes(invocation.program!)) {
      const at = invocation.args.findIndex(({ text }) => !text.startsWith("-") && text !== "run");
      const script = invocation.args[at];
      if (at > 3 || script === undefined || /[\s;]/.test(script.text)) return [];
      if (scriptOnProduction(script.text, invocation.args.slice(at + 1)))
        return [serviceEffect(invocation, ON_PRODUCTION)];
      return MASS_MAIL.test(lineOf(invocation).slice(0, 1000)) && /\.(?:py|[cm]?js|ts|rb|php)$/.test(script.text)
        ? [
            serviceEffect(invocation, {
              severity: "risky",
              what: "sends messages to all users",
              instead: "send it to one test address first, and ask the user to send it to all",
            }),
          ]
        : [];
    }
    if (asksForHelp(invocation) || isDryRun(invocation, ["-n", "--just-print", "--list", "--summary"])) return [];
    const line = lineOf(invocation).slice(0, 2000);
    const tasks = RUNNERS[invocation.program!]!.exec(line)?.[1];
    if (tasks === undefined) return [];
    const named = `${tasks} ${[...invocation.variables].map(([name, { text }]) => (/ENV|STAGE|TARGET/.test(name) ? text : "")).join(" ")}`;
    const prod = PROD.test(named) && CHANGES.test(tasks);
    const all = DESTROYS.test(tasks) && !LOCAL.test(named);
    if (!prod && !all) return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: prod
          ? "runs a task that changes production"
          : "runs a task that by its name destroys data or infrastructure",
        instead: "read what the task does first, and ask the user to run it",
      }),
    ];
  },
};

export default taskRunners;
