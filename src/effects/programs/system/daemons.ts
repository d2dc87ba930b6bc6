/** System services that start automatically. Restarts and status queries are everyday work. */
import { programOf, type Rule } from "../../model/rules.js";
import { WATCHERS } from "../../model/watchers.js";

const LOOK = "ask the user to decide what runs on this machine";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "persistence",
  severity: "risky",
  what,
  instead: LOOK,
  target: "service",
  ...more,
});

/** Essential or monitoring services. */
const WATCHES = `(?:${WATCHERS}|sshd?|NetworkManager|systemd-networkd|systemd-resolved|networking|network|dbus|cron|crond|polkit|systemd-logind|pf|WinDefend|EventLog|MpsSvc|Sense|wscsvc|SecurityHealthService)(?:\\.service|\\.socket)?`;
const ends = (verbs: string) => new RegExp(` (?:${verbs})(?: \\S{1,80}){0,12}? ${WATCHES}(?:\\s|$)`, "i");

/** Services that other programs use. */
const SHARED =
  "(?:'?\\*\\S{0,20}|user@\\d{1,9}|user\\.slice|getty\\S{0,20}|systemd-\\S{1,30}|rsync|nfs\\S{0,20}|autofs|multi-user\\.target|graphical\\.target|default\\.target|tailscaled|wg-quick\\S{0,20}|openvpn\\S{0,30}|vpn\\S{0,20}|strongswan|named|bind9|dnsmasq|unbound|avahi-daemon|wpa_supplicant|dhcpcd|iwd|unattended-upgrades|apt-daily\\S{0,20}|puppet|chef-client|salt-minion|amazon-ssm-agent|google-guest-agent|waagent|datadog-agent|newrelic-infra|splunk\\S{0,12}|nessusd?|tanium\\S{0,10}|[\\w-]{1,20}-(?:monitor|sensor|watchdog|guard)|node_exporter|prometheus|grafana-server|zabbix-agent\\d?|telegraf|filebeat|fluentd|vector|restic\\S{0,20}|borg\\S{0,20}|backup\\S{0,20}|timeshift\\S{0,20}|docker|containerd|podman|kubelet|k3s|libvirtd|gdm3?|lightdm|sddm|display-manager|bluetooth|cups|chronyd?|ntpd?|snapd|nfs-server|smbd)";
/** Services that often stop and start during development, but should not be disabled permanently. */
const STORES =
  "(?:postgresql(?:@\\S{1,20})?|mysqld?|mariadb|mongod|redis(?:-server)?|rabbitmq-server|elasticsearch|nginx|apache2|httpd|haproxy|caddy)";

export default programOf([
  asks(["systemctl"], "stops a service that protects the machine or that others need", {
    when: ends("stop|disable|mask|kill"),
    kind: "machine",
    severity: "destructive",
  }),
  asks(["service", "rc-service", "invoke-rc.d"], "stops a service that protects the machine or that others need", {
    when: new RegExp(`^ ${WATCHES} (?:stop|onestop|forcestop)`, "i"),
    kind: "machine",
    severity: "destructive",
  }),
  asks(["systemctl"], "installs a file as a service that starts automatically", {
    when: / (?:link|enable|reenable)(?: --?\S{1,40}){0,4} \S{0,200}\/\S/,
  }),
  asks(["systemctl"], "starts a service that opens remote access", {
    when: / (?:start|restart) (?:tor|ngrok|cloudflared|frpc?|sshd?|telnetd?|vsftpd|xrdp|vncserver|anydesk|teamviewerd?)(?:\.service)?(?:\s|$)/,
  }),
  asks(["service"], "starts a service that opens remote access", {
    when: /^ (?:tor|sshd?|telnetd?|vsftpd|xrdp|vncserver) (?:start|restart|onestart)/,
  }),
  asks(["update-rc.d", "chkconfig", "rc-update", "insserv"], "disables a service that protects the machine", {
    when: new RegExp(
      `(?: (?:del|delete|disable|--del))? ${WATCHES}(?: \\S{1,20})? ?(?:off|disable|remove|default)?$`,
      "i",
    ),
    unless: / (?:on|enable|defaults|add|--add|--list|show)(?:\s|$)/,
  }),
  asks(["sysrc"], "changes which services start automatically", { when: / \S{1,80}=/ }),
  asks(["launchctl"], "changes what starts automatically on this Mac", {
    when: / (?:load|unload|bootstrap|bootout|enable|disable|remove|submit|setenv|config|kickstart)(?:\s|$)/,
  }),
  asks(["sc", "new-service", "set-service", "stop-service", "remove-service"], "changes a Windows service", {
    when: / (?:create|delete|config|stop|failure)(?:\s|$)| -(?:Name|StartupType|Status|BinaryPathName)|^ [a-z]/i,
    unless: /^ (?:query|qc|queryex)/i,
  }),
  asks(["systemctl"], "stops a service that other programs use", {
    when: new RegExp(
      ` (?:stop|disable|mask|kill)(?: \\S{1,80}){0,12}? ${SHARED}(?:\\.service|\\.socket)?(?:\\s|$)`,
      "i",
    ),
    kind: "process",
  }),
  asks(["systemctl", "service", "rc-service"], "stops a service on another machine", {
    when: / (?:stop|disable|mask|kill)(?:\s|$)/,
    unless: / --user(?:\s|$)/,
    through: [
      "ssh",
      "mosh",
      "autossh",
      "ansible",
      "salt",
      "knife",
      "pdsh",
      "clush",
      "pssh",
      "parallel-ssh",
      "bolt",
      "tsh",
    ],
    kind: "process",
  }),
  asks(["apachectl", "apache2ctl", "nginx", "haproxy", "caddy"], "stops a server that people use", {
    when: /^ (?:-s (?:stop|quit)|-k (?:stop|graceful-stop)|stop|graceful-stop)(?:\s|$)/,
    asRoot: true,
    kind: "process",
  }),
  asks(["systemctl"], "permanently disables a service", {
    when: new RegExp(` (?:disable|mask|kill)(?: \\S{1,80}){0,12}? ${STORES}(?:\\.service|\\.socket)?(?:\\s|$)`, "i"),
    kind: "process",
  }),
  asks(["service", "rc-service"], "stops a service that other programs use", {
    when: new RegExp(`^ ${SHARED} (?:stop|onestop|forcestop)(?:\\s|$)`, "i"),
    kind: "process",
  }),
  asks(["systemctl"], "stops services on another machine that others may use", {
    when: new RegExp(
      ` (?:stop|kill)(?: \\S{1,80}){0,12}? ${STORES}(?:\\.service|\\.socket)?(?: \\S{1,80}){0,12}? (?:${STORES}|${SHARED})`,
      "i",
    ),
    kind: "process",
  }),
  asks(["systemctl"], "switches the system to a state in which most services are stopped", {
    when: / isolate (?!rescue|emergency)\S{1,60}\.target(?:\s|$)| set-default (?:emergency|rescue|poweroff|halt|reboot)\.target(?:\s|$)/,
    unless: / --user/,
    kind: "machine",
  }),
  asks(["systemctl"], "switches the system to a state in which most services are stopped", {
    when: / isolate \S/,
    asRoot: true,
    kind: "machine",
  }),
  asks(["service", "rc-service", "invoke-rc.d"], "stops a service that other programs use", {
    when: new RegExp(`^ ${STORES} (?:stop|onestop|forcestop)(?:\\s|$)`, "i"),
    asRoot: true,
    kind: "process",
  }),
  asks(["pm2"], "makes processes start at boot", { when: /^ startup(?:\s|$)/ }),
  asks(["xdotool", "ydotool", "wtype"], "sends keystrokes that close the user's programs", {
    when: / ctrl\+alt\+(?:BackSpace|Delete|F\d)/i,
    kind: "process",
  }),
  asks(["loginctl"], "ends the user's whole session", {
    when: / (?:terminate-(?:user|session|seat)|kill-(?:user|session))(?:\s|$)/,
    kind: "process",
  }),
  asks(["tmux"], "ends all programs in one of the user's terminals", {
    when: / (?:kill-server|kill-session(?: .{0,80})? -a)(?:\s|$)/,
    unless: / -L /,
    kind: "process",
  }),
  asks(["screen"], "ends programs in one of the user's terminals", {
    when: /\uFFFC.{0,100} -X (?:quit|kill)(?:\s|$)/,
    kind: "process",
  }),
  asks(["pm2"], "ends every process under a process manager", {
    when: /^ (?:kill|(?:delete|del|stop) all)(?:\s|$)/,
    kind: "process",
  }),
  asks(["forever"], "ends every process under a process manager", { when: /^ stopall/, kind: "process" }),
  asks(["supervisorctl"], "ends every process under a process manager", {
    when: / (?:stop all|shutdown)(?:\s|$)/,
    kind: "process",
  }),
  asks(["monit", "sv", "s6-svc", "runsvdir"], "ends processes under a process manager", {
    when: / (?:quit|stop all|exit \S|force-shutdown)| (?:down|stop|exit) \S{0,100}\*/,
    kind: "process",
  }),
  asks(["busctl", "dbus-send", "gdbus"], "powers off or restarts the machine, or ends the user's session", {
    when: /login1\S{0,60}.{0,200}(?:PowerOff|Reboot|Halt|Suspend|Hibernate|Terminate\w{4,8}|Kill\w{4,8})|org\.freedesktop\.systemd1.{0,200}(?:Stop|Kill)Unit|SessionManager.{0,100}(?:Logout|Shutdown|Reboot)/,
    kind: "machine",
  }),
  asks(["swaymsg", "i3-msg", "hyprctl", "bspc", "qtile", "awesome-client"], "logs the user out", {
    when: / (?:exit|quit|dispatch exit|awesome\.quit)/,
    kind: "process",
  }),
  asks(["gnome-session-quit", "xfce4-session-logout", "qdbus", "osascript"], "logs the user out", {
    when: / (?:--logout|--no-prompt|--force|.{0,80}(?:logout|log out|shut down|restart))/i,
    kind: "process",
    unless: /do shell script|display/,
  }),
  asks(["loginctl"], "lets an account's programs run while it is logged out", { when: / enable-linger/ }),
]);
