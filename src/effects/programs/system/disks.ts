/** Disks, partitions, volumes and whole file systems. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "inspect with `lsblk` or `df -h`, and leave disk changes to the user";
const destroys = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "destructive",
  what,
  instead: INSTEAD,
  target: "device",
  ...more,
});
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule =>
  destroys(names, what, { severity: "risky", ...more });

const DEVICE = / \/dev\/(?!null\b|zero\b|loop)|\s[A-Za-z]:|\uFFFC/;
const LIST =
  / (?:-l|--list|-J|--json|-n|--no-act|-N|--dry-run|-V|--version|-h|print|-p|--print|-v|--verify|-O)(?:\s|$)/;
const ERASES = "creates a new file system and erases all data on it";
const VOLUMES = ["lvremove", "vgremove", "pvremove", "lvreduce", "vgreduce", "lvconvert"];
const MAKERS = [
  "ext2",
  "ext3",
  "ext4",
  "xfs",
  "btrfs",
  "vfat",
  "fat",
  "msdos",
  "ntfs",
  "exfat",
  "f2fs",
  "jfs",
  "reiserfs",
  "minix",
  "bfs",
  "cramfs",
  "udf",
  "erofs",
  "zfs",
];

export default programOf([
  destroys(
    [
      "mkfs",
      "mkntfs",
      "mkdosfs",
      "newfs",
      "newfs_msdos",
      "newfs_hfs",
      "newfs_apfs",
      ...MAKERS.filter((name) => !name.startsWith("ext")).map((name) => `mkfs.${name}`),
    ],
    ERASES,
    { when: DEVICE },
  ),
  destroys(["mke2fs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4"], ERASES, {
    when: DEVICE,
    unless: / -n(?:\s|$)/,
  }),
  destroys(["pvcreate"], "turns a disk into a volume and erases all data on it", { when: / -\w{0,4}f|--force/ }),
  asks(["mkswap"], "turns a disk into swap space and erases all data on it", { when: DEVICE }),
  destroys(["wipefs"], "wipes the signatures of a disk, which makes it unreadable", {
    when: / (?:-\w{0,6}a|--all|-o|--offset|-f)/,
    unless: LIST,
  }),
  asks(["dd"], "overwrites a disk or file that cannot be determined", {
    when: / of=\uFFFC(?:\s|$)/,
    unless: / count=\d{1,4}(?:\s|$)/,
  }),
  destroys(["blkdiscard", "nwipe", "dban"], "discards all data on a disk"),
  destroys(["hdparm"], "erases or locks a disk", {
    when: / --(?:security-(?:erase|set-pass|disable)|yes-i-know|trim-sector|make-bad-sector|write-sector|fwdownload)/,
  }),
  destroys(["nvme"], "erases a disk", { when: / (?:format|sanitize|write-zeroes|delete-ns|fw-download)(?:\s|$)/ }),
  destroys(["sg_format", "sg_sanitize", "sg_unmap"], "erases a disk"),
  destroys(["sgdisk", "gdisk", "cgdisk"], "changes or destroys the partitions of a disk", {
    when: / (?:-[ozZdgGmn]|--zap|--clear|--delete|--mbrtogpt|--new)/,
  }),
  destroys(["fdisk", "cfdisk", "parted", "sfdisk"], "changes the partitions of a disk", {
    when: / (?:mklabel|mkpart|rm|resizepart|mktable|--delete|--wipe|-w|-d|-i|-f)(?:\s|$)/,
    unless: / (?:-l|--list|print)(?:\s|$)/,
  }),
  asks(
    ["fdisk", "cfdisk", "gdisk", "cgdisk", "parted", "sfdisk", "gparted"],
    "opens the partition table of a disk for changes",
    { when: DEVICE, unless: LIST },
  ),
  destroys(["cryptsetup"], "encrypts, wipes or locks a disk and loses its data", {
    when: / (?:luksFormat|luksErase|erase|reencrypt|luksKillSlot|luksRemoveKey|luksSuspend)(?:\s|$)/,
  }),
  destroys(VOLUMES, "removes, shrinks or rolls back a volume, which can lose its data", {
    unless: / (?:-t|--test)(?:\s|$)/,
  }),
  destroys(["zpool", "zfs"], "destroys a pool or volume and all its data", {
    when: / (?:destroy|labelclear|rollback)(?:\s|$)/,
    unless: / -\w{0,4}n\w{0,4}\s/,
  }),
  destroys(["btrfs"], "deletes a volume and all its data", {
    when: / (?:subvolume (?:delete|del)|device (?:delete|remove)|filesystem resize)(?:\s|$)/,
  }),
  destroys(["mdadm"], "dismantles a disk array", { when: / --(?:zero-superblock|stop|fail|remove|create)/ }),
  destroys(["dmsetup"], "removes a volume", { when: / (?:remove|remove_all|wipe_table)(?:\s|$)/ }),
  asks(
    ["tune2fs", "resize2fs", "xfs_repair", "e2fsck", "fsck", "fsck.ext4", "xfs_growfs", "debugfs", "badblocks"],
    "changes a whole file system",
    { when: DEVICE, unless: / (?:-l|-n|-N|--dry-run|-M)(?:\s|$)/ },
  ),
  asks(["swapoff", "swapon"], "enables or disables swap space", { when: / (?:-a|--all)(?:\s|$)/ }),
  asks(["qemu-img"], "replaces, reverts or shrinks the disk of a virtual machine", {
    when: /^ (?:(?:create|snapshot (?:.{0,80} )?-[ad]|resize (?:.{0,80} )?--shrink|rebase|commit) (?:.{0,400} )?\/(?!tmp\/|home\/|Users\/)\S{1,300}\.(?:qcow2?|img|raw|vdi|vmdk|vhdx?)(?:\s|$)|(?:convert|dd) .{0,400} \/(?!tmp\/|home\/|Users\/)\S{1,300}\.(?:qcow2?|img|raw|vdi|vmdk|vhdx?)$)/,
    instead: "look at it first (`qemu-img info disk.qcow2`), and ask the user to change it",
  }),
  asks(["umount"], "unmounts every disk", {
    when: / (?:-\w{0,4}a\w{0,4}|--all|\/|\/(?:home|usr|var|boot))(?:\s|$)/,
    asRoot: true,
  }),
  asks(["mount"], "mounts a home directory or the whole system below another directory, where it is easily deleted", {
    when: / (?:--bind|--rbind|-B|-R|(?:-o|--options) \S{0,60}bind)\s+(?:\/|~|\/(?:home|root|Users)(?:\/\S{0,200})?) /,
  }),
  asks(["mount"], "remounts the whole system read-only, or writable where it was not", {
    when: / (?:-o|--options) \S{0,60}remount\S{0,60} \/(?:\s|$)/,
  }),
  asks(["mount"], "mounts one system directory over another, which hides its files", {
    when: / (?:--bind|--rbind|-B|-R|(?:-o|--options) \S{0,60}bind)\s.{0,500}\s\/(?:proc|sys|etc|usr|bin|sbin|lib|boot|dev|root)(?:\/|\s|$)/,
  }),
]);
