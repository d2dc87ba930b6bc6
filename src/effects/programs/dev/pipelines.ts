/** Build servers and their command line clients. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

export default serviceProgram([
  {
    names:
      listed(`circleci buildkite-agent bk travis drone woodpecker-cli concourse fly-ci tkn dagger spin earthly semaphore sem
      codefresh appveyor teamcity jfrog jf nexus harness`),
    where: "in a build service",
    depth: 3,
    rules: {
      "context remove-secret|delete|store-secret": ["risky", "deletes or replaces a build secret"],
      "namespace|orb|pipeline|runner|context|project delete|unlist|resource-class": [
        "risky",
        "deletes objects in a build service",
      ],
      "rt del|delete": ["destructive", "deletes stored artifacts"],
      "cache|logs|login|logout *": "ordinary",
      "cancel|restart|requests|whoami": "ordinary",
    },
    instead: "see what exists (`circleci context list`), and ask the user to delete it",
  },
  {
    names: ["jenkins-cli", "jenkins-cli.jar", "jenkins"],
    where: "on a build server",
    depth: 1,
    taking: ["-s", "-auth", "-i", "-ssh", "-user"],
    rules: {
      "delete-job|delete-view|delete-builds": ["destructive", "deletes build server jobs and their history"],
      "delete-*|remove-job-from-view|disable-*|offline-node|disconnect-node": "risky",
      "groovy|groovysh": ["risky", "runs code on a build server"],
      "safe-shutdown|shutdown|quiet-down|safe-restart|restart|reload-configuration|clear-queue": [
        "risky",
        "stops a shared build server",
      ],
      "*": "ordinary",
    },
    instead: "look at it first: `jenkins-cli list-jobs`",
  },
]);
