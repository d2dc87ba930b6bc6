/** Queries to other machines. No local data may be part of the query. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { isSure, type Options, SEEN, type Verbs } from "../rule.js";

/** Metadata services that issue credentials to any caller. */
const METADATA =
  /169\.254\.169\.254|metadata\.google|100\.100\.100\.200|fd00:ec2|169\.254\.170\.2|2852039166|0xa9fea9fe/i;

/** A URL can carry data out; a long word in one is suspicious. */
function isShort(words: readonly string[]): boolean {
  return words.every((word) => word.length <= 300 && !/[\w+=%-]{65}/.test(word)) && words.length <= 10;
}

const CURL: Options = {
  options: [
    "-0 -1 -2 -3 -4 -6 -f -g -i -I -k -L -n -N -q -s -S -v -V -Z -: -# -j -J -R -h --help? --version --manual -M",
    "-A= -b= -C= -e= -E= -H= -m= -r= -u= -U= -w= -x= -X=GET|HEAD|OPTIONS -y= -Y= -z= -o=/dev/null|- -D=/dev/null|-|/dev/stderr -Q= -c=-",
    "--anyauth --basic --digest --negotiate --ntlm --compressed --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --ipv4 --ipv6",
    "--fail --fail-early --fail-with-body --globoff --head --include --insecure --junk-session-cookies --location --location-trusted --netrc --netrc-optional",
    "--no-buffer --no-keepalive --no-progress-meter --no-sessionid --no-alpn --parallel --path-as-is --progress-bar --raw --silent --show-error --show-headers --ssl --ssl-reqd --ssl-no-revoke",
    "--styled-output --tcp-fastopen --tcp-nodelay --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --verbose --retry-all-errors --retry-connrefused --cert-status --disable --disable-epsv --list-only --use-ascii --ftp-pasv --post301 --post302 --post303",
    "-G -l -B -p --get --use-ascii --proxytunnel --crlf --compressed-ssh --false-start --http0.9 --ignore-content-length --remote-time --sasl-ir --suppress-connect-headers --sslv2 --sslv3 --ca-native --ssl-allow-beast --ssl-revoke-best-effort --doh-insecure --doh-cert-status --mptcp --trace-time --trace-ids --no-npn --remote-header-name --proxy-insecure --proxy-basic --proxy-digest --proxy-ntlm --proxy-negotiate --proxy-anyauth",
    "--ftp-method= --delegation= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --hostpubmd5= --hostpubsha256= --login-options= --rate= --request-target= --service-name= --socks4a= --tlsauthtype= --tlsuser= --tlspassword= --curves= --proxy-cacert= --proxy1.0= --ip-tos= --keepalive-cnt= --proxy-service-name=",
    "--url= --header= --user-agent= --referer= --user= --oauth2-bearer= --proxy-user= --proxy= --noproxy= --preproxy= --socks5= --socks5-hostname= --socks4= --proxy-header=",
    "--request=GET|HEAD|OPTIONS --output=/dev/null|- --dump-header=/dev/null|-|/dev/stderr --cookie= --cookie-jar=- --range= --continue-at= --max-time= --connect-timeout= --max-redirs= --max-filesize=",
    "--retry= --retry-delay= --retry-max-time= --limit-rate= --speed-limit= --speed-time= --keepalive-time= --time-cond= --write-out= --resolve= --connect-to= --interface= --local-port= --dns-servers= --doh-url=",
    "--cacert= --capath= --cert= --cert-type= --key= --key-type= --pass= --ciphers= --tls-max= --tls13-ciphers= --pinnedpubkey= --crlfile= --proto= --proto-default= --proto-redir= --quote= --netrc-file= --aws-sigv4= --happy-eyeballs-timeout-ms= --expect100-timeout= --stderr=-|/dev/null",
  ].join(" "),
};
/** Read-only requests to a file server. */
const FTP_ASKS =
  /^[-+*]?(?:CDUP|CWD [^\r\n]*|FEAT|HELP|LIST[^\r\n]*|MDTM [^\r\n]*|NLST[^\r\n]*|NOOP|PASV|PWD|SIZE [^\r\n]*|STAT|SYST|TYPE [AI])$/i;

function curl(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text);
  const call = readArguments(CURL, texts);
  if (call === undefined || !isShort(call.operands) || texts.some((text) => METADATA.test(text))) return false;
  // Only the last value of a repeated option is kept, so values are checked as words.
  return texts.every((text, at) => {
    const before = texts[at - 1] ?? "";
    if (text.startsWith("@") || /^(?:--\w[\w-]*=@|-\w*b(?:-|\/dev\/))/.test(text)) return false;
    if (/^(?:-\w*b|--cookie)$/.test(before) && /^(?:-$|\/dev\/)/.test(text)) return false;
    if (/^--cookie=(?:-$|\/dev\/)/.test(text)) return false;
    if (/%output/i.test(text)) return false;
    if (/^(?:-\w*[Hw]@|--(?:header|proxy-header|write-out)=@)/.test(text)) return false;
    if (/^(?:-\w*[Hw]|--header|--proxy-header|--write-out)$/.test(before) && text.startsWith("@")) return false;
    if (/^(?:-\w*Q|--quote)$/.test(before)) return FTP_ASKS.test(text);
    return !/^(?:-\w*Q.|--quote=)/.test(text);
  });
}

const WGET: Options = {
  options:
    "-q -S -nv -v -d -4 -6 -T= -t= -U= -O=-|/dev/null --spider --quiet --verbose --no-verbose --server-response --timeout= --tries= --user-agent= --header= --no-check-certificate --max-redirect= --output-document=-|/dev/null --method=GET|HEAD --no-hsts --no-cache --inet4-only --inet6-only --dns-timeout= --connect-timeout= --read-timeout= --wait= --https-only --referer= --user= --password= --progress= --show-progress",
  needs: "--spider -O --output-document",
  operands: (words) => isShort(words) && !words.some((word) => METADATA.test(word)),
};

const S_CLIENT =
  "-connect= -host= -port= -servername= -noservername -showcerts -verify= -verify_return_error -verify_hostname= -CAfile= -CApath= -brief -quiet -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -alpn= -starttls= -status -prexit -debug -msg -state -cipher= -ciphersuites= -crlf -ign_eof -4 -6 -help";
const X509 =
  "-noout -in= -inform= -text -dates -startdate -enddate -subject -issuer -serial -fingerprint -sha1 -sha256 -sha384 -sha512 -md5 -modulus -pubkey -purpose -hash -subject_hash -issuer_hash -email -ocsp_uri -ext= -nameopt= -certopt= -checkend= -checkhost= -checkemail= -checkip= -alias -help -ocspid";

/** No abbreviations: `ip link s` sets. */
const IP_SHOWS = new Set(["show", "list", "ls", "lst", "get"]);
const IP_OBJECTS =
  /^(?:a|ad|add|addr|addre|address|l|li|lin|link|r|ro|rou|route|ru|rul|rule|n|ne|nei|neigh|neighbor|neighbour|maddr|maddress|mroute|tunnel|tun|tuntap|netconf|stats|ntable|ntbl|addrlabel|token|tcp_metrics|tcpmetrics|vrf|nexthop|fou|macsec)$/;

function ip(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text);
  let at = 0;
  for (; texts[at]?.startsWith("-"); at++) {
    if (/^--?(?:n|netns|f|family|l|loops|rc|rcvbuf)$/.test(texts[at]!)) at++;
    else if (
      !/^--?(?:V|Version|h|human|human-readable|iec|s|stats|statistics|d|details|4|6|B|M|0|o|oneline|t|timestamp|ts|tshort|r|resolve|c|color|br|brief|j|json|p|pretty|N|Numeric|color=\w+|c=\w+)$/.test(
        texts[at]!,
      )
    )
      return false;
  }
  const [object, verb, ...rest] = texts.slice(at);
  if (object === undefined) return true;
  if (/^(?:mon|monitor)$/.test(object)) return !texts.slice(at).includes("file");
  if (/^netns$/.test(object)) return verb === undefined || /^(?:list|ls|show|identify|pids|list-id)$/.test(verb);
  if (object === "help" || verb === "help") return rest.length === 0;
  return IP_OBJECTS.test(object) && (verb === undefined || IP_SHOWS.has(verb));
}

export default {
  curl,
  wget: [WGET, { options: "--version -V --help -h", operands: 0 }],
  "ping ping6": {
    options: "-c= -i= -W= -w= -t= -s= -n -q -v -4 -6 -a -A -D -O -I= -L -R -d --count= --interval=",
    operands: (words) => words.length === 1 && isShort(words),
  },
  "dig kdig delv": { not: "-k -y -f", operands: isShort },
  "nslookup host whois traceroute traceroute6 tracepath mtr": {
    not: "-F --filename",
    operands: (words) => words.length > 0 && !words.includes("-") && isShort(words),
  },
  openssl: {
    verbs: {
      "version list": SEEN,
      x509: [{ options: X509, needs: "-noout", oneDash: true }],
      s_client: { options: S_CLIENT, oneDash: true },
    },
  },
  ip,
  ifconfig: { options: "-a -v -s -l -L -m", operands: 1 },
  iwconfig: { operands: 1 },
  ss: { not: "-K -D --kill --diag" },
  netstat: SEEN,
  lsof: { not: "-D" },
  route: { options: "-n -e -ee -v -4 -6", operands: 0 },
  arp: { options: "-a -n -e -v -l -i=", operands: 1 },
  "iptables ip6tables": {
    options: "-t= -n -v -x --line-numbers --table= --numeric --verbose --exact -L -S --list --list-rules",
    needs: "-L -S --list --list-rules",
    operands: 1,
  },
  nmcli: {
    options: "-t -p -f= -g= -c= --terse --fields=",
    bare: true,
    verbs: {
      general: { bare: true, verbs: { status: SEEN } },
      "device dev d connection con c": { bare: true, verbs: { "show status": SEEN } },
    },
  },
  ethtool: { options: "-i -k -g -c -a -S -T --driver --statistics --show-features", operands: 1 },
  ssh: { options: "-V", needs: "-V" },
  "ssh-add": { options: "-l -L", needs: "-l -L" },
  "ssh-keygen": { options: "-l -v -E= -f= -F= -B", needs: "-l -F -B" },
  "nc ncat": { options: "-h --version", operands: 0 },
  resolvectl: { verbs: { "status query statistics": SEEN } },
} satisfies Verbs;
