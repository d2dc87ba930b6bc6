/** Services of the machine that start by themselves. Restarting one and asking how it is are everyday work. */
import { programOf, type Rule } from "../../model/rules.js";
import { WATCHERS } from "../../model/watchers.js";

const LOOK = "let the person decide what runs on the machine";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "persistence",
  severity: "risky",
  what,
  instead: LOOK,
  target: "service",
  ...more,
});

/** What others rely on, or what watches. */
const WATCHES = `(?:${WATCHERS}|sshd?|NetworkManager|systemd-networkd|systemd-resolved|networking|network|dbus|cron|crond|polkit|systemd-logind|pf|WinDefend|EventLog|MpsSvc|Sense|wscsvc|SecurityHealthService)(?:\\.service|\\.socket)?`;
const ends = (verbs: string) => new RegExp(` (?:${verbs})(?: \\S{1,80}){0,12}? ${WATCHES}(?:\\s|$)`, "i");

export default programOf([
  asks(["systemctl"], "stops a service that guards the machine or that others rely on", {
    when: ends("stop|disable|mask|kill"),
    kind: "machine",
    severity: "destructive",
  }),
  asks(["service", "rc-service", "invoke-rc.d"], "stops a service that guards the machine or that others rely on", {
    when: new RegExp(`^ ${WATCHES} (?:stop|onestop|forcestop)`, "i"),
    kind: "machine",
    severity: "destructive",
  }),
  asks(["systemctl"], "makes a file into a service that starts by itself", {
    when: / (?:link|enable|reenable)(?: --?\S{1,40}){0,4} \S{0,200}\/\S/,
  }),
  asks(["systemctl"], "starts a service that opens a way in or out of the machine", {
    when: / (?:start|restart) (?:tor|ngrok|cloudflared|frpc?|sshd?|telnetd?|vsftpd|xrdp|vncserver|anydesk|teamviewerd?)(?:\.service)?(?:\s|$)/,
  }),
  asks(["service"], "starts a service that opens a way in or out of the machine", {
    when: /^ (?:tor|sshd?|telnetd?|vsftpd|xrdp|vncserver) (?:start|restart|onestart)/,
  }),
  asks(["update-rc.d", "chkconfig", "rc-update", "insserv"], "switches off a service that guards the machine", {
    when: new RegExp(
      `(?: (?:del|delete|disable|--del))? ${WATCHES}(?: \\S{1,20})? ?(?:off|disable|remove|default)?$`,
      "i",
    ),
    unless: / (?:on|enable|defaults|add|--add|--list|show)(?:\s|$)/,
  }),
  asks(["sysrc"], "changes which services start by themselves", { when: / \S{1,80}=/ }),
  asks(["launchctl"], "changes what runs by itself on this Mac", {
    when: / (?:load|unload|bootstrap|bootout|enable|disable|remove|submit|setenv|config|kickstart)(?:\s|$)/,
  }),
  asks(["sc", "new-service", "set-service", "stop-service", "remove-service"], "changes a service of Windows", {
    when: / (?:create|delete|config|stop|failure)(?:\s|$)| -(?:Name|StartupType|Status|BinaryPathName)|^ [a-z]/i,
    unless: /^ (?:query|qc|queryex)/i,
  }),
  asks(["loginctl"], "lets programs of an account run when nobody is logged in", { when: / enable-linger/ }),
]);
