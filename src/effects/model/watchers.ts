/** Security and audit software, by service, process and package name. */

export const WATCHERS =
  "(?:auditd|r?syslogd?|syslog-ng|systemd-journald|journald|rsyslog|ufw|firewalld|iptables|nftables|apparmor|fail2ban|(?:crowdstrike-)?falcon(?:-sensor|d|ctl)?|clam(?:av\\S{0,20}|d)|crowdsec|osquery(?:d|i)?|wazuh\\S{0,20}|ossec\\S{0,20}|mdatp|selinux\\S{0,20}|auoms|cbdaemon|cbagentd|sentinel(?:one|agent|d)|sysmon(?:forlinux)?|falco|tripwire|rkhunter|samhain|suricata|esets?|savd|sophos\\S{0,20}|bdsec\\S{0,20}|ds_agent|elastic-(?:agent|endpoint)|auditbeat|qualys-cloud-agent)";
