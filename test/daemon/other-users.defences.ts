import { checkDefences } from "../support/without-defence.js";

const FILES = "src/disk/files.ts";
const PLACE = "src/runtime/platform/daemon-paths.ts";
const OURS = { file: PLACE, find: `return (process.getuid === undefined || uid`, replace: `return true || (uid` };

checkDefences({
  tests: ["test/daemon/other-users.test.ts"],
  defences: [
    { defence: "private folder", file: FILES, find: `chmodSync(folder, 0o700);`, replace: `chmodSync(folder, 0o755);` },
    { defence: "private folder", ...OURS },
    {
      defence: "private sockets",
      file: "src/daemon/lifecycle/listen.ts",
      find: `chmodSync(path, 0o600);`,
      replace: `chmodSync(path, 0o666);`,
    },
    { defence: "private files", file: FILES, find: `options.mode ?? 0o600`, replace: `options.mode ?? 0o644` },
    { defence: "folder of ours", ...OURS },
  ],
});
