/** Typosquatting: package names one typo away from a well-known package. */
import { operands } from "../../model/arguments.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import { listed } from "../../services/listed.js";
import type { Program } from "../contract.js";

const PYTHON = listed(
  "requests urllib3 setuptools certifi python-dateutil colorama pyyaml numpy pandas matplotlib tensorflow pytorch scikit-learn beautifulsoup4 selenium cryptography sqlalchemy django fastapi pydantic uvicorn jinja2 werkzeug pillow boto3 botocore pytest virtualenv pycryptodome paramiko openai anthropic langchain transformers discord.py opencv-python psycopg2 tqdm aiohttp httpx celery gunicorn asyncio jupyter",
);
const JAVASCRIPT = listed(
  "lodash express react-dom webpack typescript eslint prettier axios chalk commander moment mongoose nodemon dotenv cross-env node-fetch jsonwebtoken bcrypt socket.io electron puppeteer playwright tailwindcss styled-components discord.js web3 ethers nodemailer body-parser passport sequelize async-mutex rimraf underscore crossenv-shell",
);
const RUBY = listed("rails nokogiri bundler sidekiq rspec-core activesupport activerecord devise puma-dev faraday");
const RUST = listed("serde serde_json tokio rand_core clap_derive reqwest anyhow thiserror tracing");
/** Legitimate packages one letter away from another. */
const REAL = new Set(
  listed(
    "request expres preact lodash-es pytest-mock async axios-mock chalk-cli django-q2 tokio-rs httpie httpx2 pytorch-lightning pandas-ta pyaml dotenvx mongose electrons colorma loadash psycopg psycopg3 seaborn flask-jwt pillow-simd asyncpg gunicorn2 jupyterlab",
  ),
);

const BY_PROGRAM: Readonly<Record<string, { readonly verbs: RegExp; readonly names: readonly string[] }>> = {
  pip: { verbs: /^(?:install|download)$/, names: PYTHON },
  pip3: { verbs: /^(?:install|download)$/, names: PYTHON },
  uv: { verbs: /^(?:add|pip|tool)$/, names: PYTHON },
  poetry: { verbs: /^add$/, names: PYTHON },
  pipx: { verbs: /^(?:install|run)$/, names: PYTHON },
  npm: { verbs: /^(?:install|i|add|exec|x)$/, names: JAVASCRIPT },
  pnpm: { verbs: /^(?:install|i|add|dlx)$/, names: JAVASCRIPT },
  yarn: { verbs: /^(?:add|dlx)$/, names: JAVASCRIPT },
  bun: { verbs: /^(?:install|i|add|x)$/, names: JAVASCRIPT },
  gem: { verbs: /^install$/, names: RUBY },
  cargo: { verbs: /^(?:add|install)$/, names: RUST },
};

const misspelledPackages: Program = {
  names: Object.keys(BY_PROGRAM),
  effects(invocation) {
    const { verbs, names } = BY_PROGRAM[invocation.program!]!;
    const [verb, ...words] = operands(invocation, [
      "-r",
      "-c",
      "-i",
      "--index-url",
      "-C",
      "--prefix",
      "-w",
      "--filter",
      "-F",
    ]);
    if (verb === undefined || !verbs.test(verb.text) || asksForHelp(invocation)) return [];
    for (const { text, known } of words.slice(0, 40)) {
      const name = text.toLowerCase().replace(/(?:[=<>~!^;[]|(?<=.)@).*$/s, "");
      const meant =
        known && name.length > 5 && !REAL.has(name) && !names.includes(name)
          ? names.find((one) => isSlip(name, one))
          : undefined;
      if (meant !== undefined)
        return [
          effectOf(invocation, {
            kind: "remote-code",
            severity: "risky",
            certainty: "likely",
            words: text,
            what: `installs a package whose name is almost that of the well-known ${meant}`,
            instead: `check the name: the well-known package is ${meant}`,
          }),
        ];
    }
    return [];
  },
};

export default misspelledPackages;

/** Edit distance of one: a letter added, removed, replaced, or two swapped. */
function isSlip(name: string, meant: string): boolean {
  if (
    Math.abs(name.length - meant.length) > 1 ||
    name[0] !== meant[0] ||
    (name === `${meant}s` && !meant.endsWith("s") && meant.length < 9)
  )
    return false;
  let at = 0;
  while (at < name.length && name[at] === meant[at]) at++;
  const [rest, other] = [name.slice(at), meant.slice(at)];
  return (
    (rest.length === other.length &&
      ((rest.slice(1) === other.slice(1) && rest.length > 1) ||
        (rest.slice(0, 2) === [...other.slice(0, 2)].reverse().join("") && rest.slice(2) === other.slice(2)))) ||
    rest.slice(1) === other ||
    rest === other.slice(1)
  );
}
