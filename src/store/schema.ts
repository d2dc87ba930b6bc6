/**
 * The tables. Each stores a row as JSON in `body`, and only searched fields in columns. Indexes start with clustered
 * values (a session, an event's name) or ordered ones (a time), so that adding an event touches the same few pages.
 */
import { type Driver, inTransaction } from "./driver.js";

/** One step per version, never changed after a release. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, agent TEXT NOT NULL, event TEXT NOT NULL,
    session TEXT, tool TEXT, verdict TEXT NOT NULL, decided INTEGER NOT NULL, hooks TEXT, body TEXT NOT NULL
  );
  CREATE INDEX events_at ON events (at);
  CREATE INDEX events_event ON events (event, at);
  CREATE INDEX events_session ON events (session, at) WHERE session IS NOT NULL;
  CREATE INDEX events_verdict ON events (verdict, at) WHERE verdict <> 'none';

  CREATE TABLE keys (
    slot INTEGER PRIMARY KEY, n INTEGER NOT NULL, key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, event TEXT NOT NULL,
    session TEXT, near INTEGER NOT NULL
  );

  CREATE TABLE sessions (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, project TEXT, status TEXT NOT NULL,
    last_at INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX sessions_place ON sessions (agent, project, last_at);
  CREATE INDEX sessions_last ON sessions (last_at);
  CREATE INDEX sessions_active ON sessions (last_at) WHERE status = 'active';

  CREATE TABLE batches (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL,
    status TEXT NOT NULL, last_at INTEGER NOT NULL, plan_file TEXT, body TEXT NOT NULL
  );
  CREATE INDEX batches_session ON batches (session, number);
  CREATE INDEX batches_active ON batches (last_at) WHERE status = 'active';

  CREATE TABLE activities (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, batch TEXT, at INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX activities_session ON activities (session, at);
  CREATE INDEX activities_orphaned ON activities (at) WHERE batch IS NULL;

  CREATE TABLE asks (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, asked_at INTEGER NOT NULL, open INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX asks_asked ON asks (asked_at);

  CREATE TABLE private_sessions (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE counts (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counts VALUES ('events', 0);

  CREATE VIEW searchable AS
    SELECT n * 4 AS n, body ->> '$.prompt' AS text FROM batches
    UNION ALL SELECT n * 4 + 1, body ->> '$.response' FROM batches WHERE body ->> '$.response' IS NOT NULL
    UNION ALL SELECT n * 4 + 2, body ->> '$.summary' FROM activities WHERE body ->> '$.summary' IS NOT NULL;
  `,
  // Adds the capture watermark; drops the `keys` table, because recent keys are those of the last events.
  `
  INSERT INTO counts SELECT 'captured', coalesce(max(seq), 0) FROM events;
  DROP TABLE keys;
  `,
  // Evidence has its own retention and never outlives its event.
  `
  CREATE TABLE evidence (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX evidence_at ON evidence (at);
  CREATE TRIGGER events_evidence AFTER DELETE ON events BEGIN DELETE FROM evidence WHERE seq = old.seq; END;
  `,
  // Removes unkeyed hashes of inputs: a guess could be tested against them.
  `
  UPDATE events SET body = json_remove(body, '$.dedupe', '$.dedupeMs', '$.call')
    WHERE (body ->> '$.dedupeMs' IS NOT NULL AND length(body ->> '$.dedupe') = 64) OR length(body ->> '$.call') = 64;
  UPDATE asks SET body = json_set(body, '$.hash', '');
  `,
  // Questions have one state instead of `closed`. Those that were not closed are parked: their agents have gone.
  `
  UPDATE asks SET body = json_remove(json_set(body, '$.state', CASE
      WHEN body ->> '$.closed' = 'used' THEN 'used' WHEN body ->> '$.closed' IS NOT NULL THEN 'lapsed'
      WHEN body ->> '$.verdict' IS NOT NULL THEN 'waiting' ELSE 'parked' END), '$.closed');
  UPDATE asks SET open = body ->> '$.state' IN ('parked', 'waiting');
  `,
  // Memory. The full text tables of each scope are made when they are needed.
  `
  CREATE TABLE scopes (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE memories (
    n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, scope INTEGER NOT NULL, address TEXT, type TEXT NOT NULL,
    status TEXT NOT NULL, trust INTEGER NOT NULL, file TEXT, session TEXT, created_at INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX memories_scope ON memories (scope, status, type);
  CREATE INDEX memories_address ON memories (scope, address) WHERE status = 'active';
  CREATE INDEX memories_file ON memories (scope, file) WHERE file IS NOT NULL;
  CREATE INDEX memories_session ON memories (session);
  CREATE TABLE memory_sources (
    memory TEXT NOT NULL, ref TEXT NOT NULL, session TEXT, PRIMARY KEY (memory, ref)
  ) WITHOUT ROWID;
  CREATE INDEX memory_sources_session ON memory_sources (session);
  CREATE TABLE tallies (
    scope INTEGER NOT NULL, key TEXT NOT NULL, ref TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY (scope, key, ref)
  ) WITHOUT ROWID;
  CREATE INDEX tallies_session ON tallies (session);
  CREATE TABLE turns (
    n INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL,
    session TEXT NOT NULL, pos INTEGER NOT NULL, UNIQUE (ref, kind)
  );
  CREATE INDEX turns_session ON turns (session, pos);
  CREATE INDEX turns_scope ON turns (scope, kind);
  CREATE TABLE shown (
    n INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, session TEXT, memory TEXT NOT NULL,
    score REAL NOT NULL, chars INTEGER NOT NULL, outcome TEXT NOT NULL
  );
  CREATE INDEX shown_session ON shown (session);
  CREATE INDEX shown_memory ON shown (memory);
  CREATE TABLE jobs (
    n INTEGER PRIMARY KEY, kind TEXT NOT NULL, ref TEXT NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL,
    not_before INTEGER NOT NULL, lease_until INTEGER NOT NULL, why TEXT, UNIQUE (kind, ref)
  );
  CREATE INDEX jobs_waiting ON jobs (n) WHERE state IN ('pending', 'running');
  `,
  // Batches that a model was asked about, with the tokens that they used.
  `
  CREATE TABLE observed (
    batch TEXT PRIMARY KEY, session TEXT NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL,
    not_before INTEGER NOT NULL, at INTEGER NOT NULL, tokens INTEGER NOT NULL, reserved INTEGER NOT NULL, why TEXT
  ) WITHOUT ROWID;
  CREATE INDEX observed_at ON observed (at);
  CREATE INDEX observed_session ON observed (session);
  `,
  // What an event was given can be looked up by the id of its record.
  `
  ALTER TABLE shown ADD COLUMN record TEXT;
  CREATE INDEX shown_record ON shown (record) WHERE record IS NOT NULL;
  `,
  // Facts that may hold no longer are found by the words of a text (`stated-facts.ts` takes over those that are there);
  // a session keeps the branch it ended on.
  `
  CREATE TABLE stated (
    scope INTEGER NOT NULL, word TEXT NOT NULL, memory INTEGER NOT NULL, PRIMARY KEY (scope, word, memory)
  ) WITHOUT ROWID;
  CREATE INDEX stated_memory ON stated (memory);
  INSERT INTO counts SELECT 'stated', max(n) FROM memories HAVING max(n) IS NOT NULL;
  ALTER TABLE turns ADD COLUMN place TEXT;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export function migrate(db: Driver): void {
  const version = versionOf(db);
  if (version >= SCHEMA_VERSION) return;
  inTransaction(db, () => {
    const now = versionOf(db); // another process may have been faster
    for (const step of MIGRATIONS.slice(now)) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  // Makes the version visible in the file header, so that an older program need not open it.
  db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
}

/** The tables of an older version, or of this one, in an empty database. */
export function createSchema(db: Driver, version: number): void {
  for (const step of MIGRATIONS.slice(0, version)) db.exec(step);
}

export function versionOf(db: Driver): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}
