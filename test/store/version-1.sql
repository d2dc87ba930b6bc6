-- A store as the first version of its tables was written, with one session in it.
PRAGMA page_size = 8192;
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;

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

INSERT INTO events VALUES (1, 'a', 1700000000001, 'claude-code', 'SessionStart', 's1', NULL, 'none', 0, NULL, '{"id":"a","at":1700000000001,"way":"daemon","agent":"claude-code","event":"SessionStart","session":"s1","project":"/work","presence":"interactive","ms":1.5,"verdict":"none","notes":[],"payload":{}}');
INSERT INTO events VALUES (2, 'b', 1700000000002, 'claude-code', 'UserPromptSubmit', 's1', NULL, 'none', 0, NULL, '{"id":"b","at":1700000000002,"way":"daemon","agent":"claude-code","event":"UserPromptSubmit","session":"s1","project":"/work","presence":"interactive","ms":1.5,"verdict":"none","notes":[],"payload":{"prompt":"where is the harbour"},"dedupe":"prompt","dedupeMs":10000}');
INSERT INTO events VALUES (3, 'c', 1700000000003, 'claude-code', 'PostToolUse', 's1', 'Bash', 'none', 0, NULL, '{"id":"c","at":1700000000003,"way":"daemon","agent":"claude-code","event":"PostToolUse","session":"s1","project":"/work","presence":"interactive","ms":1.5,"verdict":"none","notes":[],"payload":{"tool_name":"Bash","output_summary":"ships and cranes"},"dedupe":"call 1"}');
INSERT INTO events VALUES (4, 'd', 1700000000004, 'claude-code', 'Stop', 's1', NULL, 'deny', 1, '[{"id":"guard","source":"/a","outcome":"deny","ms":2.5}]', '{"id":"d","at":1700000000004,"way":"daemon","agent":"claude-code","event":"Stop","session":"s1","project":"/work","presence":"interactive","ms":1.5,"verdict":"deny","notes":[],"payload":{"response":"In the north."}}');
INSERT INTO keys VALUES (1, 1, 'prompt', 1700000000002, 'UserPromptSubmit', 's1', 1);
INSERT INTO keys VALUES (2, 2, 'call 1', 1700000000003, 'PostToolUse', 's1', 0);
INSERT INTO sessions VALUES (1, 's1', 'claude-code', '/work', 'active', 1700000000004, '{"id":"s1","agent":"claude-code","project":"/work","startedAt":1700000000001,"lastAt":1700000000004,"status":"active"}');
INSERT INTO batches VALUES (1, 'b', 's1', 1, 'user', 'queued', 1700000000002, NULL, '{"id":"b","session":"s1","number":1,"kind":"user","prompt":"where is the harbour","startedAt":1700000000002,"lastAt":1700000000002,"status":"queued","activities":0,"response":"In the north.","endedAt":1700000000004}');
INSERT INTO activities VALUES (1, 'c', 's1', 'b', 1700000000003, '{"id":"c","session":"s1","at":1700000000003,"kind":"tool","name":"Bash","success":true,"batch":"b","summary":"ships and cranes"}');
UPDATE counts SET n = 4 WHERE name = 'events';

CREATE VIRTUAL TABLE search USING fts5(text, content = 'searchable', content_rowid = 'n');
INSERT INTO search (search) VALUES ('rebuild');
PRAGMA user_version = 1;
