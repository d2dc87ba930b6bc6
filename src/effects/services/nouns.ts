/**
 * Severity by resource type. Data stores and containers of other resources count more; local configuration counts
 * nothing.
 */

const HEAVY = new Set(
  `account accounts app apps application applications backup backups bucket buckets cluster clusters database databases
  datastore db dbs directory disk disks domain domains environment environments filesystem filesystems folder folders
  hosted-zone index indexes indices instance instances keyring keyspace keyspaces kv namespace namespaces ns node nodes org
  organization organizations orgs project projects pv pvc repo repos repositories repository schema schemas server servers
  site sites snapshot snapshots stack stacks store stores stream streams subscription subscriptions table tables tenant
  tenants topic topics vault vaults vhost volume volumes vpc workspace workspaces zone zones`.split(/\s+/),
);

const LIGHT = new Set(
  `alias aliases auth autocomplete cache caches completion completions context contexts extension extensions plugin plugins
  configuration configurations`.split(/\s+/),
);

export const isHeavy = (noun: string) => HEAVY.has(noun);
export const isLight = (noun: string) => LIGHT.has(noun);
