import { checkDefences } from "../support/without-defence.js";

const SCRIPT = "src/runtime/wiring/launcher-script.ts";
const WORDS = { file: "src/runtime/wiring/launcher.ts", find: `? ["/bin/sh", "-p"]`, replace: `? ["/bin/sh"]` };

checkDefences({
  tests: ["test/failures/launcher-faults.test.ts"],
  defences: [
    {
      defence: "held variables",
      file: SCRIPT,
      find: "NODE_* | UV_* | OPENSSL_* | SSL_CERT_*) ${HOLD} ;;",
      replace: "NO_SUCH) ;;",
    },
    { defence: "perl taint mode", file: SCRIPT, find: "-TU ${quote(client)}", replace: "-U ${quote(client)}" },
    { defence: "privileged shell", ...WORDS },
    { defence: "no exported functions", ...WORDS },
    { defence: "no exported functions", file: SCRIPT, find: "unset -f printf echo command true\n", replace: "" },
  ],
});

checkDefences({
  tests: ["test/daemon/hostile.test.ts"],
  defences: [
    {
      defence: "perl variables",
      file: SCRIPT,
      find: `?*) for name in \${OF_PERL.join(" ")}; do \${HOLD}; done ;;`,
      replace: "no) ;;",
    },
  ],
});
