/** Coins that leave a wallet, and the keys to it. Test networks and local nodes are everyday work. */
import { programOf, type Rule } from "../../model/rules.js";

const TEST_NETWORK =
  / (?:-|--)(?:regtest|testnet\d?|signet|stagenet|devnet|simnet|dev|local|localnet|fork-url)(?:[ =]|$)|(?:--(?:rpc-url|url|network|networkid|net|cluster|chain)|-u|-r)[ =](?:https?:\/\/)?(?:localhost|127\.|0\.0\.0\.0|l(?:ocalhost|ocal)?|d(?:ev)?(?:net)?|t(?:est)?(?:net)?|regtest|testnet\S{0,10}|devnet|sepolia|holesky|goerli|anvil|hardhat)(?:[\s:/]|$)|\.testnet\b/;
const spends = (names: readonly string[], when: RegExp, what = "sends coins out of a wallet"): Rule => ({
  names,
  when,
  unless: TEST_NETWORK,
  kind: "service",
  severity: "risky",
  what,
  instead: "try it on a test network first, and ask the owner of the wallet to send it",
});
const KEYS = "prints the private keys of a wallet";

export default programOf([
  spends(
    ["bitcoin-cli", "litecoin-cli", "dogecoin-cli", "zcash-cli", "dash-cli", "elements-cli", "namecoin-cli"],
    / (?:sendtoaddress|sendmany|sendall|send|sendfrom|move|z_sendmany|z_shieldcoinbase|sendrawtransaction|sweepprivkeys|bumpfee|psbtbumpfee|walletprocesspsbt)(?:\s|$)/,
  ),
  spends(
    ["bitcoin-cli", "litecoin-cli", "dogecoin-cli", "zcash-cli", "dash-cli"],
    / (?:dumpprivkey|dumpwallet|listdescriptors true|z_exportkey|z_exportwallet|walletpassphrase|encryptwallet|importprivkey|removeprunedfunds|abandontransaction|unloadwallet)(?:\s|$)/,
    KEYS,
  ),
  spends(
    ["lncli"],
    / (?:sendpayment|payinvoice|sendcoins|sendmany|sendtoroute|closechannel|closeallchannels|abandonchannel|bumpfee)(?:\s|$)/,
  ),
  spends(["lightning-cli"], / (?:pay|xpay|withdraw|sendpay|keysend|multiwithdraw|close|fundchannel|txsend)(?:\s|$)/),
  spends(
    ["monero-wallet-cli", "monero-wallet-rpc"],
    / (?:transfer|sweep_all|sweep_below|sweep_single|seed|spendkey|viewkey)(?:\s|$)|--disable-rpc-login/,
  ),
  spends(["cast"], /^ (?:send|publish|wallet (?:private-key|decrypt-keystore))(?:\s|$)/),
  spends(["forge"], /^ (?:script|create)\b.{0,300} --broadcast(?:\s|$)/, "runs a contract on a public chain"),
  spends(
    ["geth", "erigon", "besu", "clef"],
    / --unlock[ =]|^ account (?:import|update)\b|--allow-insecure-unlock|attach\b.{0,200}sendTransaction/,
  ),
  spends(
    ["solana", "spl-token"],
    /^ (?:transfer|send|pay|withdraw-stake|withdraw-from-\S{1,30}|deactivate-stake|burn|close|authorize|approve)(?:\s|$)/,
  ),
  spends(["solana-keygen"], /^ (?:recover|pubkey prompt)/, KEYS),
  spends(
    ["near", "near-cli"],
    /^ (?:send|send-near|tokens|delete-account|delete|account delete-account|add-key)(?:\s|$)/,
  ),
  spends(
    ["electrum", "electrum-ltc"],
    / (?:payto|paytomany|sweep|broadcast|getprivatekeys|getseed|lnpay|close_channel)(?:\s|$)/,
  ),
  spends(
    ["cardano-cli", "gaiad", "osmosisd", "terrad", "evmosd", "celestia-appd"],
    / (?:transaction submit|tx bank send|tx staking \S{1,20}|keys export)(?:\s|$)/,
  ),
  spends(["polkadot-js-api", "subkey"], / tx\.balances\.|^ inspect(?:\s|$)/),
  spends(
    ["tezos-client", "octez-client", "stellar", "algokey", "goal", "xrpl", "dfx"],
    / (?:transfer|send|clerk send|ledger transfer|wallet send|payment)\b/,
  ),
  spends(
    ["brownie", "hardhat", "truffle"],
    / (?:run|deploy|migrate)\b.{0,200}--network[ =](?:mainnet|live|polygon|bsc|arbitrum|optimism|base)(?:\s|$)/,
    "runs a contract on a public chain",
  ),
]);
