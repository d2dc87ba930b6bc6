/** Machines that hold other machines: VMware ESXi and vSphere, XenServer. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const LOST = ["destructive", "destroys a virtual machine with its disk"] as const;
const STOPPED = ["risky", "stops virtual machines without a word to them"] as const;
const SNAPSHOTS = ["destructive", "deletes what virtual machines can be brought back from"] as const;
const STORE = ["destructive", "deletes a store of virtual machines or what is in it"] as const;
const LET_IN = ["risky", "changes who may come into a machine that holds others, or what it lets run"] as const;
const OFF = ["destructive", "switches off a machine with all that run on it"] as const;

export default serviceProgram([
  {
    names: ["esxcli", "localcli"],
    where: "of a machine that holds others",
    depth: 4,
    taking: listed(`-s --server -u --username -p --password -h --vihost --formatter --config -d --thumbprint`),
    rules: {
      "software vib|profile|component|baseimage|addon remove": ["risky", "removes a part of the system"],
      "software acceptance set": LET_IN,
      "software vib|profile install|update --no-sig-check|--force|-f": LET_IN,
      "system syslog config set|reset|logger": ["risky", "changes where the records of the machine go"],
      "system auditrecords local|remote disable|delete": ["risky", "changes what is recorded of the machine"],
      "system settings advanced|kernel|keyboard|encryption set|remove": ["risky", "changes how the machine works"],
      "system account|permission|secpolicy add|remove|set|unset": LET_IN,
      "system shutdown poweroff|reboot": OFF,
      "system maintenanceMode set": ["risky", "drives all virtual machines off the machine"],
      "network firewall set --enabled=false|-e=false": ["destructive", "opens the firewall of the machine"],
      "network firewall set|unload": ["risky", "changes the firewall of the machine"],
      "network firewall ruleset set": ["risky", "changes the firewall of the machine"],
      "storage filesystem unmount": ["risky", "takes a store away from the virtual machines on it"],
      "storage nfs|nfs41 remove": ["risky", "takes a store away from the virtual machines on it"],
      "storage core device set --state=off": ["risky", "takes a store away from the virtual machines on it"],
      "vsan storage|cluster|datastore remove|leave|clear": STORE,
      "vm process kill": STOPPED,
    },
    instead: "look at it (`esxcli vm process list`), and let a person change it",
  },
  {
    names: ["vim-cmd", "vmware-vim-cmd"],
    where: "of a machine that holds others",
    depth: 1,
    taking: listed(`-H -U -P`),
    rules: {
      "vmsvc/destroy|vmsvc/device.diskremove": LOST,
      "vmsvc/snapshot.removeall|vmsvc/snapshot.remove": SNAPSHOTS,
      "vmsvc/snapshot.revert": ["risky", "puts an older state in the place of a virtual machine"],
      "vmsvc/power.off|vmsvc/power.reset|vmsvc/power.suspend|vmsvc/power.shutdown": STOPPED,
      "vmsvc/unregister": ["risky", "takes a virtual machine out of those that are looked after"],
      "hostsvc/datastore/destroy|hostsvc/datastore/remove": STORE,
      "hostsvc/enable_ssh|hostsvc/start_ssh|hostsvc/enable_esx_shell|hostsvc/start_esx_shell": LET_IN,
      "hostsvc/firewall_disable_ruleset|hostsvc/firewall_enable_ruleset|hostsvc/advopt/update|hostsvc/maintenance_mode_enter":
        ["risky", "changes how the machine works"],
      "*": "ordinary",
    },
    instead: "look at it (`vim-cmd vmsvc/getallvms`), and let a person change it",
  },
  {
    names: ["govc"],
    where: "in vSphere",
    depth: 1,
    rules: {
      "vm.destroy|object.destroy|pool.destroy|vapp.destroy|folder.destroy": LOST,
      "datastore.rm|datastore.remove|volume.rm|disk.rm|library.rm": STORE,
      "snapshot.remove": SNAPSHOTS,
      "snapshot.revert": ["risky", "puts an older state in the place of a virtual machine"],
      "vm.power -off|-reset": STOPPED,
      "vm.unregister|host.remove|host.disconnect|cluster.rule.remove|dvs.portgroup.remove": [
        "risky",
        "takes something out of those that are looked after",
      ],
      "host.shutdown": OFF,
      "permissions.set|permissions.remove|role.update|host.account.create|host.account.update": LET_IN,
      "*": "ordinary",
    },
    instead: "look at it (`govc vm.info web`), and let a person change it",
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
    instead: "look at it (`xe vm-list`), and let a person change it",
  },
]);
