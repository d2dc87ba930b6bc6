/** Hypervisors: VMware ESXi and vSphere, XenServer. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const LOST = ["destructive", "destroys a virtual machine and its disk"] as const;
const STOPPED = ["risky", "powers off virtual machines without a clean shutdown"] as const;
const SNAPSHOTS = ["destructive", "deletes snapshots or backups of virtual machines"] as const;
const STORE = ["destructive", "deletes a virtual machine datastore or its content"] as const;
const LET_IN = ["risky", "changes who may access a hypervisor, or what it may run"] as const;
const OFF = ["destructive", "powers off a hypervisor and all its virtual machines"] as const;

export default serviceProgram([
  {
    names: ["esxcli", "localcli"],
    where: "on a hypervisor",
    depth: 4,
    taking: listed(`-s --server -u --username -p --password -h --vihost --formatter --config -d --thumbprint`),
    rules: {
      "software vib|profile|component|baseimage|addon remove": ["risky", "removes a system component of a hypervisor"],
      "software acceptance set": LET_IN,
      "software vib|profile install|update --no-sig-check|--force|-f": LET_IN,
      "system syslog config set|reset|logger": ["risky", "changes where a hypervisor sends its logs"],
      "system auditrecords local|remote disable|delete": ["risky", "changes what a hypervisor records"],
      "system settings advanced|kernel|keyboard|encryption set|remove": ["risky", "changes hypervisor settings"],
      "system account|permission|secpolicy add|remove|set|unset": LET_IN,
      "system shutdown poweroff|reboot": OFF,
      "system maintenanceMode set": ["risky", "moves or stops all virtual machines of a hypervisor"],
      "network firewall set --enabled=false|-e=false": ["destructive", "opens the hypervisor's firewall"],
      "network firewall set|unload": ["risky", "changes the hypervisor's firewall"],
      "network firewall ruleset set": ["risky", "changes the hypervisor's firewall"],
      "storage filesystem unmount": ["risky", "disconnects storage that virtual machines use"],
      "storage nfs|nfs41 remove": ["risky", "disconnects storage that virtual machines use"],
      "storage core device set --state=off": ["risky", "disconnects storage that virtual machines use"],
      "vsan storage|cluster|datastore remove|leave|clear": STORE,
      "vm process kill": STOPPED,
    },
    instead: "see what is running (`esxcli vm process list`), and ask the user to change it",
  },
  {
    names: ["vim-cmd", "vmware-vim-cmd"],
    where: "on a hypervisor",
    depth: 1,
    taking: listed(`-H -U -P`),
    rules: {
      "vmsvc/destroy|vmsvc/device.diskremove": LOST,
      "vmsvc/snapshot.removeall|vmsvc/snapshot.remove": SNAPSHOTS,
      "vmsvc/snapshot.revert": ["risky", "reverts a virtual machine to an older state"],
      "vmsvc/power.off|vmsvc/power.reset|vmsvc/power.suspend|vmsvc/power.shutdown": STOPPED,
      "vmsvc/unregister": ["risky", "removes a virtual machine from the inventory"],
      "hostsvc/datastore/destroy|hostsvc/datastore/remove": STORE,
      "hostsvc/enable_ssh|hostsvc/start_ssh|hostsvc/enable_esx_shell|hostsvc/start_esx_shell": LET_IN,
      "hostsvc/firewall_disable_ruleset|hostsvc/firewall_enable_ruleset|hostsvc/advopt/update|hostsvc/maintenance_mode_enter":
        ["risky", "changes hypervisor settings"],
      "*": "ordinary",
    },
    instead: "see what is running (`vim-cmd vmsvc/getallvms`), and ask the user to change it",
  },
  {
    names: ["govc"],
    where: "in vSphere",
    depth: 1,
    rules: {
      "vm.destroy|object.destroy|pool.destroy|vapp.destroy|folder.destroy": LOST,
      "datastore.rm|datastore.remove|volume.rm|disk.rm|library.rm": STORE,
      "snapshot.remove": SNAPSHOTS,
      "snapshot.revert": ["risky", "reverts a virtual machine to an older state"],
      "vm.power -off|-reset": STOPPED,
      "vm.unregister|host.remove|host.disconnect|cluster.rule.remove|dvs.portgroup.remove": [
        "risky",
        "removes an object from the inventory",
      ],
      "host.shutdown": OFF,
      "permissions.set|permissions.remove|role.update|host.account.create|host.account.update": LET_IN,
      "*": "ordinary",
    },
    instead: "look at it (`govc vm.info web`), and ask the user to change it",
  },
  {
    names: ["xe"],
    where: "of virtual machines",
    depth: 1,
    rules: {
      "vm-destroy|vm-uninstall|vdi-destroy|template-uninstall": LOST,
      "snapshot-destroy|snapshot-uninstall": SNAPSHOTS,
      "sr-destroy|sr-forget": STORE,
      "host-shutdown|host-reboot": OFF,
      "vm-shutdown|vm-reboot --force": STOPPED,
      "*": "ordinary",
    },
    instead: "look at it (`xe vm-list`), and ask the user to change it",
  },
]);
