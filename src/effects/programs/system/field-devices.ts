/** Devices that something physical depends on: commands over MQTT, Modbus, CAN, SNMP, BACnet and home automation. */
import type { Invocation } from "../../model/invocation.js";
import { isLoopback } from "../../model/near-hosts.js";
import { asking, lineOf, programOf } from "../../model/rules.js";
import { serviceEffect } from "../../services/judge.js";
import { isGiven, optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const asks = asking({
  kind: "machine",
  instead: "read the value first, and ask the user to write it",
});
const WRITES = "sends a command to a device that something may depend on";

const buses = programOf([
  asks(["snmpset"], / \S+ \S+ [a-zA-Z=] \S/, WRITES),
  asks(["modbus", "modbus-cli", "modbus_client"], / (?:write\S{0,30}|\S{1,80}=\S)/, WRITES),
  asks(["mbpoll"], / -t ?[04]\S{0,8} (?:.{0,200} )?\S{3,80}(?: -?\d{1,9}){1,60}$/, WRITES),
  asks(["modpoll"], / \S{3,60}(?: -?\d{1,9}){1,60}$/, WRITES, { unless: / -1(?:\s|$)(?!.{0,200} \d+$)/ }),
  asks(["bacwp", "bacrbdc", "bacdcc", "bacrd"], / \d/, WRITES),
  asks(["cansend", "cangen", "canplayer", "isotpsend"], / (?!v)can\d/, WRITES),
  asks(["i2cset"], / (?:-\w{0,4}f|-f)\w{0,4}\s| 0x5[0-7] /, "writes registers of a chip on this machine"),
  asks(
    ["hass-cli"],
    / service call \S{0,20}(?:stop|restart|unlock|disarm|turn_off|turn_on|open|close|delete|purge|reload)/,
    WRITES,
  ),
  asks(["hass-cli"], / (?:entity|area|device|config) (?:delete|remove)(?:\s|$)/, WRITES),
  asks(
    ["tuya-cli", "kasa", "tinytuya", "zwave", "chip-tool", "openhab-cli"],
    / (?:set|off|on|reset|wipe|unlock\S{0,20}|emergency\S{0,20}|decommission\S{0,20}|removeNode)(?:\s|$)/,
    WRITES,
    {
      unless: / (?:devices?|list|discover)$/,
    },
  ),
  asks(["arduino-cli"], / burn-bootloader(?:\s|$)/, "replaces the bootloader and the fuses of a board"),
  asks(
    ["mender-cli", "hawkbit-cli", "ota-ce"],
    / (?:delete|deploy\S{0,20}|abort)(?:\s|$)/,
    "changes what devices in the field install",
  ),
  asks(
    ["vtysh", "birdc", "birdc6", "gobgp"],
    / (?:conf(?:igure)?\b.{0,40} t|(?:no|clear|disable|shutdown|delete|del|undo) |configure|down|restart)/,
    "changes the routes of a network",
    {
      unless: / configure check/,
    },
  ),
  asks(
    ["ipvsadm"],
    / (?:-C|--clear|-D|--delete-service|-d|--delete-server)(?:\s|$)/,
    "removes servers from a load balancer",
  ),
]);

const PUBLISHERS = ["mosquitto_pub", "mqttx", "mqtt", "hivemq-cli", "mqttui", "emqx_ctl"];
/** Topics and messages that make devices do something. */
const COMMANDS =
  /(?:^|[\s/_"':{.-])(?:cmds?|commands?|set|actions?|controls?|ctrl|reset|factory\S{0,12}|reboot|restart|shutdown|off|open|close|unlock|relays?|valves?|pumps?|motors?|heaters?|doors?|locks?|ota|firmware|fw|upgrade|update|config|provision|erase|wipe|all|broadcast|\+|#)(?=$|[\s/_"':},.-])/i;
const PROD = /(?:^|[\s./_@-])(?:prod|production|live|plant|factory)(?=$|[\s./_:@-])/i;

function published(invocation: Invocation): boolean {
  if (invocation.program !== "mosquitto_pub" && !/^ (?:pub|publish|clients|retain)/.test(lineOf(invocation)))
    return false;
  const [host] = optionValues(invocation, ["-h", "--host", "-L", "--url", "--hostname"]);
  if (host === undefined || isLoopback(host)) return false;
  const said = optionValues(invocation, ["-t", "--topic", "-m", "--message"]).join(" ").slice(0, 2000);
  return COMMANDS.test(` ${said}`) || PROD.test(` ${host} ${said}`) || isGiven(invocation, ["-n", "--null-message"]);
}

const fieldDevices: Program = {
  names: [...buses.names, ...PUBLISHERS],
  effects(invocation, where) {
    if (!PUBLISHERS.includes(invocation.program!)) return buses.effects(invocation, where);
    if (!published(invocation)) return [];
    const instead = "publish it to a broker on this machine first, and ask the user to send it to the devices";
    return [serviceEffect(invocation, { severity: "risky", what: "sends a command to devices", instead })];
  },
};

export default fieldDevices;
