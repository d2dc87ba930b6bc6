/** Acts on every container: `docker ps -q | xargs docker stop`. */

import { upstream } from "../../model/upstream.js";
import { withFeeds } from "../../model/xargs-input.js";
import { serviceEffect } from "../../services/judge.js";
import type { Program } from "../contract.js";

const LISTS = /\b(?:docker|podman|nerdctl)\s{1,4}(?:container\s{1,4})?(?:ps|ls)\b(?![^)`]{0,200}(?:-f|--filter)\b)/;

const allContainers: Program = {
  names: ["docker", "podman", "nerdctl"],
  effects(invocation) {
    const verb = invocation.args.find(({ text }) => !text.startsWith("-"))?.text ?? "";
    if (!/^(?:kill|stop|pause|restart)$/.test(verb)) return [];
    const named = invocation.args.some(({ source, known }) => !known && LISTS.test(source));
    const [fed = invocation] = withFeeds([invocation]);
    const piped = invocation.moreArgs && upstream(fed).some(({ words }) => LISTS.test(words));
    if (!named && !piped) return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "stops every container on this machine, including those of other projects",
        instead: "stop those of this project: `docker compose stop`",
      }),
    ];
  },
};

export default allContainers;
