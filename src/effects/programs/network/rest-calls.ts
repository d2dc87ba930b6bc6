/** Manual HTTP calls to services: DELETE requests, and paths that name a deletion. */

import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { isLoopback } from "../../model/near-hosts.js";
import { serviceEffect } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { optionValue, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

/** Data services, by local port. Other local ports are under development. */
const KEEPERS =
  /:(?:9200|9300|9201|7700|8108|6333|8983|5984|8200|8500|15672|8086|9090|8001|4646|2375|2376|6443|8091|19530|8529|7474|3100|9091|8848|10250)(?:[/?]|$)/;
/** Paths that delete, whatever the method. */
const DELETING =
  /\/(?:_delete_by_query|_shutdown|doDelete|delete_series|clean_tombstones|purge_cache|purge_everything|_flush_all|doWipeOutWorkspace|scriptText)(?:[/?]|$)/;
const WHOLE = /^(?:https?:\/\/)?[^/]+\/(?:_all|\*|_data_stream\/\*|indexes\/?|_snapshot\/[^/]+\/?)?(?:\?|$)/;

/** Paths that end in an action. */
const ENDING =
  /\/(?:delete|delete-batch|deleteByQuery|purge|erase|destroy|terminate|wipe|truncate|clear|drop|_close|reset|disable|shutdown|restart|rollback|deactivate|suspend|revoke|cancel|refund|ban|flush|flush-all|cleanup)\/?(?:\?|$)/i;
/** Production and administration hosts and paths. */
const LIVE =
  /^(?:https?:\/\/)?(?:[^/@]{0,200}@)?(?:[\w.-]{0,100}[.-])?(?:prod|production|live|prd|admin)(?:[.-][\w.-]{0,100})?(?::\d{1,5})?(?:\/|$)|^https?:\/\/(?![\w.-]{0,80}(?:staging|stage|dev|test|sandbox|localhost|local|example\.com))[\w.-]{3,100}(?::\d{1,5})?\/(?:[\w.-]{1,40}\/){0,3}(?:admin|flags|config|settings)\//i;
/** A GraphQL mutation that deletes. */
const MUTATION =
  /\bmutation\b[\s\S]{0,400}?(?:\b(?:delete|remove|archive|transfer|destroy|purge)[A-Z]\w{2,40}|\b[a-z]\w{2,40}(?:Delete|Remove|Archive|Destroy|Purge)\b)/;
/** Covered by their own tables. */
const FORGES = new Set(["gh", "glab", "newrelic"]);
/** Paths that name a deletion as a thing: `POST /deletions/users`. */
const DELETION =
  /\/(?:deletions?|erasures?|removals?|bulk[-_]?delete|mass[-_]?delete|batch[-_]?delete|data-deletion|gdpr\/delete)(?:[/?]|$)/i;
/** Services in which a team keeps its work, its customers or its accounts. */
const TEAM_SERVICES =
  /^https:\/\/(?:[\w-]{1,60}\.(?:zendesk|atlassian|okta|oktapreview|auth0|myshopify|salesforce|force|freshdesk|freshservice|service-now|bamboohr|pipedrive|workday|gitlab|sentry|statuspage|grafana|elastic-cloud)\.(?:com|net|io)|api\.(?:airtable|notion|hubapi|hubspot|intercom|linear|monday|trello|clickup|asana|datadoghq|newrelic|launchdarkly|statsig|amplitude|mixpanel|segment|contentful|sanity|webflow|algolia|bitbucket|fastly|pagerduty|calendly|typeform|close|customer|klaviyo|braze|box|dropboxapi|zoom|figma|miro|atlassian)\.(?:com|io|app|us|net)|app\.(?:asana|launchdarkly|posthog)\.com|sentry\.io|amplitude\.com|(?:graph\.microsoft|admin\.googleapis|www\.googleapis|gmail\.googleapis|people\.googleapis)\.com|api\.openai\.com\/v1\/(?:fine_tuning|files|organization|vector_stores|assistants))/i;

const INSTEAD = "read it first with a GET request, and ask the user to delete it";
/** Options of curl and wget with a value that could be mistaken for a URL. */
const TAKING =
  "-H -d -u -o -A -b -c -e -F -m -T -x -X --header --data --data-raw --data-binary --user --output --request --json --form --url-query --max-time --retry --cacert --cert --key --method --body-data".split(
    " ",
  );

const rest: Program = {
  names: listed(`curl curlie wget wget2 http https httpie xh xhs lwp-request twurl hurl restish gh glab newrelic`),
  effects(invocation) {
    if (invocation.args.some(({ text }) => MUTATION.test(text)))
      return [serviceEffect(invocation, { severity: "risky", what: "deletes data from a service", instead: INSTEAD })];
    if (FORGES.has(invocation.program!)) return [];
    const method = methodOf(invocation);
    const others = method === "GET" || method === "HEAD" ? [] : reachesOthers(invocation);
    if (others.length > 0) return others;
    return addresses(invocation).flatMap((address): Effect[] => {
      if (method === "GET" || method === "HEAD") return [];
      const kept = !isLoopback(address) || (KEEPERS.test(address) && !TEST_PART.test(address));
      if (
        TEAM_SERVICES.test(address) &&
        (/^(?:PUT|PATCH)$/.test(method) || (method === "POST" && CHANGING.test(address)))
      )
        return [
          serviceEffect(invocation, {
            severity: "risky",
            what: "changes data of a service that the team works with",
            instead: "read it first with a GET request, and ask the user to change it",
          }),
        ];
      if (LIVE.test(address) && !isLoopback(address) && !DELETING.test(address) && method !== "DELETE")
        return [
          serviceEffect(invocation, {
            severity: "risky",
            what: "changes a production service",
            instead: INSTEAD,
          }),
        ];
      const body = invocation.args.some(({ text }) => text.length < 5000 && DELETING_BODY.test(text));
      const deletes = body || /^(?:DELETE|PURGE|BAN)$/.test(method) || ENDING.test(address) || DELETION.test(address);
      if (!(kept && deletes) && !DELETING.test(address)) return [];
      const whole = WHOLE.test(address);
      return [
        serviceEffect(invocation, {
          severity: whole ? "destructive" : "risky",
          what: whole ? "deletes all data of a service" : "deletes data from a service",
          instead: INSTEAD,
        }),
      ];
    });
  },
};

/** The text that is sent says so: Solr, Dgraph and similar. */
const DELETING_BODY =
  /<delete>\s{0,8}<(?:query|id)>|"(?:drop_all|drop_op|delete_all|deleteAll|wipe|purge_everything|purgeEverything)"\s{0,4}:\s{0,4}(?:true|"DATA|"ALL)/;
/** A part of the path is made for tests: `/test-index`. */
const TEST_PART = /^[^?]{1,300}\/(?:test|tests|tmp|scratch|dev)(?:[-_]\w{1,40})?(?:[/?]|$)/i;
const CHANGING =
  /\/(?:fine_tuning|files|users|roles|groups|policies|members|monitor|mute\w{0,10}|contacts|flags|downtime|silences?|webhooks)(?:[/?.]|$)/i;

/** Services that send mail, messages or money, or control shared resources. */
const REACHES: readonly (readonly [form: RegExp, what: string])[] = [
  [
    /(?:api\.(?:eu\.)?mailgun\.net|api\.sendgrid\.com|api\.postmarkapp\.com|api\.brevo\.com|api\.resend\.com|api\.mailchimp\.com|mandrillapp\.com|email\.[\w-]{1,30}\.amazonaws\.com)\//i,
    "sends mail",
  ],
  [
    /(?:api\.twilio\.com|rest\.nexmo\.com|api\.vonage\.com|api\.plivo\.com|api\.messagebird\.com)\//i,
    "sends messages to people",
  ],
  [
    /(?:slack\.com\/api\/chat\.|hooks\.slack\.com\/|discord(?:app)?\.com\/api\/|api\.telegram\.org\/bot|graph\.facebook\.com\/|api\.(?:twitter|x)\.com\/|webhook\.office\.com\/|chat\.googleapis\.com\/|api\.pagerduty\.com\/|events\.pagerduty\.com\/|api\.opsgenie\.com\/)/i,
    "posts in the owner's name",
  ],
  [
    /(?:api\.stripe\.com\/|api(?:-m)?\.paypal\.com\/|connect\.squareup\.com\/|checkout-live\.adyen\.com\/|api\.braintreegateway\.com\/|api\.wise\.com\/|api\.coinbase\.com\/)/i,
    "transfers money or changes prices",
  ],
  [
    /api\.(?:cloudflare|digitalocean|heroku|vercel|netlify|linode|hetzner|vultr|fastly|godaddy)\.(?:com|cloud)\/(?!.{0,200}purge_cache)/i,
    "changes what a shared service runs",
  ],
];
const FORGE =
  /api\.github\.com\/repos\/[^/]{1,100}\/[^/]{1,100}\/(?:merges|pulls\/\d{1,9}\/merge|dispatches|collaborators|keys|hooks|actions\/(?:secrets|permissions)|branches\/[^/]{1,100}\/protection|rulesets)/i;
const INBOX = /\$\{?\w{0,40}(?:WEBHOOK|_HOOK)\w{0,20}/;
/** A message that notifies a whole channel. */
const RINGS = /@(?:everyone|here|channel|all)\b|<!(?:everyone|here|channel)>/;
const SOCKET = /docker\.sock|podman\.sock|containerd\.sock/;

function reachesOthers(invocation: Invocation): Effect[] {
  const { args } = invocation;
  if (
    args.some(
      ({ text }, at) =>
        SOCKET.test(text) && /^(?:--unix-socket|--abstract-unix-socket)$/.test(args[at - 1]?.text ?? ""),
    )
  )
    return [
      {
        kind: "escalate",
        severity: "risky",
        certainty: "certain",
        words: invocation.words,
        what: "controls the container engine, which has root access to this machine",
        instead: "use its command line: `docker ps`",
      },
    ];
  const opened =
    args.some(({ text }) => /api\.(?:github|gitlab|bitbucket)\.\w{2,4}\/|\/api\/v4\/projects\//.test(text)) &&
    args.some(({ text }) =>
      /"private"\s?:\s?false|"visibility"\s?:\s?"public"|"archived"\s?:\s?true|\bprivate=false|visibility=public/.test(
        text,
      ),
    );
  const what =
    (opened ? "changes who sees a repository" : undefined) ??
    REACHES.find(([form]) => args.some(({ text }) => form.test(text)))?.[1] ??
    (args.some(({ text }) => FORGE.test(text)) ? "changes a repository for all its users" : undefined) ??
    (args.some(({ source, known }) => !known && INBOX.test(source) && !/[\s{]/.test(source))
      ? "posts in the owner's name"
      : undefined) ??
    (args.some(({ text }) => text.length < 5000 && RINGS.test(text)) ? "notifies everyone in a channel" : undefined);
  if (what === undefined || args.some(({ text }) => /(?:sk|rk)_test_|\/sandbox|test_mode/.test(text))) return [];
  return [
    serviceEffect(invocation, {
      severity: "risky",
      what,
      instead: "show the user what would be sent, and ask them to send it",
    }),
  ];
}

function methodOf(invocation: Invocation): string {
  const { program, args } = invocation;
  if (program !== "curl" && program !== "curlie" && !program!.startsWith("wget")) {
    const words = operands(invocation, TAKING).map(({ text }) => text);
    const named = words.slice(0, 4).find((word) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(word));
    if (named !== undefined) return named;
    const first = words[0]?.toUpperCase() ?? "";
    if (/^[A-Z]{3,8}$/.test(first)) return first;
  }
  const long = optionValues(invocation, ["--request", "--method", "-X"]).at(-1) ?? optionValue(invocation, ["-m"]);
  if (long !== undefined && /^[A-Za-z]{3,8}$/.test(long)) return long.toUpperCase();
  for (const [at, { text }] of args.entries()) {
    const cluster = /^-[A-Za-z]{1,8}X([A-Za-z]*)$/.exec(text);
    if (cluster !== null) return (cluster[1] || args[at + 1]?.text || "GET").toUpperCase();
  }
  if (args.some(({ text }) => text === "--get" || /^-[a-zA-Z]{0,6}G$/.test(text))) return "GET";
  const sends = args.some(({ text }) => /^(?:-d|--data|--json|-F|--form|--post-)/.test(text));
  return sends ? "POST" : "GET";
}

function addresses(invocation: Invocation): string[] {
  return [
    ...optionValues(invocation, ["--url"]),
    ...operands(invocation, TAKING)
      .map(({ text }) => text)
      .filter((text) => /^[a-z]+:\/\/|[.:/]|^localhost/i.test(text) || text.includes("\u{FFFC}")),
  ];
}

export default rest;
