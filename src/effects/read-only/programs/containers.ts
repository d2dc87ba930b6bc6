/** Docker, Podman and Compose. A command inside a container is a separate invocation. */
import { type Options, SEEN, type Verbs } from "../rule.js";
import { inContainer } from "./wrappers.js";

/** Writes an archive to standard output. */
const TO_STDOUT: Options = { not: "-o --output" };

const COMPOSE: Options = {
  options:
    "-f= -p= --file= --project-name= --project-directory= --profile= --env-file= --ansi= --compatibility --parallel= --progress= --version -v --help -h",
  verbs: {
    "ps ls logs images port top events version stats volumes": SEEN,
    // Without one of these it prints the environment variables of every service.
    config: {
      options: "--services --volumes --images --profiles --networks --hash= --quiet -q",
      needs: "--services --volumes --images --profiles --networks --hash= --quiet -q",
    },
  },
};

const LS = { "ls list inspect": SEEN };

const DOCKER: Options = {
  options:
    "-H= --host= -c= --context= -D --debug -l= --log-level= --tls --tlsverify --version -v --help -h --remote -r",
  bare: true,
  verbs: {
    "ps images logs inspect stats top port diff history info version search events": SEEN,
    "save export": TO_STDOUT,
    exec: inContainer,
    container: { verbs: { ...LS, "ps logs stats top port diff": SEEN, export: TO_STDOUT } },
    image: { verbs: { ...LS, history: SEEN, save: TO_STDOUT } },
    "volume network secret config node plugin pod machine": { verbs: LS },
    context: { verbs: { ...LS, show: SEEN } },
    service: { verbs: { ...LS, "ps logs": SEEN } },
    stack: { verbs: { "ls ps services config": SEEN } },
    system: { verbs: { "df info events": SEEN } },
    "trust manifest": { verbs: { inspect: SEEN } },
    buildx: {
      verbs: {
        "ls du version": SEEN,
        inspect: { not: "--bootstrap" },
        imagetools: { verbs: { inspect: SEEN } },
      },
    },
    compose: COMPOSE,
    help: SEEN,
  },
};

/** Its node and swarm commands do more than list. */
const NODE: Verbs = { ...DOCKER.verbs, node: { verbs: { ...LS, ps: SEEN } } };

export default {
  "docker podman nerdctl": { ...DOCKER, verbs: NODE },
  "docker-compose podman-compose": COMPOSE,
  skopeo: { verbs: { "inspect list-tags": SEEN } },
  crane: { verbs: { "digest manifest config ls catalog version": SEEN } },
  crictl: { verbs: { "ps pods images img inspect inspecti inspectp logs info version stats imagefsinfo": SEEN } },
} satisfies Verbs;
