/** Infrastructure as code. Planning runs programs that a plan names, so it is omitted. */
import type { Word } from "../../model/invocation.js";
import { ALONE, type Options, SEEN, type Verbs, type Ways } from "../rule.js";

const flags = (options: string, more: Partial<Options> = {}): Options => ({ options, oneDash: true, ...more });

const TERRAFORM: Options = {
  options: "-chdir= -version -help",
  oneDash: true,
  bare: true,
  verbs: {
    version: flags("-json"),
    validate: flags("-json -no-color"),
    graph: flags("-type= -draw-cycles -plan="),
    providers: { bare: true, verbs: { schema: flags("-json") } },
    modules: flags("-json"),
    state: { verbs: { list: flags("-state= -id=") } },
    workspace: { verbs: { "list show": SEEN } },
    metadata: { verbs: { functions: flags("-json") } },
  },
};

/** Neither writes with these options. */
function fmt(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const rest = words.filter(({ text }) => !/^--?write=false$/.test(text));
  const said = rest.length < words.length;
  const rule = flags("-check -diff -recursive -list? -no-color", said ? {} : { needs: "-check" });
  return ways.fits(rule, rest, open);
}

const ANSIBLE_SHOWN = "-v -vv -vvv -vvvv -h --help --version";

export default {
  "terraform tofu": { ...TERRAFORM, verbs: { ...TERRAFORM.verbs, fmt } },
  packer: {
    options: "-version -help",
    oneDash: true,
    verbs: {
      version: ALONE,
      inspect: flags("-machine-readable -var= -var-file="),
      validate: flags("-syntax-only -except= -only= -var= -var-file= -machine-readable -no-warn-undeclared-var"),
      fmt,
      plugins: { verbs: { "installed required": SEEN } },
    },
  },
  pulumi: {
    options: "-C= --cwd= --non-interactive",
    verbs: {
      "version whoami": SEEN,
      stack: { bare: true, verbs: { ls: SEEN, history: { not: "--show-secrets" } } },
      config: { verbs: { get: SEEN }, bare: true },
    },
  },
  cdk: { options: "--version --help -h", verbs: { "doctor version": SEEN, context: ALONE, notices: SEEN } },
  ansible: [{ options: `${ANSIBLE_SHOWN} --list-hosts`, needs: "-h --help --version --list-hosts", operands: 1 }],
  "ansible-playbook ansible-console": {
    options: `${ANSIBLE_SHOWN} --list-hosts --list-tasks --list-tags --syntax-check -l= --limit= -t= --tags= --skip-tags=`,
    needs: "-h --help --version --list-hosts --list-tasks --list-tags --syntax-check",
  },
  "ansible-doc": {
    options: `${ANSIBLE_SHOWN} -l -s -j -t= -F --list --list_files --snippet --json --type= --metadata-dump`,
  },
  "ansible-config": { options: ANSIBLE_SHOWN, verbs: { "list dump view validate": { not: "-c --config" } } },
  "ansible-galaxy": {
    options: ANSIBLE_SHOWN,
    bare: true,
    verbs: {
      "collection role": { options: ANSIBLE_SHOWN, verbs: { "list search info verify": SEEN } },
      "list search info": SEEN,
    },
  },
  "ansible-inventory": {
    options: `${ANSIBLE_SHOWN} --list --graph --host= -y --yaml --toml --vars -l= --limit=`,
    needs: "--list --graph --host -h --help --version",
  },
  "ansible-lint": {
    options: `${ANSIBLE_SHOWN} -L -T -q -p -o -x= -w= -c= -f= --list-rules --list-tags --parseable --offline --nocolor --strict --profile= --format=`,
  },
  "ansible-vault ansible-test ansible-pull": { options: "-h --help --version", needs: "-h --help --version" },
  consul: { verbs: { "members version info": SEEN, catalog: { verbs: { "services nodes datacenters": SEEN } } } },
  vault: { verbs: { "status version": SEEN } },
  nomad: {
    verbs: { "status version": SEEN, job: { verbs: { "status history": SEEN } }, node: { verbs: { status: SEEN } } },
  },
  prometheus: {
    options: "--version --help -h --help-man --help-long",
    needs: "--version --help -h --help-man --help-long",
    operands: 0,
  },
  promtool: { verbs: { check: { verbs: { "config rules metrics": SEEN } } } },
  heroku: { verbs: { "apps ps releases status regions addons auth:whoami domains": SEEN } },
  flyctl: { verbs: { "status version": SEEN, apps: { verbs: { list: SEEN } } } },
  vercel: { verbs: { "ls list whoami": SEEN } },
} satisfies Verbs;
