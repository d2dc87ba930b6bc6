/** Manual RPC calls: the procedure name says what it does. */
import { isLoopback } from "../../model/near-hosts.js";
import { serviceEffect } from "../../services/judge.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

const TAKES_AWAY =
  /[./](?:\w{0,40})?(?:Delete|Remove|Purge|Destroy|Drop|Wipe|Terminate|Truncate|Erase|Revoke|Disable|Cancel|Reset|Refund|Transfer|Ban|Shutdown|Flush)\w{0,60}$/;

const remoteProcedures: Program = {
  names: ["grpcurl", "evans", "grpc_cli", "ghz", "grpc-client-cli", "polyglot", "buf", "thrift", "soapcli"],
  effects(invocation) {
    const words = invocation.args.map(({ text }) => text);
    if (
      isDryRun(invocation) ||
      words.some((word) => isLoopback(word) || /^:\d{1,5}$/.test(word)) ||
      !words.some((word) => TAKES_AWAY.test(word))
    )
      return [];
    return [
      serviceEffect(invocation, {
        severity: "risky",
        what: "calls a remote procedure that deletes data",
        instead: "read the data first with a listing procedure, and ask the user to delete it",
      }),
    ];
  },
};

export default remoteProcedures;
