/** Local containers and swarms. What can be started or pulled again is ordinary; volumes are data. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const FORCED_RM = ["risky", "removes containers that may be running, including data written in them"] as const;
const VOLUMES = ["risky", "deletes the data volumes of containers"] as const;
const EVERYTHING = [
  "destructive",
  "deletes everything that no running container uses, including data volumes or all images",
] as const;

export default serviceProgram([
  {
    names: ["docker", "podman", "nerdctl", "finch"],
    where: "of the container engine",
    depth: 2,
    taking: listed(`-H --host -c --context --config -l --log-level --url --connection -n --namespace`),
    rules: {
      "container rm|remove -f|--force|-v|--volumes|-a|--all": FORCED_RM,
      "container rm|remove": "ordinary",
      "rm -f|--force|-v|--volumes|-a|--all": FORCED_RM,
      "container|pod prune": ["risky", "removes every stopped container, including data written in it"],
      "rmi -a|--all|-f|--force": ["risky", "deletes images that containers may use"],
      "image rm|remove -f|--force": ["risky", "deletes images that containers may use"],
      "rm|rmi|unpause": "ordinary",
      "image rm|remove": "ordinary",
      "image prune -a|--all": ["risky", "deletes every image that no container uses"],
      "image|network|builder|buildx|manifest prune|rm|remove": "ordinary",
      "network disconnect": "ordinary",
      "volume rm|remove -f|--force|-a|--all": ["destructive", "force-deletes data volumes"],
      "volume rm|remove": VOLUMES,
      "volume prune -a|--all": ["destructive", "deletes every data volume that no container uses"],
      "volume prune": ["risky", "deletes data volumes that no container uses"],
      "system prune --volumes": EVERYTHING,
      "system prune -a|--all": EVERYTHING,
      "system prune": ["risky", "deletes everything that no running container uses"],
      "system reset": ["destructive", "deletes all containers, images and volumes"],
      "machine rm|reset": ["destructive", "deletes the virtual machine of the container engine and all its containers"],
      "compose down -v|--volumes": VOLUMES,
      "compose rm -v": VOLUMES,
      "compose *": "ordinary",
      "swarm leave -f|--force": ["risky", "forces this machine out of its swarm"],
      "stack|service|secret|config|node|pod|kube rm|remove|down": "risky",
      "checkpoint|plugin|trust|context *": "ordinary",
      "run|exec|create|build|pull|push|tag|stop|start|restart|kill|logs|ps|images|inspect|cp|login|logout *":
        "ordinary",
    },
    instead:
      "stop it and keep it (`docker stop`), see what exists (`docker system df`), or remove stopped containers by name (`docker rm`)",
  },
  {
    names: ["docker-compose", "podman-compose"],
    where: "of a compose project",
    depth: 1,
    taking: listed(`-f --file -p --project-name --profile --env-file --project-directory --ansi --parallel`),
    rules: { "down -v|--volumes": VOLUMES, "rm -v": VOLUMES, "*": "ordinary" },
    instead: "take it down and keep its data: `docker-compose down`",
  },
  {
    names: ["wsl"],
    where: "of WSL",
    depth: 1,
    rules: {
      "--unregister": ["destructive", "deletes a Linux distribution and all its files"],
      "--shutdown|--terminate|-t": "ordinary",
      "*": "ordinary",
    },
    instead: "list the distributions and export a copy first: `wsl --list --verbose`",
  },
  {
    names: ["crictl", "ctr"],
    where: "of the container runtime",
    depth: 3,
    rules: {
      "rmp|rm -a|--all|-f|--force": FORCED_RM,
      "rmi --prune|-q|-a|--all": ["risky", "deletes container images of a node"],
      "images|image *": "ordinary",
    },
    instead: "see what is running (`crictl ps`), and ask the user to remove it",
  },
  {
    names:
      listed(`lxc incus multipass limactl vagrant colima virsh VBoxManage vboxmanage qm pct prlctl orb utmctl tart lima
      machinectl xl vmrun VBoxHeadless podman-machine anka`),
    where: "of virtual machines",
    depth: 3,
    rules: {
      "snapshot-revert|restore|rollback|revertToSnapshot": ["risky", "reverts a virtual machine to an older state"],
      "snapshot restore|revert|restorecurrent": ["risky", "reverts a virtual machine to an older state"],
      "snapshot * restore|restorecurrent|delete": ["risky", "reverts a virtual machine, or deletes its snapshot"],
      "deleteVM|deleteSnapshot|managedsave-remove|blockcommit|blkdeviotune": [
        "risky",
        "deletes a virtual machine or its disks",
      ],
      "closemedium --delete": ["risky", "deletes the disk of a virtual machine"],
      "storage volume|bucket delete|rm": ["destructive", "deletes a volume and everything in it"],
      "storage|project|network delete|rm": ["destructive", "deletes a store of virtual machines"],
      "delete|destroy|rm -f|--force|--purge|-p": ["destructive", "destroys a virtual machine and its disk"],
      "box|remote|plugin|extpack|dhcpserver|hostonlyif *": "ordinary",
      destroy: ["risky", "destroys a virtual machine"],
      "undefine --remove-all-storage|--delete-snapshots|--wipe-storage": [
        "destructive",
        "destroys a virtual machine and its disk",
      ],
      "undefine|unregistervm|vol-delete|pool-delete|snapshot-delete": [
        "risky",
        "deletes a virtual machine or its disks",
      ],
      "controlvm|modifyvm|storageattach|setextradata|guestproperty|guestcontrol *": "ordinary",
      "suspend|shutdown|reset": "ordinary",
    },
    instead: "take a snapshot first, or stop it and keep it",
  },
  {
    // Clusters in containers or a virtual machine of this computer, made for a task and deleted after it.
    names: listed(`minikube kind k3d ctlptl`),
    where: "of local clusters",
    depth: 2,
    rules: {
      "delete|clusters --all|-a|-A|--purge": ["risky", "deletes every local cluster with its volumes"],
      "cluster|node|registry delete --all|-a": ["risky", "deletes every local cluster with its volumes"],
      "*": "ordinary",
    },
    instead: "delete one by its name: `kind delete cluster --name app-test`",
  },
  {
    names: listed(`docker-machine eksctl kops talosctl kubeadm rancher`),
    where: "of clusters",
    depth: 2,
    rules: {
      "addons|config|cache|image *": "ordinary",
      reset: ["destructive", "removes this machine from its cluster and deletes the cluster data on it"],
    },
    heavy: ["cluster", "machine"],
    instead: "stop it and keep its data (`minikube stop`)",
  },
]);
