/** Purchases: capacity, domains and subscriptions that have to be paid for even if they are not used. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({
  kind: "service",
  instead: "show the user what it costs, and ask them to do it",
});
const BUYS = "buys or reserves something that has to be paid for";
const LARGE = "starts machines that are expensive";

export default programOf([
  asks(
    ["aws", "aws2"],
    / (?:purchase-\S{1,60}|create-savings-plan|create-capacity-reservation\S{0,20}|allocate-hosts|request-spot-fleet|accept-reserved-instances-exchange-quote|route53domains (?:register|renew|transfer|accept)\S{0,60}|shield create-subscription|create-provisioned-model-throughput|put-provisioned-\S{1,40})(?:\s|$)/,
    BUYS,
  ),
  asks(
    ["aws", "aws2"],
    / (?:run-instances|create-fleet|request-spot-instances|create-training-job|create-endpoint-config|create-endpoint|create-processing-job|create-cluster|run-job-flow)(?:\s.{0,2000})? (?:--(?:instance-)?count[ =](?:\d{1,4}:)?(?:[1-9]\d|\d{3,})(?:\s|$)|\S{0,80}\b(?:ml\.)?(?:p[3-6]\w{0,3}|g[5-7]\w{0,3}|trn\d\w{0,2}|inf\d|u-\w{1,8}|x2\w{0,4}|mac\d\w{0,3}|\w{2,6})\.(?:\d{2}xlarge|metal))/,
    LARGE,
  ),
  asks(
    ["gcloud"],
    / (?:commitments create|reservations create|domains registrations (?:register|transfer)|capacity-commitments create|future-reservations (?:create|submit)|tpus (?:\S{1,20} )?create|spend-caps \S)(?:\s|$)/,
    BUYS,
  ),
  asks(
    ["gcloud"],
    / create(?:\s.{0,2000})? --(?:accelerator|accelerator-type)[ =]\S{0,80}(?:count=(?:[4-9]|\d\d)|v\d\S{0,4}-(?:\d{3,4}))/,
    LARGE,
  ),
  asks(
    ["gcloud"],
    / create(?:\s.{0,2000})? \S{0,200}machine-type=(?:a[234]-\S{0,30}(?:8g|16g)|\S{0,30}replica-count=\d\d)/,
    LARGE,
  ),
  asks(["vastai"], /^ create instance(?:\s|$)/, BUYS),
  asks(["bq"], / mk (?:.{0,400} )?--(?:capacity_commitment|reservation)(?:\s|$)/, BUYS),
  asks(
    ["az"],
    / (?:reservations \S{1,40} purchase|billing-benefits \S{1,40} create|appservice domain create|capacity reservation create)(?:\s|$)/,
    BUYS,
  ),
  asks(
    ["doctl", "hcloud", "vercel", "netlify", "namecheap", "gandi", "porkbun"],
    / (?:domains? (?:buy|register|purchase|transfer-in)|buy)(?:\s|$)/,
    BUYS,
  ),
  asks(
    ["vastai", "runpodctl", "lambda", "sky", "modal"],
    / (?:create instance|create pods?|launch)(?:\s.{0,400})? (?:--gpus?|--gpuCount|--num-nodes)[ =]\S{0,20}?(?:[89]|\d\d)(?:\s|$)/,
    LARGE,
  ),
  asks(["sbatch"], / --array[ =]\S{0,20}\d{4,}(?!\S{0,20}%)/, "starts thousands of jobs on a shared cluster"),
]);
