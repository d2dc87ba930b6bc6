/** One denial, one reason: that of the harm. Ours is given where a call aims at our own files, or where no other guard is. */
import { describe, expect, it } from "vitest";
import { explain } from "../../src/builtins/_shared/calls/effect-guard.js";
import { bash, ProgramPlace } from "../support/program.js";

/** As on a person's machine: our data below the home. */
class HomePlace extends ProgramPlace {
  guards(...builtins: string[]): this {
    this.writeUser("hooks.json", { hooks: builtins.map((builtin) => ({ builtin })) });
    return this;
  }

  asks(command: string) {
    return this.fire("PreToolUse", bash(command), [], { env: { XDG_DATA_HOME: `${this.home}/.local/share` } });
  }
}

describe("the reason of a denial", () => {
  it.each(["rm -rf ~", "rm -rf /", "sudo rm -rf /etc"])(
    "T4 T8 %s: what it does, by the guard that judges it",
    async (command) => {
      const told = await new HomePlace().guards("protect-commands").asks(command);
      expect(told).toMatchObject({ decision: "deny", reason: expect.stringMatching(/^`[^`]+` deletes /) });
      expect(told.reason).not.toMatch(/Snaphook/);
      expect(told.hooks.filter(({ outcome }) => outcome === "deny").map(({ id }) => id)).toContain("self-protection");
    },
  );

  it.each(["rm -rf /", "rm -rf /*", "sudo rm -rf --no-preserve-root /", "rm -rf ~/"])(
    "T4 without another guard self-protection denies %s",
    async (command) => {
      expect(await new HomePlace().guards().asks(command)).toMatchObject({ decision: "deny" });
    },
  );

  it("T4 a search by name is asked about, with the reason of the guard that judges it", async () => {
    const told = await new HomePlace().guards("protect-commands").asks("find ~ -name '*.txt' -delete");
    expect(told).toMatchObject({ decision: "ask", reason: expect.not.stringContaining("Snaphook") });
    expect(await new HomePlace().guards().asks("find ~ -path '*/snaphook/*' -delete")).toMatchObject({
      decision: "deny",
    });
  });

  it("T4 without another guard self-protection denies it, and says what is deleted first", async () => {
    const told = await new HomePlace().guards().asks("rm -rf ~");
    expect(told).toMatchObject({
      decision: "deny",
      reason: expect.stringMatching(
        /^`rm -rf ~` deletes your entire home directory, including Snaphook's trust store and launcher below .*\./,
      ),
    });
    expect(told.reason).not.toContain("snaphook off");
  });

  it("T4 a call that aims at our files gets our reason", async () => {
    const place = new HomePlace().guards("protect-commands", "protect-paths");
    const told = await place.asks("rm -rf ~/.local/share/snaphook");
    expect(told).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("is Snaphook's trust store and launcher"),
    });
  });

  it("T8 examples are shown only for the program that was called", () => {
    const effect = { kind: "service", severity: "risky", certainty: "certain", what: "deletes things" } as const;
    const instead = "list what is there (`op item list`, `doppler secrets`), and let a person do it";
    const explained = (words: string, how = instead) => explain({ ...effect, words, instead: how });
    expect(explained("doppler secrets delete X")).toContain("there (`doppler secrets`), and");
    expect(explained("bw delete item X")).toContain("list what is there, and let");
    expect(explained("aws sqs delete-queue", "list it (`aws s3 ls`)")).toContain("Instead: list it.");
    expect(explained("aws s3 rb s3://x", "list it (`aws s3 ls`)")).toContain("(`aws s3 ls`)");
    expect(explained("git clean -f", "see first: `git clean -nd`")).toContain("`git clean -nd`");
  });
});
