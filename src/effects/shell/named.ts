/** Programs that a pattern in the place of a name may stand for: `/bin/r?`. */
import { compileGlob } from "../../core/match/glob.js";

/** Such as do harm or start others; what a pattern matches beside them is of no matter. */
const NAMES =
  "rm rmdir unlink shred dd mkfs mkfs.ext4 mkfs.xfs wipefs fdisk sfdisk parted mv cp ln chmod chown chattr truncate tee cat sh bash zsh dash ksh fish python python3 perl ruby node php curl wget nc ncat socat ssh scp rsync sudo su doas env find xargs git docker kubectl kill killall pkill shutdown reboot halt poweroff init systemctl service crontab at iptables nft ufw mount umount useradd userdel usermod passwd visudo insmod rmmod modprobe eval exec source tar base64 openssl awk sed vi vim ed busybox gcc make npm npx pip apt apt-get yum dnf brew terraform aws gcloud az psql mysql redis-cli mongo".split(
    " ",
  );

export function programsLike(pattern: string): string[] {
  return pattern.length > 100 ? [] : NAMES.filter(compileGlob(pattern, "shell"));
}
