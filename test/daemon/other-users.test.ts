/**
 * Another user of this machine. Folder, sockets and files each keep them out by themselves: the test opens all the others.
 * See http-attacks.test.ts for the names in brackets.
 */
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AttackedDaemon } from "../support/attacked-daemon.js";
import { asOtherUser, HAS_OTHER_USER } from "../support/other-user.js";
import { eventually } from "../support/real-engine.js";

const FILES = ["tokens.json", "address.json", "daemon.log"];
const SOCKETS = ["hooks.sock", "control.sock"];

const CONNECT = `const socket = require("node:net").connect(process.argv[1]);
  socket.on("connect", () => { console.log("connected"); socket.destroy(); }).on("error", ({ code }) => console.log(code));`;
const READ = `try { console.log(require("node:fs").readFileSync(process.argv[1], "utf8").length > 0 ? "read" : "empty") }
  catch ({ code }) { console.log(code) }`;
const LIST = `try { console.log(require("node:fs").readdirSync(process.argv[1]).length > 0 ? "listed" : "empty") }
  catch ({ code }) { console.log(code) }`;
const ASK = `fetch("http://127.0.0.1:" + process.argv[1] + "/v1/health").then(({ status }) => console.log(status))`;

let place: AttackedDaemon;
/** As the daemon made them. */
let made: readonly (readonly [string, number])[];
beforeAll(async () => {
  place = await AttackedDaemon.start();
  // Its log comes with its first lines.
  await eventually("its files are there", () => FILES.every((name) => existsSync(join(place.folder, name))));
  made = ["", ...FILES, ...SOCKETS].map((name) => {
    const path = join(place.folder, name);
    return [path, statSync(path).mode & 0o777];
  });
  // What is above the daemon's folder lets everybody through.
  for (let folder = dirname(place.folder); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o005) !== 0o005) chmodSync(folder, 0o755);
});
afterAll(() => place.close());
beforeEach(() => {
  for (const [path, mode] of made) chmodSync(path, mode);
});
const openFolder = () => chmodSync(place.folder, 0o755);
const openFiles = () => {
  for (const name of [...FILES, ...SOCKETS]) chmodSync(join(place.folder, name), 0o666);
};

describe.skipIf(!HAS_OTHER_USER)("another user (skipped where the system gives us no second one)", () => {
  it.each(SOCKETS)("T6 does not get to %s through our folder [private folder]", (name) => {
    openFiles();
    expect(asOtherUser(CONNECT, join(place.folder, name))).toBe("EACCES");
  });

  it.each(FILES)("T6 does not read %s in our folder [private folder]", (name) => {
    openFiles();
    expect(asOtherUser(READ, join(place.folder, name))).toBe("EACCES");
  });

  it("T6 does not see what is in our folder [private folder]", () => {
    expect(asOtherUser(LIST, place.folder)).toBe("EACCES");
  });

  it.each(SOCKETS)("T6 may not talk to %s, could they get there [private sockets]", (name) => {
    openFolder();
    expect(asOtherUser(CONNECT, join(place.folder, name))).toBe("EACCES");
  });

  it("T6 may not read the tokens, could they get there [private files]", () => {
    openFolder();
    expect(asOtherUser(READ, join(place.folder, "tokens.json"))).toBe("EACCES");
  });

  it("T6 who found the port gets nothing without a token", () => {
    expect(asOtherUser(ASK, String(place.port))).toBe("401");
  });
});

describe("a folder that others may write to", () => {
  it("T6 is not trusted by a command: what listens there may be anybody's [folder of ours]", async () => {
    chmodSync(place.folder, 0o777);
    expect(await place.ask({ path: "/v1/status" })).toMatchObject({ kind: "down" });
  });

  it("T6 is not used by a daemon [folder of ours]", async () => {
    await place.kill();
    chmodSync(place.folder, 0o777);
    rmSync(join(place.folder, "address.json"), { force: true });
    let hasEnded = false;
    // A daemon that runs has written where it can be reached.
    const running = eventually("it ended, or runs", () => hasEnded || existsSync(join(place.folder, "address.json")));
    const ran = await Promise.race([
      place.run(["up", "--serve"]).finally(() => {
        hasEnded = true;
      }),
      running.then(() => ({ code: 0, stderr: "it runs" })),
    ]);
    expect(ran.stderr).toContain("is open to other users");
    expect(ran.code).not.toBe(0);
  });
});
