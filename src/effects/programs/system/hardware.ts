/** Chips, boards, graphics cards and servers: firmware, fuses, voltages, fans. Flashing a program to a board is everyday work. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({
  kind: "machine",
  instead: "read the current state first, and ask the user to change the hardware",
});
const ERASES = "erases a chip or locks it permanently";
const LIMITS = "changes voltages, fans or limits of the hardware";
const SERVER = "resets or reconfigures a server through its management controller";

export default programOf([
  asks(
    ["reset", "factory-reset", "write", "erase", "request", "execute", "mtd", "firstboot", "jffs2reset", "sysupgrade"],
    /^ (?:factory|erase|startup-config|nvram:|flash:|system (?:zeroize|factory-default)|factoryreset|-r |-y$|-n )/,
    "resets a device to its factory settings",
    { severity: "destructive" },
  ),
  asks(["avrdude"], / -U ?(?:[lhe]fuse|lock|fuse\d?):w:| -e(?:\s|$)/, ERASES),
  asks(["st-flash", "stm32flash", "stm32_programmer_cli"], / (?:erase|--erase|-e |-ob |rdp=|option)/i, ERASES),
  asks(
    ["esptool", "esptool.py", "espefuse", "espefuse.py"],
    / (?:erase_flash|erase-flash|erase_region|burn_\w{2,30}|burn-\w{2,30}|write_protect_efuse)\b/,
    ERASES,
  ),
  asks(
    ["openocd", "jlinkexe", "pyocd", "nrfjprog", "probe-rs", "dfu-util", "picotool", "bossac"],
    /(?:mass_erase|flash erase|chip ?erase|erase --(?:mass|chip)|--eraseall|--recover|--rbp|:mass-erase|\block\b| -e(?:\s|$))/i,
    ERASES,
  ),
  asks(
    ["fastboot"],
    / (?:erase|flash|format|flashing (?:un)?lock\w{0,10}|oem (?:un)?lock|-w|wipe-super|set_active|delete-logical-partition)(?:\s|$)/,
    "erases or replaces the system of a device",
  ),
  asks(
    ["heimdall", "odin4", "mtkclient", "edl"],
    / (?:flash|erase|--repartition|e |w |wl )/,
    "erases or replaces the system of a device",
  ),
  asks(
    ["adb"],
    / (?:reboot (?:bootloader|recovery)|shell (?:wipe|recovery|rm -rf|pm uninstall|settings put|svc|am broadcast -a android\.intent\.action\.(?:MASTER_CLEAR|FACTORY_RESET))|root|disable-verity|sideload)(?:\s|$)/,
    "erases or changes a device",
  ),
  asks(
    ["idevicerestore", "ideviceenterrecovery", "cfgutil"],
    / (?:-e|--erase|erase|restore|\S)/,
    "erases or replaces the system of a device",
    { unless: / (?:--help|list)/ },
  ),
  asks(
    ["nvidia-smi"],
    / (?:-r|--gpu-reset|-pl|--power-limit|-lgc|-lmc|-pm|-e|--ecc-config|-c|-mig|-acp|-cc)(?:[ =]|$)/,
    LIMITS,
    { asRoot: true },
  ),
  asks(
    ["nvidia-settings", "rocm-smi", "amd-smi", "corectrl", "intel-undervolt", "ryzenadj", "undervolt"],
    / (?:-a|--set\w{0,20}|--reset|set|apply|--\w{2,30}-limit|--stapm|--core|--\w{2,12}=-?\d)/,
    LIMITS,
    { unless: / (?:--show|read|-q)(?:\s|$)/ },
  ),
  asks(
    ["wrmsr", "setpci", "ectool", "ec_probe", "isaset", "iotools"],
    / \S/,
    "writes to registers of the processor or of a device",
    { unless: / (?:-l|--help|version|temps)(?:\s|$)/ },
  ),
  asks(
    ["nbfc", "fancontrol", "pwmconfig", "openrgb", "i8kfan", "i8kctl", "thinkfan", "smcutil", "macfan"],
    / (?:set|initialize|start|config --apply|fan|-s|--mode)\b/,
    LIMITS,
  ),
  asks(["liquidctl"], / set pump speed /, LIMITS),
  asks(
    ["cpupower", "x86_energy_perf_policy", "turbostat", "tuned-adm", "powerprofilesctl", "cpufreq-set"],
    / (?:frequency-set|idle-set|set|profile)\b/,
    LIMITS,
    { asRoot: true },
  ),
  asks(
    [
      "racadm",
      "hponcfg",
      "ilorest",
      "sum",
      "perccli",
      "perccli64",
      "storcli",
      "storcli64",
      "megacli",
      "ssacli",
      "hpssacli",
      "arcconf",
      "mvcli",
      "sas3ircu",
      "sas2ircu",
    ],
    / (?:racresetcfg|racreset|serveraction|systemerase|jobqueue|set|clrconfig|del|delete|erase|init|add|create|-CfgClr|-CfgLdDel|-PDMakeGood|-f |flash|update)\b/i,
    SERVER,
  ),
  asks(
    ["ipmitool", "ipmiutil", "ipmi-chassis", "bmc-config", "redfishtool"],
    / (?:chassis (?:power (?:off|cycle|reset|soft)|bootdev|bootparam)|mc reset|user (?:set|enable|disable|priv)|lan set|raw|sel clear|fru write|--chassis-control|--commit|Systems reset)/,
    SERVER,
  ),
  asks(
    [
      "flashrom",
      "fwupdmgr",
      "fwupdtool",
      "afulnx",
      "amdvbflash",
      "nvflash",
      "lshw-flash",
      "biosdecode-write",
      "efivar",
    ],
    / (?:-w|--write|-E|--erase|downgrade|reinstall|install-blob|--import|--delete|--disable-validation|--reset|-f )/,
    "replaces firmware, or what the machine trusts when it starts",
  ),
  asks(
    ["picotool", "uhubctl", "usbreset", "usb_modeswitch"],
    / (?:-a ?(?:0|off|cycle)|erase|--reset|-R)(?:\s|$)/,
    "switches devices off, or resets them",
  ),
  asks(
    ["gpio", "gpioset", "raspi-gpio", "pinctrl", "raspi-config", "rpi-eeprom-update"],
    / (?:mode|write|set|nonint|-d|-a|-r)\b/,
    "changes pins or firmware of the board",
    { asRoot: true },
  ),
]);
