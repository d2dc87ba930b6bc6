import { describe, expect, it } from "vitest";
import { sqlLoss } from "../../../src/effects/services/sql.js";
import { gravest } from "./gravest.js";

describe("what SQL loses", () => {
  it.each([
    ["destructive", "DROP TABLE orders"],
    ["destructive", "drop\n  table if exists shop.orders cascade"],
    ["destructive", "DROP DATABASE shop; CREATE DATABASE shop"],
    ["destructive", "SELECT 1; DROP SCHEMA public CASCADE"],
    ["destructive", "TRUNCATE orders"],
    ["destructive", "truncate table orders restart identity"],
    ["destructive", "DELETE FROM orders"],
    ["destructive", "DELETE FROM orders WHERE 1=1"],
    ["destructive", "DELETE FROM orders WHERE true"],
    ["destructive", "delete orders"],
    ["destructive", "UPDATE orders SET paid = true"],
    ["destructive", "WITH old AS (SELECT id FROM a WHERE x) DELETE FROM orders"],
    ["destructive", "EXPLAIN ANALYZE DELETE FROM orders"],
    ["destructive", "/*!50000 DROP TABLE orders */"],
    ["destructive", "DO $$ BEGIN DROP TABLE orders; END $$"],
    ["destructive", "SELECT '\\'; DROP TABLE orders; --'"],
    ["destructive", "COPY a FROM PROGRAM 'id'"],
    ["destructive", "MATCH (n) DETACH DELETE n"],
    ["destructive", "PURGE BINARY LOGS BEFORE NOW()"],
    ["risky", "ALTER TABLE orders DROP COLUMN paid"],
    ["risky", "DROP INDEX orders_paid"],
    ["risky", "DROP USER bob"],
    ["risky", "GRANT ALL ON orders TO bob"],
    ["risky", "REVOKE SELECT ON orders FROM bob"],
    [undefined, "SELECT * FROM orders"],
    [undefined, "DELETE FROM orders WHERE id = 7"],
    [undefined, "DELETE FROM orders LIMIT 10"],
    [undefined, "UPDATE orders SET paid = true WHERE id = 7"],
    [undefined, "UPDATE orders SET note = 'no where' WHERE 1=1 AND id = 7"],
    [undefined, "SELECT 'DROP TABLE orders'"],
    [undefined, 'SELECT "DROP TABLE orders"'],
    [undefined, "-- DROP TABLE orders\nSELECT 1"],
    [undefined, "/* DROP TABLE orders; TRUNCATE orders */ SELECT 1"],
    [undefined, "CREATE TABLE lines (o int REFERENCES orders ON DELETE CASCADE ON UPDATE CASCADE)"],
    [undefined, "ALTER TABLE orders ADD COLUMN dropped bool"],
    [undefined, "EXPLAIN DELETE FROM orders"],
    [undefined, "INSERT INTO log VALUES ('it''s a drop; table', 'delete from x')"],
    [undefined, ""],
  ])("T8 %s: %s", (severity, text) => expect(sqlLoss(text)?.severity).toBe(severity));

  it.each([
    ["destructive", `psql -h db -U ada shop -c "DROP TABLE orders"`],
    ["destructive", `psql --command="DROP TABLE orders" shop`],
    ["destructive", `mysql -uroot -psecret -e 'DROP DATABASE shop'`],
    ["destructive", `sqlite3 shop.db 'DELETE FROM orders;'`],
    ["destructive", `sqlcmd -S db -Q "TRUNCATE TABLE orders"`],
    ["destructive", `clickhouse-client --query "DROP TABLE orders"`],
    ["destructive", `cqlsh -e "DROP KEYSPACE shop"`],
    ["destructive", `bq query --use_legacy_sql=false 'DROP TABLE shop.orders'`],
    ["destructive", `psql shop <<'END'\nBEGIN;\nDROP TABLE orders;\nEND`],
    ["destructive", `echo 'DROP TABLE orders' | psql shop`],
    ["destructive", `printf 'FLUSHALL\\n' | redis-cli`],
    ["destructive", `mysql shop <<< 'TRUNCATE orders'`],
    ["destructive", `cat <<'END' | mongosh shop\ndb.orders.drop()\nEND`],
    ["ordinary", `RAILS_ENV=test rails db:drop`],
    ["destructive", `base64 -d <<< RFJPUCBUQUJMRSBvcmRlcnM7 | psql shop`],
    ["destructive", `docker exec -i db psql -U ada shop -c 'DROP TABLE orders'`],
    ["destructive", `kubectl exec -i db-0 -- psql shop <<'END'\nTRUNCATE orders;\nEND`],
    ["destructive", `sudo -u postgres psql -c 'DROP DATABASE shop'`],
    ["risky", `psql shop -c '\\! id'`],
    ["ordinary", `sqlite3 :memory: 'DROP TABLE orders'`],
    ["ordinary", `psql shop -f migrations/7.sql`],
    ["ordinary", `psql shop -c "SELECT count(*) FROM orders WHERE note = 'drop table'"`],
    ["ordinary", `echo 'DROP TABLE orders' > notes.sql`],
  ])("T8 %s: %s", (severity, command) => expect(gravest(command, "service")).toBe(severity));

  it("T8 takes no longer for texts that go back and forth", () => {
    for (const part of ["'", '"', "/*", "--", "$$", "delete from a where ", "\\'", ";"]) sqlLoss(part.repeat(30_000));
  });
});
