/** Database tools and framework migrations that drop or empty a database. */

import { operands } from "../../model/arguments.js";
import { inputText } from "../../model/input-text.js";
import type { Invocation } from "../../model/invocation.js";
import type { Cli, Rules } from "../../services/cli.js";
import { isForTests, isTestName } from "../../services/for-tests.js";
import { type Judgement, serviceEffect, serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

const DROPS = ["destructive", "drops a database and everything in it"] as const;
const RESETS = ["destructive", "resets a database and loses its data"] as const;
const UNDOES = ["risky", "reverts migrations and loses the data in their tables"] as const;

const INSTEAD =
  "check the migration state (`rails db:migrate:status`, `prisma migrate status`), use a test database, or ask the user to do it";

const migrations = (names: readonly string[], rules: Rules): Cli => ({
  names,
  where: "in a database",
  depth: 2,
  rules: { ...rules, "*": "ordinary" },
  instead: INSTEAD,
});

const server = (names: readonly string[], rules: Rules): Cli => ({
  names,
  where: "on a database server",
  depth: 2,
  taking: listed(`-h -u -P -U --host --user --username --port -d --dbname -j -F -D --pgdata`),
  rules,
  instead: "back it up first (`pg_dump app > app.sql`), and ask the user to do it",
});

const tools = serviceProgram([
  server(["dropdb"], { "!-i|--interactive": DROPS }),
  server(["mysqladmin", "mariadb-admin"], {
    drop: DROPS,
    "shutdown|stop-slave|flush-privileges|kill": ["risky", "stops or changes a database server"],
    "flush-*|password": "ordinary",
  }),
  server(["pg_restore", "mongorestore", "influxd"], {
    "-c|--clean|--drop": ["destructive", "drops existing data before it restores a backup"],
    "restore --full": RESETS,
    "*": "ordinary",
  }),
  server(["mongoimport"], {
    "--drop": ["destructive", "drops a collection before it imports another"],
    "*": "ordinary",
  }),
  server(["pg_resetwal", "pg_resetxlog"], {
    "!-n": ["destructive", "discards data that a database server needs to stay consistent"],
  }),
  server(["nodetool"], {
    "decommission|removenode|clearsnapshot|assassinate|drain": ["risky", "removes part of a database cluster"],
  }),
  server(["pg_dropcluster"], { "!--help": DROPS }),
  server(["pg_ctl"], {
    "stop|restart -m=immediate": ["risky", "stops a database server without a clean shutdown"],
    "*": "ordinary",
  }),
  server(["initdb", "pg_rewind"], { "*": "ordinary" }),
  migrations(
    [
      ..."rails rake hanami mix artisan sequelize sequelize-cli typeorm mikro-orm console symfony craft ace spark".split(
        " ",
      ),
      ..."typeorm-ts-node-commonjs typeorm-ts-node-esm doctrine phinx cake gitlab-rails gitlab-rake".split(" "),
    ],
    {
      "db:drop|db:drop:*|doctrine:database:drop|doctrine:schema:drop|schema:drop|orm:schema-tool:drop": DROPS,
      "ecto.drop|ecto.reset": DROPS,
      "db:reset|db:purge|db:purge:*|db:truncate_all|db:migrate:reset|db:schema:load|db:seed:replant|db:migrate:undo:all":
        RESETS,
      "db:wipe|db:fresh|migrate:fresh|migrate:refresh|migrate:reset|migration:fresh|migration:reset|migration:refresh":
        RESETS,
      "db:rollback|db:migrate:down|db:migrate:undo|migrate:rollback|migration:revert|migration:down|ecto.rollback":
        UNDOES,
      "console doctrine:database:drop|doctrine:schema:drop": DROPS,
      "doctrine:fixtures:load !--append": ["risky", "empties all tables before it loads fixtures"],
      "rollback|migration:rollback|doctrine:migrations:migrate first": UNDOES,
    },
  ),
  migrations(["prisma"], {
    "migrate reset": RESETS,
    "db push --force-reset|--accept-data-loss": RESETS,
    "migrate resolve": "ordinary",
  }),
  migrations(["dotnet"], { "ef database drop": DROPS, "ef migrations remove": UNDOES }),
  migrations(["drizzle-kit"], { drop: UNDOES, "push|push:pg|push:mysql|push:sqlite --force": RESETS }),
  migrations(["knex"], { "migrate:rollback --all": RESETS, "migrate:rollback|migrate:down": UNDOES }),
  migrations(["alembic", "aerich"], { "downgrade base": RESETS, downgrade: UNDOES }),
  migrations(["flask"], { "db downgrade": UNDOES }),
  migrations(["flyway"], { clean: DROPS, undo: UNDOES }),
  migrations(["liquibase"], { "dropAll|drop-all|dropall": DROPS, "rollback*": UNDOES }),
  migrations(["django-admin", "manage.py"], {
    "flush|reset_db|sqlflush": ["destructive", "deletes every row of a database"],
    "migrate * zero": ["destructive", "reverts every migration of an application and loses its data"],
    "sqlclear|remove_stale_contenttypes": "ordinary",
  }),
  migrations(
    [
      ..."dbmate goose sqlx sea-orm-cli diesel refinery migrate golang-migrate sql-migrate atlas graphile-migrate".split(
        " ",
      ),
      ..."node-pg-migrate db-migrate umzug migrate-mongo sqitch tern soda bytebase supabase-migrate piccolo yoyo".split(
        " ",
      ),
    ],
    {
      drop: DROPS,
      "database|db|schema drop|reset|clean": DROPS,
      "reset|fresh|refresh": RESETS,
      "migrate|migration reset|fresh|refresh": RESETS,
      "down|rollback|revert|redo|down-to": UNDOES,
      "migrate|migration|migrations down|revert|redo|rollback|backwards": UNDOES,
    },
  ),
  {
    ...migrations(["wp", "drush", "magento", "n98-magerun", "ddev", "lando", "bench", "odoo"], {
      "db|site reset|drop|clean|empty": RESETS,
      "sql:drop|sql-drop|site:install|site-install|setup:uninstall|db:drop|setup:rollback": DROPS,
      delete: ["risky", "deletes a project and its database"],
      destroy: DROPS,
      "drop-site": DROPS,
      "post|user|comment|term|site|media|plugin|option delete|empty|spam --force|--yes|--all": [
        "risky",
        "deletes content of a site permanently",
      ],
      "user|site delete|empty": ["risky", "deletes content of a site permanently"],
      "search-replace --all-tables|--network": ["risky", "replaces text in all tables of a site"],
      "option update siteurl|home|admin_email|blog_public": ["risky", "changes how people reach a site"],
    }),
    instead: "back it up first (`wp db export backup.sql`), and ask the user to do it",
  },
]);

/** Code for a framework's console, as in `rails runner "User.delete_all"`. */
const CODE =
  /\b(?:delete_all|destroy_all|drop_all|truncate_tables)\b|\b(?:Sidekiq|Resque)::[\w:.() ]{1,80}(?:clear|&:clear)|\bfind_each\b[^\n]{0,200}\bdeliver_(?:now|later)\b|\bexecute\W{1,20}(?:TRUNCATE|DROP|DELETE FROM)\b|\bRepo\.delete_all\b|\.objects\.all\(\)\.delete\(|::truncate\(|->truncate\(|->delete\(\)|\bdrop_table\b/;
const DELETES_ALL: Judgement = { severity: "destructive", what: "deletes every row of a table" };

const databaseTools: Program = {
  names: tools.names,
  effects(invocation, where) {
    if (isForTests(invocation) || namesTestDatabase(invocation)) return [];
    const read = inputText(invocation.input, where);
    if (invocation.args.some(({ text }) => CODE.test(text)) || (read !== undefined && CODE.test(read.slice(0, 5000))))
      return [serviceEffect(invocation, { ...DELETES_ALL, instead: INSTEAD })];
    const found = tools.effects(invocation, where);
    return found.length > 0 || !migratesProduction(invocation)
      ? found
      : [serviceEffect(invocation, { severity: "risky", what: "changes a production database", instead: INSTEAD })];
  },
};

export default databaseTools;

const LIVE = /(?:^|[\s/_.@=:-])(?:prod|production|live|prd)(?:$|[\s/_.@:\d-])/i;
const MIGRATES =
  /(?:^|[:.-])(?:migrate|migration|migrations|sync|update|push|seed|fresh|up|run|load|loaddata|deploy|execute|reset|down|down-to|apply|create|drop|redo|upgrade|latest|flush)(?:$|[:.-])/;

/** `typeorm schema:sync -d production.ts`, `goose postgres "$PROD_URL" up` */
function migratesProduction(invocation: Invocation): boolean {
  const { args, variables } = invocation;
  if (!args.some(({ text }) => MIGRATES.test(text)) || isDryRun(invocation, ["--sql", "--dump-sql", "--pretend"]))
    return false;
  if (
    args.some(({ text }) => /^(?:status|info|history|list|show|migrate:status|db:migrate:status|validate)$/.test(text))
  )
    return false;
  return (
    args.some(({ text, source }) => LIVE.test(text) || /\$\{?\w{0,20}PROD/i.test(source)) ||
    [...variables].some(
      ([name, { text, source }]) =>
        /ENV|URL|DSN|SETTINGS/.test(name) && (LIVE.test(text) || /\$\{?\w{0,20}PROD/i.test(source)),
    )
  );
}

/** `dropdb app_test`, `mysqladmin drop app_test` */
function namesTestDatabase(invocation: Invocation): boolean {
  if (!/^(?:dropdb|mysqladmin|mariadb-admin)$/.test(invocation.program!)) return false;
  const name = operands(invocation, listed(`-h -u -P -U -p --host --user --username --port`)).at(-1)?.text ?? "";
  return isTestName(name);
}
