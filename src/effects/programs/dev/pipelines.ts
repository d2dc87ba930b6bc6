/** Build servers and what steers them. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names:
      listed(`circleci buildkite-agent bk travis drone woodpecker-cli concourse fly-ci tkn dagger spin earthly semaphore sem
      codefresh appveyor teamcity jfrog jf nexus harness`),
    where: "of a build service",
    depth: 3,
    rules: {
      "context remove-secret|delete|store-secret": ["risky", "takes a secret of builds away, or replaces it"],
      "namespace|orb|pipeline|runner|context|project delete|unlist|resource-class": [
        "risky",
        "deletes things of a build service",
      ],
      "rt del|delete": ["destructive", "deletes stored artifacts"],
      "cache|logs|login|logout *": "ordinary",
      "cancel|restart|requests|whoami": "ordinary",
    },
    instead: "see what is there (`circleci context list`), and let a person take it away",
  },
  {
    names: ["jenkins-cli", "jenkins-cli.jar", "jenkins"],
    where: "of a build server",
    depth: 1,
    taking: ["-s", "-auth", "-i", "-ssh", "-user"],
    rules: {
      "delete-job|delete-view|delete-builds": ["destructive", "deletes jobs of a build server with their history"],
      "delete-*|remove-job-from-view|disable-*|offline-node|disconnect-node": "risky",
      "groovy|groovysh": ["risky", "runs code on a build server"],
      "safe-shutdown|shutdown|quiet-down|safe-restart|restart|reload-configuration|clear-queue": [
        "risky",
        "stops a build server that others use",
      ],
      "*": "ordinary",
    },
    instead: "look at it first: `jenkins-cli list-jobs`",
  },
]);
