/**
 * The launcher's client for a running daemon: one Perl script without modules, because it starts once per event.
 * client/protocol.ts describes the messages. It handles raw bytes, never waits without a limit, and passes what it has
 * read to the fallback.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADAPTERS } from "../../adapters/_registry.js";
import type { LauncherFacts } from "../../adapters/_shared/bridge/ask-daemon.js";
import { SECRET_NAME } from "../../core/hooks/grants.js";
import { ALWAYS_PASSED } from "../../executors/environment.js";
import { PROTOCOL } from "../platform/daemon-paths.js";
import { HELD_PREFIX } from "../platform/held-environment.js";
import { PROOF } from "./answer-proof.js";

/** Variables that locate our files, identify the caller, and show whether a user is present. */
const NEEDED = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CI", "GITHUB_ACTIONS"];

/** A working Perl; undefined if there is none, and every call then starts its own program. */
export function findPerl(): string | undefined {
  return ["/usr/bin/perl", "/usr/local/bin/perl", "/opt/homebrew/bin/perl"].filter(existsSync).find((path) => {
    const { status, stdout } = spawnSync(path, ["-TU", "-e", 'socket(S, 1, 1, 0) and print "yes"'], {
      encoding: "utf8",
      timeout: 2_000,
    });
    return status === 0 && stdout === "yes";
  });
}

export interface ClientFacts {
  readonly version: string;
  readonly hooksSocket: string;
  readonly launcher: string;
  /** The shebang words of a shell. */
  readonly shell: readonly string[];
}

export function clientPath(launcher: string): string {
  return join(dirname(launcher), "launch.pl");
}

/** The version of the installed script; undefined if there is none. */
export function installedVersion(launcher: string): string | undefined {
  try {
    return /"snaphook \d+ (\S+) \$ARGV/.exec(readFileSync(clientPath(launcher), "utf8"))?.[1];
  } catch {
    return undefined; // nothing is wired
  }
}

/** Names of the variables that are sent with every call, as one expression. */
export function sentVariables(): string {
  const prefixes = new Set(Object.keys(ADAPTERS).map((name) => `${name.split("-")[0]!.toUpperCase()}_`));
  return `^(?:${[...ALWAYS_PASSED, ...NEEDED].join("|")})$|^(?:${["SNAPHOOK_", ...prefixes].join("|")})`;
}

/** What our file in an agent's process needs to call the daemon without the launcher. */
export function bridgeFacts(facts: Pick<LauncherFacts, "version" | "hooksSocket" | "pinned">): string {
  const whole: LauncherFacts = { protocol: PROTOCOL, ...facts, sent: sentVariables(), secret: SECRET_NAME.source };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

export function clientScript({ version, hooksSocket, launcher, shell }: ClientFacts): string {
  return `# Written by \`snaphook install\`: asks the daemon about one call of an agent. What is needed when it cannot answer
# stands at the end, and is not even compiled before.
my ($launcher, $path) = (${perlText(launcher)}, ${perlText(hooksSocket)});
my ($token, $cwd, $locale) = splice(@ARGV, 0, 3);
# Perl was started without the locale of the agent, which costs time and may not be known here. Hooks get it back.
if (length $locale) { $ENV{LC_ALL} = substr($locale, 1) } else { delete $ENV{LC_ALL} }
# What the launcher kept from Perl itself.
index($_, "${HELD_PREFIX}") or $ENV{substr($_, ${HELD_PREFIX.length})} = delete $ENV{$_} for keys %ENV;
$cwd = readlink("/proc/self/cwd") || $cwd;
binmode $_ for STDIN, STDOUT, STDERR;
my $linux = $^O eq "linux";
my $again = $linux ? 11 : 35;
# Perl makes its table of signals when a script first names it, which takes time: a variable names it, where it is needed.
my $signals = "SIG";
sub ignore_pipe { $$signals{PIPE} = "IGNORE" }
ignore_pipe() unless $linux;
# What was read of the payload, what is still to be sent, what the daemon said, whether stdin may bring more; and what
# to say should the daemon die: milliseconds, exit code, stdout, stderr.
our ($read, $out, $in, $open, @last) = ("", "", "", 1);

sub bit { my $set = ""; vec($set, fileno($_[0]), 1) = 1; $set }
sub texts { join("", map { "$_=$ENV{$_}\\0" } @_) }
sub write_all {
  my ($handle, $bytes) = @_;
  while (length $bytes) {
    my $n = syswrite($handle, $bytes);
    if ($n) { substr($bytes, 0, $n) = ""; next }
    return 0 if $! != $again;
    my $set = bit($handle);
    select(undef, $set, undef, 5) > 0 or return 0;
  }
  1;
}
# What the agent is told, with the proof that this is all of it, and the end.
sub tell_agent {
  my ($exit, $stdout, $stderr) = @_;
  if (length $stderr) { ignore_pipe(); write_all(STDERR, $stderr) }
  write_all(STDOUT, "$stdout\\n${PROOF} $token " . sprintf("%03d", $exit));
  exit;
}
# Not even the program can be started: the launcher has an answer for that.
sub give_up {
  ignore_pipe();
  write_all(STDERR, "snaphook: this call could not be checked: $_[0]\\n");
  exit 70;
}
sub alone {
  undef $/;
  eval <DATA>;
  give_up($@ || $!);
}
# All whole messages of the daemon. Nothing is read from stdin any more once it has said something.
sub hear {
  while ($in =~ /^([^\\n]*)\\n/) {
    my ($size, ($word, @facts)) = (length($1) + 1, split(/ /, $1));
    # It declines, or speaks as no daemon of ours does: the handler knows whether the call may be answered without it.
    die unless $1 =~ /^(?:more .+|accepted(?: \\d+){4}|answer(?: \\d+){3})$/;
    $open = 0;
    if ($word eq "more") {
      my $more = texts(grep { exists $ENV{$_} } $facts[0] eq "*" ? keys %ENV : @facts);
      $out .= "more " . length($more) . "\\n$more";
      substr($in, 0, $size) = "";
      next;
    }
    my ($exit, $o, $e) = @facts[-3, -2, -1];
    last if length($in) < $size + $o + $e;
    my ($stdout, $stderr) = (substr($in, $size, $o), substr($in, $size + $o, $e));
    substr($in, 0, $size + $o + $e) = "";
    tell_agent($exit, $stdout, $stderr) if $word eq "answer";
    $out .= "go 0\\n" unless @last || $linux;
    @last = ($facts[0], $exit, $stdout, $stderr);
  }
}

# What goes wrong here is answered below.
eval {
  my @folder = lstat(${perlText(dirname(hooksSocket))});
  my ($device, $number) = stat $cwd;
  alone() if !@folder || $folder[4] != $> || $folder[2] & 077 || !-d _;
  # Non-blocking connect: a hung daemon's backlog fills up.
  socket(S, 1, 1, 0) && fcntl(S, 4, $linux ? 2048 : 4) && connect(S, pack($linux ? "Sa*" : "xCa*", 1, $path)) or alone();
  binmode S;
  my $hold = ($ARGV[2] || "") =~ /^--wait=(\\d+)$/ ? "=$1\\0" : "";
  my $head = "$cwd\\0$hold=\\@$$\\0" . texts(grep { /${sentVariables()}/ && !/${SECRET_NAME.source}/i } keys %ENV);
  my $ack = $linux ? "shut" : "go";
  $out = "snaphook ${PROTOCOL} ${version} $ARGV[0] $ARGV[1] $device:$number $ack " . length($head) . "\\n$head";

  my ($stdin, $socket, $launcher_gone) = (bit(STDIN), bit(S), bit(STDOUT));
  for (;;) {
    my $readers = $launcher_gone | ($open ? $stdin | $socket : $socket);
    # The head waits for the payload: most come in one piece, and one message is all there is to send then.
    my $writers = length $out && (length $read || !$open) ? $socket : undef;
    my $n = select($readers, $writers, undef, @last ? $last[0] / 1000 + 0.5 : 2);
    if (!$n) {
      last unless $open;
      $open = 0; # an agent that keeps its pipe open
      $out .= "end 0\\n";
      next;
    }
    if (defined $writers && vec($writers, fileno(S), 1)) {
      my $n = send(S, $out, $linux ? 0x4000 : 0); # without SIGPIPE
      if ($n) { substr($out, 0, $n) = "" }
      # The daemon reads no more, but may have answered: a payload that is too large is answered before its end.
      elsif ($! != $again) { $out = "" }
    }
    # The end of a pipe that is written to can be read when no process reads the other one: the agent gave up.
    exit if vec($readers, fileno(STDOUT), 1);
    if ($open && vec($readers, 0, 1)) {
      my $n = sysread(STDIN, my $more, 65536);
      if ($n) { $read .= $more; $out .= "piece $n\\n$more" }
      else { $open = 0; $out .= "end 0\\n" }
    }
    next unless vec($readers, fileno(S), 1);
    $n = sysread(S, $in, 65536, length $in);
    last unless $n || (!defined $n && $! == $again);
    hear();
  }
  if (!@last && $linux) {
    # From now on the daemon cannot accept any more; if it has a moment ago, the call is its own.
    shutdown(S, 0);
    while (sysread(S, $in, 65536, length $in)) {}
    hear();
  }
  1;
} or do { alone() unless @last; tell_agent(@last[1, 2, 3]) };
alone() unless @last;
tell_agent($last[1], $last[2], "$last[3]snaphook: the daemon ended while it checked this call\\n");
__END__
# The program answers by itself, and finds on its stdin what was read here.
$SIG{__WARN__} = sub {}; # -T warns of what follows, and an agent shows people what it finds on stderr
close S;
if (length $read) {
  pipe(R, W) or give_up($!);
  my $child = fork;
  defined $child or give_up($!);
  if (!$child) {
    close R; close STDOUT; close STDERR;
    my $going = write_all(W, $read);
    while ($going && $open) {
      my $set = bit(STDIN);
      last unless select($set, undef, undef, 2.5) > 0 && sysread(STDIN, my $more, 65536);
      $going = write_all(W, $more);
    }
    exit;
  }
  close W;
  open(STDIN, "<&R") or give_up($!);
}
exec { "/bin/sh" } ${shell.map(perlText).join(", ")}, $launcher, "--alone", $token, @ARGV;
`;
}

function perlText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
