/**
 * The text of `launch.pl`, the launcher's client for a running daemon: one Perl script without modules, because it starts
 * once per event. client/protocol.ts describes the messages. It handles raw bytes, never waits without a limit, and
 * passes what it has read to the fallback. Compiling takes more CPU than running it, so what few calls need stands
 * behind `__END__`, where Perl compiles a function when it is called.
 */
import { dirname } from "node:path";
import { SECRET_NAME } from "../../core/hooks/grants.js";
import { PROTOCOL } from "../platform/daemon-paths.js";
import { HELD_PREFIX } from "../platform/held-environment.js";
import { PROOF } from "./answer-proof.js";

export interface ClientFacts {
  readonly version: string;
  readonly hooksSocket: string;
  readonly launcher: string;
  /** The shebang words of a shell. */
  readonly shell: readonly string[];
  /** Variables that every call sends. */
  readonly sent: { readonly names: readonly string[]; readonly prefixes: readonly string[] };
  /** The system call that ends a process at once, if this Perl can make it. */
  readonly exitCall?: number | undefined;
}

/** What differs between systems: `O_NONBLOCK`, `EAGAIN`, the form of a socket's address, and `MSG_NOSIGNAL`. */
const LINUX = { nonBlocking: 2048, again: 11, address: "Sa*", noSignal: 0x4000, ack: "shut" };
const BSD = { nonBlocking: 4, again: 35, address: "xCa*", noSignal: 0, ack: "go" };

const HEAR_LAST = `if ($why && !@last) {
    # From now on the daemon cannot accept any more; if it has a moment ago, the call is its own.
    $why = "" if !eval {
      shutdown(S, 0);
      while (sysread(S, $in, 65536, length $in)) {}
      hear();
      1;
    };
  }`;

export function clientScript(facts: ClientFacts, platform: NodeJS.Platform = process.platform): string {
  const { version, hooksSocket, launcher, shell, sent, exitCall } = facts;
  const isLinux = platform === "linux";
  const system = isLinux ? LINUX : BSD;
  const list = (words: readonly string[]) => perlText(`=${words.join("=")}=`);
  const names = sent.names.filter((name) => !SECRET_NAME.test(name));
  return String.raw`# Written by ${"`snaphook install`"}: asks the daemon about one call of an agent.
my ($launcher, $path) = (${perlText(launcher)}, ${perlText(hooksSocket)});
my ($token, $cwd, $locale) = splice(@ARGV, 0, 3);
# Perl was started without the locale of the agent, which costs time and may not be known here. Hooks get it back.
if (length $locale) { $ENV{LC_ALL} = substr($locale, 1) } else { delete $ENV{LC_ALL} }
$cwd = readlink("/proc/self/cwd") || $cwd;
${isLinux ? "" : `$SIG{PIPE} = "IGNORE";`}
# What was read of the payload, what is still to be sent, what the daemon said, whether stdin may bring more; and what
# to say should the daemon die: milliseconds, exit code, stdout, stderr.
our ($read, $out, $in, $open, @last) = ("", "", "", 1);

# Calls a function of those that stand at the end.
sub seldom {
  my $name = shift;
  if (!%seldom) { local ($_, $/) = (undef, ""); /^sub (\w+)/m and $seldom{$1} = $_ while <DATA> }
  defined &$name or eval $seldom{$name};
  &$name;
}
# What the agent is told, with the proof that this is all of it, and the end.
sub tell_agent {
  my ($exit, $stdout, $stderr) = @_;
  seldom("say_error", $stderr) if length $stderr;
  $stdout .= "\n${PROOF} $token " . sprintf("%03d", $exit);
  my $n = syswrite(STDOUT, $stdout);
  seldom("say_rest", substr($stdout, $n || 0)) if $n != length $stdout;
  ${exitCall === undefined ? "" : `syscall(${String(exitCall)}, 0); # without freeing all memory first`}
  exit;
}
# All whole messages of the daemon. Nothing is read from stdin any more once it has said something.
sub hear {
  while ($in =~ /^(?:accepted (\d+)|answer) (\d+) (\d+) (\d+)\n/) {
    $open = 0;
    my ($start, $end) = ($+[0], $+[0] + $3 + $4);
    return if length $in < $end;
    my @said = ($1, $2, substr($in, $start, $3), substr($in, $end - $4, $4));
    $in = substr($in, $end);
    tell_agent(@said[1, 2, 3]) if !defined $said[0];
    ${isLinux ? "" : String.raw`$out .= "go 0\n" if !@last;`}
    @last = @said;
  }
  seldom("hear_more") if index($in, "\n") >= 0;
}

# What goes wrong here is answered below.
my $fine = eval {
  my @folder = lstat(${perlText(dirname(hooksSocket))});
  my ($device, $number) = stat $cwd;
  seldom("alone") if !@folder || $folder[4] != $> || $folder[2] & 077 || !-d _;
  # Non-blocking connect: a hung daemon's backlog fills up.
  socket(S, 1, 1, 0) && fcntl(S, 4, ${String(system.nonBlocking)}) && connect(S, pack(${perlText(system.address)}, 1, $path))
    or seldom("alone");
  my $head = "$cwd\0" . (($ARGV[2] || "") =~ /^--wait=(\d+)$/ ? "=$1\0" : "") . "=\@$$\0";
  my $unsent = ${perlText(`^${HELD_PREFIX}|${SECRET_NAME.source}`)};
  for (keys %ENV) {
    next if index(${list(names)}, "=$_=") < 0
      && (index(${list(sent.prefixes)}, "=" . substr($_, 0, 1 + index($_, "_")) . "=") < 0 || /$unsent/i);
    $head .= "$_=$ENV{$_}\0";
  }
  $out = "snaphook ${String(PROTOCOL)} ${version} $ARGV[0] $ARGV[1] $device:$number ${system.ack} " . length($head) . "\n$head";

  my $socket = "";
  vec($socket, fileno(S), 1) = 1;
  for (;;) {
    # stdout (2), and stdin (1). A payload that is read completely is one message together with head and end.
    my $readers = $socket | ($open ? "\3" : "\2");
    my $writers = length $out && (length $read || !$open) ? $socket : undef;
    my $n = select($readers, $writers, undef, @last ? $last[0] / 1000 + 0.5 : 2);
    if (!$n) {
      last if !$open;
      $open = 0; # an agent that keeps its pipe open
      $out .= "end 0\n";
      next;
    }
    # The end of a pipe that is written to can be read when no process reads the other one: the agent gave up.
    exit if vec($readers, 1, 1);
    if ($open && vec($readers, 0, 1)) {
      $n = sysread(STDIN, my $more, 65536);
      if ($n) { $read .= $more; $out .= "piece $n\n$more" }
      else { $open = 0; $out .= "end 0\n" }
      next if length $out < 65536;
    }
    if (defined $writers && vec($writers, fileno(S), 1)) {
      $n = send(S, $out, ${String(system.noSignal)});
      if ($n) { substr($out, 0, $n) = "" }
      # The daemon reads no more, but may have answered: a payload that is too large is answered before its end.
      elsif ($! != ${String(system.again)}) { $out = "" }
    }
    next if !vec($readers, fileno(S), 1);
    $n = sysread(S, $in, 65536, length $in);
    last if !$n && (defined $n || $! != ${String(system.again)});
    hear();
  }
  1;
};
seldom("ended", $fine);
__END__
# Each function follows an empty line.

# A hook requests variables. Anything else is no message of a daemon of ours: the handler knows whether the call may be
# answered without it.
sub hear_more {
  $in =~ s/^more (.+)\n// or die;
  my @names = split(/ /, $1);
  $open = 0;
  seldom("release");
  my $more = join("", map { "$_=$ENV{$_}\0" } grep { exists $ENV{$_} } $names[0] eq "*" ? keys %ENV : @names);
  $out .= "more " . length($more) . "\n$more";
  hear();
}

# What the launcher kept from Perl itself.
sub release {
  index($_, "${HELD_PREFIX}") or $ENV{substr($_, ${String(HELD_PREFIX.length)})} = delete $ENV{$_} for keys %ENV;
}

# The daemon says no more. If it has accepted the call, its last words stand.
sub ended {
  my $why = shift() ? "snaphook: the daemon ended while it checked this call\n" : "";
  ${isLinux ? HEAR_LAST : ""}
  seldom("alone") if !@last;
  tell_agent($last[1], $last[2], $last[3] . $why);
}

# The program answers by itself, and finds on its stdin what was read here.
sub alone {
  $SIG{__WARN__} = sub {}; # -T warns of what follows, and an agent shows people what it finds on stderr
  seldom("release");
  close S;
  if (length $read) {
    pipe(R, W) or seldom("give_up", $!);
    my $child = fork;
    defined $child or seldom("give_up", $!);
    if (!$child) {
      close R; close STDOUT; close STDERR;
      my $going = seldom("write_all", *W, $read);
      while ($going && $open) {
        my $set = "\1";
        last unless select($set, undef, undef, 2.5) > 0 && sysread(STDIN, my $more, 65536);
        $going = seldom("write_all", *W, $more);
      }
      exit;
    }
    close W;
    open(STDIN, "<&R") or seldom("give_up", $!);
  }
  exec { "/bin/sh" } ${shell.map(perlText).join(", ")}, $launcher, "--alone", $token, @ARGV;
  seldom("give_up", $!);
}

# Not even the program can be started: the launcher has an answer for that.
sub give_up {
  seldom("say_error", "snaphook: this call could not be checked: $_[0]\n");
  exit 70;
}

sub say_error {
  local $SIG{PIPE} = "IGNORE";
  seldom("write_all", *STDERR, $_[0]);
}

sub say_rest {
  seldom("write_all", *STDOUT, $_[0]);
}

sub write_all {
  my ($handle, $bytes) = @_;
  while (length $bytes) {
    my $n = syswrite($handle, $bytes);
    if ($n) { substr($bytes, 0, $n) = ""; next }
    return 0 if $! != ${String(system.again)};
    my $set = "";
    vec($set, fileno($handle), 1) = 1;
    select(undef, $set, undef, 5) > 0 or return 0;
  }
  1;
}
`;
}

function perlText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
