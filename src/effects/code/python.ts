/** Python. */
import { UNKNOWN } from "../model/invocation.js";
import { decoded, joinedPath, sameText, within } from "./known-values.js";
import type { Act, Call, Language } from "./language.js";
import { spread } from "./spread.js";
import { join, NOTHING_KNOWN, text, type Value } from "./value.js";

const del = (path = 0): Act => ({ does: "delete", path });
const tree = (path = 0): Act => ({ does: "delete-tree", path });
const over = (path = 0): Act => ({ does: "overwrite", path });
const run: Act = { does: "run", command: 0 };
const words: Act = { does: "run", command: 0, words: true };
const fetch: Act = { does: "fetch", url: 0 };
const send: Act = { does: "send", url: 0 };

const path = ({ args }: Call): Value => ({ ...(args.length === 0 ? text(".") : join(args, "/")), called: "Path()" });
const again = ({ on }: Call): Value | undefined => on;
const variable = ({ args }: Call, home: string): Value =>
  args[0]?.texts[0] === "HOME"
    ? text(home)
    : args[0]?.texts[0] === "TMPDIR"
      ? text("/tmp/x")
      : (args[1] ?? NOTHING_KNOWN);
const network = (): Value => ({ texts: [UNKNOWN], from: "network", called: "response" });

export const PYTHON: Language = {
  name: "python",
  spelling: {
    lineComments: ["#"],
    blockComments: [],
    quotes: { "'": { fills: "f" }, '"': { fills: "f" } },
    prefixes: /[rRbBuUfF]{1,2}(?=['"])/y,
    triple: true,
    sigils: "",
  },
  joins: ["+", ""],
  parts: ["."],
  bare: false,
  defines: ["def"],
  imports: ["__import__", "importlib.import_module"],
  globals: {},
  acts: {
    ...spread("os.remove os.unlink os.rmdir Path().unlink Path().rmdir #unlink", del()),
    "Path().unlink": del(-1),
    "Path().rmdir": del(-1),
    "#unlink": del(-1),
    ...spread("shutil.rmtree os.removedirs distutils.dir_util.remove_tree send2trash.send2trash", tree()),
    "#rmtree": tree(-1),
    ...spread("os.rename os.renames os.replace shutil.move", { does: "move", path: 0, to: 1 } as const),
    ...spread("Path().rename Path().replace", { does: "move", path: -1, to: 0 } as const),
    ...spread("shutil.copy shutil.copy2 shutil.copyfile shutil.copytree", { does: "copy", path: 0, to: 1 } as const),
    ...spread("os.open os.truncate fileinput.input fileinput.FileInput", { does: "write", path: 0 } as const),
    ...spread("os.symlink os.link", { does: "link", path: 0, to: 1 } as const),
    "Path().symlink_to": { does: "link", path: 0, to: -1 },
    "Path().hardlink_to": { does: "link", path: 0, to: -1 },
    ...spread("open io.open codecs.open builtins.open gzip.open", { does: "open", path: 0, mode: 1 } as const),
    "Path().open": { does: "open", path: -1, mode: 0 },
    ...spread("Path().write_text Path().write_bytes #write_text #write_bytes", over(-1)),
    ...spread("Path().touch", { does: "write", path: -1 } as const),
    ...spread("Path().read_text Path().read_bytes", { does: "read", path: -1 } as const),
    ...spread("zipfile.ZipFile().write tarfile.open().add tarfile.TarFile().add sqlite3.connect", {
      does: "read",
      path: 0,
    } as const),
    "shutil.make_archive": { does: "read", path: 2 },
    "shutil.unpack_archive": { does: "copy", path: 0, to: 1 },
    ...spread("zipfile.ZipFile().extractall tarfile.open().extractall tarfile.TarFile().extractall #extractall", {
      does: "copy",
      path: -1,
      to: 0,
    } as const),
    ...spread("os.truncate", over()),
    ...spread("os.makedirs os.mkdir", { does: "write", path: 0 } as const),
    ...spread("os.chmod os.chown shutil.chown os.lchown", { does: "permissions", path: 0 } as const),
    ...spread("Path().chmod", { does: "permissions", path: -1 } as const),
    ...spread(
      "os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput asyncio.create_subprocess_shell",
      run,
    ),
    ...spread("subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen", run),
    ...spread("pty.spawn posix.system", run),
    "asyncio.create_subprocess_exec": { does: "run", command: 0, rest: true },
    ...spread("os.execv os.execve os.execvp os.execvpe", { does: "run", command: 1, words: true } as const),
    ...spread("os.execl os.execle os.execlp os.execlpe", { does: "run", command: 1, rest: true } as const),
    ...spread("os.spawnv os.spawnvp os.posix_spawn", { does: "run", command: 2, words: true } as const),
    ...spread("os.spawnl os.spawnlp", { does: "run", command: 2, rest: true } as const),
    "sh.Command": words,
    "#system": run,
    ...spread("exec eval builtins.exec builtins.eval", { does: "eval", code: 0 } as const),
    ...spread(
      "requests.get httpx.get urllib.request.urlopen urllib.request.urlretrieve urllib2.urlopen urllib.urlopen",
      fetch,
    ),
    ...spread("requests.post requests.put requests.patch httpx.post httpx.put aiohttp.ClientSession().post", send),
    ...spread("socket.socket().connect socket.create_connection #connect_ex", { does: "connect" } as const),
    ...spread("os.dup2", { does: "join-streams" } as const),
    ...spread("os.kill os.killpg", { does: "kill", process: 0 } as const),
  },
  values: {
    ...spread("os.path.join", joinedPath),
    ...spread("pathlib.Path pathlib.PosixPath pathlib.PurePath Path", path),
    "pathlib.Path.home": (_, home) => ({ ...text(home), called: "Path()" }),
    "Path.home": (_, home) => ({ ...text(home), called: "Path()" }),
    "pathlib.Path.cwd": () => ({ ...text("."), called: "Path()" }),
    "Path().joinpath": ({ on, args }) => ({ ...join([on ?? NOTHING_KNOWN, ...args], "/"), called: "Path()" }),
    ...spread("Path().expanduser Path().resolve Path().absolute", again),
    ...spread("Path().glob Path().rglob Path().iterdir", ({ on, args }: Call) => ({
      ...within(on ?? NOTHING_KNOWN, args[0] ?? text("*")),
      called: "Path()",
    })),
    ...spread("os.listdir os.scandir", ({ args }: Call) => within(args[0] ?? text("."), text("*"))),
    ...spread("os.walk os.fwalk", ({ args }: Call) => ({
      ...within(args[0] ?? text("."), text("*")),
      called: "os.walk()",
    })),
    "Path().walk": ({ on }) => ({ ...within(on ?? NOTHING_KNOWN, text("*")), called: "os.walk()" }),
    ...spread("sorted reversed enumerate set map filter", ({ args }: Call) => args.find(({ many }) => many) ?? args[0]),
    ...spread("glob.glob glob.iglob", ({ args }: Call) => ({ ...(args[0] ?? NOTHING_KNOWN), many: true as const })),
    ...spread(
      "os.path.expanduser os.path.abspath os.path.realpath os.path.normpath str os.fspath repr bytes",
      sameText,
    ),
    ...spread("os.path.dirname", ({ args }: Call) => ({
      texts: (args[0] ?? NOTHING_KNOWN).texts.map((one) => one.slice(0, Math.max(one.lastIndexOf("/"), 1))),
    })),
    "os.getcwd": () => text("."),
    ...spread(
      "site.getusersitepackages site.getsitepackages sysconfig.get_path distutils.sysconfig.get_python_lib",
      (): Value => text("/usr/lib/python3/site-packages"),
    ),
    ...spread("os.getenv os.environ.get", variable),
    ...spread("shlex.split", sameText),
    ...spread("#encode #decode #strip #rstrip #lstrip #lower #text #read", again),
    "#format": ({ on }) => ({
      texts: (on ?? NOTHING_KNOWN).texts.map((one) => one.replace(/\{[^{}]{0,60}\}/g, UNKNOWN)),
    }),
    "#split": ({ on, args }) =>
      on !== undefined && args.length === 0 && on.texts.length === 1
        ? {
            ...NOTHING_KNOWN,
            items: on.texts[0]!.split(/\s+/)
              .filter((word) => word !== "")
              .map(text),
          }
        : undefined,
    "#join": ({ on, args }) =>
      args[0]?.items === undefined ? undefined : join(args[0].items, on?.texts[0] ?? UNKNOWN),
    getattr: ({ args }) =>
      args[0]?.called === undefined || args[1] === undefined
        ? undefined
        : { texts: [UNKNOWN], called: `${args[0].called}.${args[1].texts[0]}` },
    ...spread("base64.b64decode base64.standard_b64decode base64.urlsafe_b64decode", ({ args }: Call) =>
      decoded(args[0], "base64"),
    ),
    ...spread("bytes.fromhex bytearray.fromhex binascii.unhexlify", ({ args }: Call) => decoded(args[0], "hex")),
    ...spread("codecs.decode zlib.decompress gzip.decompress lzma.decompress bz2.decompress", ({ args }: Call) =>
      decoded(args[0], "unknown"),
    ),
    ...spread("requests.get requests.post httpx.get urllib.request.urlopen urllib2.urlopen urllib.urlopen", network),
    ...spread("socket.socket().recv #recv", network),
    ...spread("open io.open", (): Value => ({ texts: [UNKNOWN], from: "file", called: "open()" })),
    ...spread("Path().read_text Path().read_bytes", (): Value => ({ texts: [UNKNOWN], from: "file" })),
    ...spread("compile marshal.loads pickle.loads", sameText),
    tuple: sameText,
    list: sameText,
  },
};
