/** Schedulers of shared compute clusters. One job by its number is everyday work; all jobs, or those of others, are not. */
import { UNKNOWN } from "../../model/invocation.js";
import { asking, programOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

const asks = asking({
  kind: "process",
  instead: "list the jobs first (`squeue`), and end one by its number: `scancel 12345`",
});
const ALL = "ends many jobs of a shared cluster";

const queues = programOf([
  asks(
    ["scancel"],
    / (?:-u|--user|-A|--account|-p|--partition|-t|--state|-q|--qos|-n|--name|-w|--nodelist|--me|-R)(?:[=\s]|\S|$)/,
    ALL,
    {
      unless: / (?:-i|--interactive)(?:\s|$)/,
    },
  ),
  asks(["scancel", "qdel", "bkill", "condor_rm"], /\uFFFC/, ALL),
  asks(["qdel"], / (?:all|-u|-W force|\*)(?:\s|$)/, ALL),
  asks(["bkill"], / (?:0|-u|-g|-q|-m|-r)(?:\s|$)/, ALL),
  asks(["condor_rm"], / (?:-all|-a|-constraint|[a-z]\w{1,30})(?:\s|$)/, ALL),
  asks(["oardel", "canceljob"], / (?:--sql|ALL|all)(?:\s|$)/, ALL),
  asks(
    ["scontrol", "sacctmgr", "qmgr"],
    / (?:shutdown|reconfigure|update nodename\S{1,80}|(?:-i )?(?:delete|remove) \S|requeue \S|hold \S{0,40},)/i,
    "changes a shared cluster",
  ),
  asks(["ray"], /^ (?:down|stop --force|stop -f|kill)(?:\s|$)/, "stops a cluster and everything that runs on it"),
  asks(
    ["sky"],
    /^ (?:down|stop|autostop|cancel|jobs cancel|serve down)(?:\s.{0,200})? (?:-a|--all|-\w{0,3}a\w{0,3})(?:\s|$)/,
    "stops every cluster",
  ),
  asks(["flink"], /^ (?:cancel|stop)(?:\s|$)/, "stops a running pipeline"),
  asks(["yarn"], / (?:application|app) -(?:kill|movetoqueue)(?:\s|$)/, "stops a running pipeline"),
  asks(["spark-submit"], / --kill(?:\s|$)/, "stops a running pipeline"),
  asks(
    ["hdfs", "hadoop"],
    / (?:dfs|fs) (?:.{0,200} )?-(?:rmr|rm (?:-\w{1,10} ){0,4}?-(?:r|R|skipTrash|f)|expunge|setrep -w 1)(?:\s|$)|^ (?:.{0,100} )?(?:namenode|datanode) (?:.{0,100} )?-(?:format|rollback|clusterid|importCheckpoint)|^ (?:dfsadmin|haadmin) -(?:safemode enter|saveNamespace|disallowSnapshot|transitionToActive|failover|shutdownDatanode)/,
    "deletes or disables data of a cluster",
    { kind: "service", instead: "list it first (`hdfs dfs -ls /data`), and ask the user to delete it" },
  ),
  asks(
    ["swift"],
    /^ (?:.{0,400} )?delete (?:.{0,200} )?(?:-a|--all)(?:\s|$)|^ (?:.{0,400} )?delete [\w-]{2,100}$/,
    "deletes containers of an object store",
    {
      kind: "service",
      instead: "list it first (`swift list`), and ask the user to delete it",
      unless: / (?:package|build|test|run)(?:\s|$)/,
    },
  ),
]);

/** `squeue … | xargs scancel` */
const jobQueues: Program = {
  names: queues.names,
  effects(invocation, where) {
    const { program = "", moreArgs, args } = invocation;
    if (!moreArgs || !/^(?:scancel|qdel|bkill|condor_rm)$/.test(program)) return queues.effects(invocation, where);
    const unseen = { text: UNKNOWN, known: false, glob: false, source: "" };
    return queues.effects({ ...invocation, args: [...args, unseen] }, where);
  },
};

export default jobQueues;
