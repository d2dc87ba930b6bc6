/** Disks, partitions, volumes and file systems as a whole. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "look with `lsblk` or `df -h`, and leave changes of disks to the person";
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
    "makes a new file system, and all that was there is gone",
    { when: DEVICE },
  ),
  destroys(
    ["mke2fs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4"],
    "makes a new file system, and all that was there is gone",
    {
      when: DEVICE,
      unless: / -n(?:\s|$)/,
    },
  ),
  asks(["mkswap"], "turns a disk into swap space, and all that was there is gone", { when: DEVICE }),
  destroys(["wipefs"], "wipes the signatures of a disk, which can then not be read any more", {
    when: / (?:-\w{0,6}a|--all|-o|--offset|-f)/,
    unless: LIST,
  }),
  asks(["dd"], "writes over a disk or a file that cannot be told", {
    when: / of=\uFFFC(?:\s|$)/,
    unless: / count=\d{1,4}(?:\s|$)/,
  }),
  destroys(["blkdiscard", "nwipe", "dban"], "throws away all that is on a disk"),
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
    "opens the partitions of a disk for changes",
    { when: DEVICE, unless: LIST },
  ),
  destroys(["cryptsetup"], "encrypts, wipes or locks a disk, and what was there is gone", {
    when: / (?:luksFormat|luksErase|erase|reencrypt|luksKillSlot|luksRemoveKey|luksSuspend)(?:\s|$)/,
  }),
  destroys(VOLUMES, "removes, shrinks or rolls back a volume, and what is on it can be lost", {
    unless: / (?:-t|--test)(?:\s|$)/,
  }),
  destroys(["zpool", "zfs"], "destroys a pool or volume with all that is on it", {
    when: / (?:destroy|labelclear|rollback)(?:\s|$)/,
    unless: / -\w{0,4}n\w{0,4}\s/,
  }),
  destroys(["btrfs"], "deletes a volume with all that is on it", {
    when: / (?:subvolume (?:delete|del)|device (?:delete|remove)|filesystem resize)(?:\s|$)/,
  }),
  destroys(["mdadm"], "takes a disk array apart", { when: / --(?:zero-superblock|stop|fail|remove|create)/ }),
  destroys(["dmsetup"], "removes a volume", { when: / (?:remove|remove_all|wipe_table)(?:\s|$)/ }),
  asks(
    ["tune2fs", "resize2fs", "xfs_repair", "e2fsck", "fsck", "fsck.ext4", "xfs_growfs", "debugfs", "badblocks"],
    "changes a file system as a whole",
    { when: DEVICE, unless: / (?:-l|-n|-N|--dry-run|-M)(?:\s|$)/ },
  ),
  asks(["swapoff", "swapon"], "switches the swap space of the machine", { when: / (?:-a|--all)(?:\s|$)/ }),
  asks(["umount"], "takes every disk away from the system", {
    when: / (?:-\w{0,4}a\w{0,4}|--all|\/|\/(?:home|usr|var|boot))(?:\s|$)/,
  }),
  asks(["mount"], "lays a home or the whole system below another folder, where it is easily deleted", {
    when: / (?:--bind|--rbind|-B|-R|(?:-o|--options) \S{0,60}bind)\s+(?:\/|~|\/(?:home|root|Users)(?:\/\S{0,200})?) /,
  }),
  asks(["mount"], "makes the whole system unusable for writing, or open where it was not", {
    when: / (?:-o|--options) \S{0,60}remount\S{0,60} \/(?:\s|$)/,
  }),
  asks(["mount"], "lays one part of the system over another, which hides what is there", {
    when: / (?:--bind|--rbind|-B|-R|(?:-o|--options) \S{0,60}bind)\s.{0,500}\s\/(?:proc|sys|etc|usr|bin|sbin|lib|boot|dev|root)(?:\/|\s|$)/,
  }),
]);
