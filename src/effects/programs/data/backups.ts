/** Backups and remote copies: pruned data is gone when it is needed. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const PRUNES = ["risky", "deletes backups"] as const;
const FOR_GOOD = ["destructive", "permanently deletes backups"] as const;
const OTHER_SIDE = ["risky", "deletes files at the destination that are missing in the source"] as const;

export default serviceProgram([
  {
    names: ["restic", "rustic", "resticprofile"],
    where: "of a backup",
    depth: 2,
    taking: listed(`-r --repo -p --password-file --repository-file -n --name -c --config`),
    rules: {
      "forget --unsafe-allow-remove-all|--prune !-n": FOR_GOOD,
      "forget|prune|rewrite|repair !-n": PRUNES,
      "key remove": ["destructive", "removes a key of a backup"],
      "unlock --remove-all": ["risky", "breaks locks that other processes may hold"],
      "unlock|cache|self-update *": "ordinary",
      "*": "ordinary",
    },
    instead: "try it: `restic forget --keep-last 7 --dry-run`",
  },
  {
    names: ["borg", "borgmatic", "borg2"],
    where: "of a backup",
    depth: 2,
    taking: ["-r", "--repo"],
    rules: {
      "delete|rdelete|repo-delete|repo_delete|undelete !-n": FOR_GOOD,
      "prune|compact|recreate|break-lock !-n": PRUNES,
      "*": "ordinary",
    },
    instead: "try it: `borg prune --keep-daily 7 --dry-run`",
  },
  {
    names:
      listed(`kopia duplicity duplicacy tarsnap rdiff-backup bup zbackup barman pgbackrest wal-g walg wal-e snapper timeshift
      tmutil etckeeper bacula bconsole proxmox-backup-client vorta rsnapshot`),
    where: "of a backup",
    depth: 2,
    rules: {
      "prune -exclusive|-exhaustive": FOR_GOOD,
      "prune|expire|forget|stanza-delete|delete|delete-everything !-n|--dry-run": PRUNES,
      "--remove-older-than|--delete|--delete-all|-d --nuke": PRUNES,
      "--nuke|--delete-all": FOR_GOOD,
      "policy|server *": "ordinary",
      "disable|disablelocal": PRUNES,
    },
    heavy: ["snapshot", "repository", "everything", "backup", "blob", "content"],
    instead: "list what exists (`kopia snapshot list`), and ask the user to choose what to delete",
  },
  {
    names: ["rclone"],
    where: "in remote storage",
    depth: 1,
    taking: ["--config"],
    rules: {
      "* -n": "ordinary",
      purge: ["destructive", "deletes a remote directory and everything in it"],
      "delete|deletefile|rmdir|rmdirs|cleanup": ["risky", "deletes files in remote storage"],
      "move|moveto": ["risky", "moves files to another store and deletes them here"],
      sync: OTHER_SIDE,
      "bisync --force|--resync": OTHER_SIDE,
      dedupe: ["risky", "deletes duplicate files in remote storage"],
      "config *": "ordinary",
      "*": "ordinary",
    },
    instead:
      "copy without deleting (`rclone copy src remote:bucket`), or try it: `rclone sync src remote:bucket --dry-run`",
  },
  {
    names: listed(`azcopy ossutil gdrive dropbox lftp unison megarm mega-rm skicka filen coscli`),
    where: "in remote storage",
    depth: 1,
    rules: {
      "remove|rm|del|delete --recursive|-r|-rf": ["destructive", "deletes a remote directory and everything in it"],
      "sync --delete-destination=true": OTHER_SIDE,
      "sync --delete|--delete-destination": OTHER_SIDE,
    },
    instead: "list what exists (`azcopy list`), or copy without deleting: `azcopy copy`",
  },
]);
