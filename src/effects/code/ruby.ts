/** Ruby. */
import { UNKNOWN } from "../model/invocation.js";
import { decoded, joinedPath, sameText, within } from "./known-values.js";
import type { Act, Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { join, NOTHING_KNOWN, text, type Value } from "./value.js";

const run: Act = { does: "run", command: 0, rest: true };
const again = ({ on }: Call): Value | undefined => on;
const listed = ({ args }: Call): Value => ({ ...(args[0] ?? NOTHING_KNOWN), many: true });
const network = (): Value => ({ texts: [UNKNOWN], from: "network" });

export const RUBY: Language = {
  name: "ruby",
  spelling: {
    lineComments: ["#"],
    blockComments: [["=begin", "=end"]],
    quotes: { "'": { fills: "none", plain: true }, '"': { fills: "#{}" }, "`": { fills: "#{}", runs: true } },
    generic: "ruby",
    heredocs: /^<<[~-]?(["'`]?)([A-Z_][A-Z0-9_]{0,40})\1/,
    patterns: true,
    sigils: "$@",
  },
  joins: ["+", ""],
  parts: [".", "::"],
  bare: true,
  defines: ["def"],
  globals: { ENV: "ENV" },
  acts: {
    ...spread(
      "File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.safe_unlink",
      {
        does: "delete",
        path: 0,
      } as const,
    ),
    ...spread(
      "FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file",
      {
        does: "delete-tree",
        path: 0,
      } as const,
    ),
    ...spread("Pathname().delete Pathname().unlink", { does: "delete", path: -1 } as const),
    "Pathname().rmtree": { does: "delete-tree", path: -1 },
    ...spread("File.write IO.write File.binwrite File.truncate", { does: "overwrite", path: 0 } as const),
    ...spread("File.open File.new open Kernel.open", { does: "open", path: 0, mode: 1 } as const),
    ...spread("File.read IO.read File.readlines File.foreach", { does: "read", path: 0 } as const),
    ...spread("FileUtils.touch FileUtils.mkdir FileUtils.mkdir_p Dir.mkdir", { does: "write", path: 0 } as const),
    ...spread("File.rename FileUtils.mv FileUtils.move", { does: "move", path: 0, to: 1 } as const),
    ...spread("FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.install IO.copy_stream", {
      does: "copy",
      path: 0,
      to: 1,
    } as const),
    ...spread("File.symlink File.link FileUtils.ln FileUtils.ln_s FileUtils.ln_sf", {
      does: "link",
      path: 0,
      to: 1,
    } as const),
    ...spread("File.chmod FileUtils.chmod FileUtils.chmod_R FileUtils.chown FileUtils.chown_R", {
      does: "permissions",
      path: 1,
    } as const),
    ...spread(
      "system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 PTY.spawn",
      run,
    ),
    ...spread("eval Kernel.eval instance_eval class_eval", { does: "eval", code: 0 } as const),
    ...spread("URI.open Net::HTTP.get Net.HTTP.get OpenURI.open_uri", { does: "fetch", url: 0 } as const),
    ...spread("Net.HTTP.post Net.HTTP.post_form HTTParty.post", { does: "send", url: 0 } as const),
    ...spread("TCPSocket.new TCPSocket.open Socket.tcp", { does: "connect" } as const),
    ...spread("$stdin.reopen STDIN.reopen #reopen", { does: "join-streams" } as const),
    "Process.kill": { does: "kill", process: 1 },
  },
  values: {
    ...spread("File.join", joinedPath),
    ...spread("File.expand_path File.absolute_path File.realpath String Shellwords.escape", sameText),
    ...spread("Pathname Pathname.new", ({ args }: Call) => ({ ...(args[0] ?? NOTHING_KNOWN), called: "Pathname()" })),
    ...spread("Dir.home", (_: Call, home: string) => text(home)),
    ...spread("Dir.pwd", () => text(".")),
    ...spread("Dir.glob Dir.entries", listed),
    ...spread("Dir.children Dir.each_child Dir.foreach Find.find Dir.new Dir.open", ({ args }: Call) =>
      within(args[0] ?? NOTHING_KNOWN, text("*")),
    ),
    ...spread("Pathname().children Pathname().each_child Pathname().find Pathname().glob", ({ on, args }: Call) => ({
      ...within(on ?? NOTHING_KNOWN, args[0] ?? text("*")),
      called: "Pathname()",
    })),
    "ENV.fetch": ({ args }, home) => (args[0]?.texts[0] === "HOME" ? text(home) : NOTHING_KNOWN),
    ...spread("#to_s #strip #chomp #downcase", again),
    "#join": ({ on, args }) => (on?.items === undefined ? undefined : join(on.items, args[0]?.texts[0] ?? "")),
    ...spread("Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64", ({ args }: Call) =>
      decoded(args[0], "base64"),
    ),
    "#unpack1": ({ on, args }) => decoded(on, args[0]?.texts[0]?.startsWith("m") ? "base64" : "unknown"),
    "#unpack": ({ on }) => decoded(on, "unknown"),
    ...spread("URI.open Net.HTTP.get OpenURI.open_uri", network),
    ...spread("File.read IO.read", (): Value => ({ texts: [UNKNOWN], from: "file" })),
  },
};
