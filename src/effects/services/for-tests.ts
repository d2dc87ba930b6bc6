/** Test databases, which are often reset. */
import type { Invocation } from "../model/invocation.js";
import { isGiven, optionValues } from "./options.js";

/** `app_test`, `test`, `shop-e2e`, `ci_42`, `postgres://localhost/app_test`. */
const TEST_NAME =
  /(?:^|[_\-./@:=])(?:tests?|testing|specs?|e2e|ci|scratch|sandbox)(?:$|[_\-.?&\d])|^test[a-z]{0,12}\d{0,4}$/i;
const LIVE = /prod|live|staging|master/i;
const NAMES_DATABASE =
  /^(?:DATABASE_URL|DATABASE|PGDATABASE|MYSQL_DATABASE|DB_NAME|DB_DATABASE|DB_URL|DATABASE_NAME|POSTGRES_DB|MONGO(?:DB)?_UR[IL]|REDIS_URL|TEST_DATABASE_URL|SPRING_DATASOURCE_URL)$/;
const OPTIONS = "-d --dbname --database -D --db --env --environment -e --dsn --url --uri --connection --schema".split(
  " ",
);

export function isTestName(name: string): boolean {
  return TEST_NAME.test(name) && !LIVE.test(name);
}

/** True if variables or options name a test database. */
export function isForTests(invocation: Invocation): boolean {
  for (const [name, { text }] of invocation.variables) {
    if (/(?:^|_)ENV(?:IRONMENT)?$/.test(name) && /^(?:test(?:ing)?|ci)$/.test(text)) return true;
    if (NAMES_DATABASE.test(name) && isTestName(databaseIn(text))) return true;
  }
  // `rails db:reset RAILS_ENV=test`
  if (invocation.args.some(({ text }) => /^[A-Z]{0,12}_?ENV=(?:test(?:ing)?|ci)$/.test(text))) return true;
  return (
    isGiven(invocation, ["--env=test", "--env=testing", "-e=test", "--environment=test"]) ||
    optionValues(invocation, OPTIONS).some((value) => !/\s/.test(value) && isTestName(databaseIn(value)))
  );
}

/** The last path segment of a URL, without the query. */
export function databaseIn(text: string): string {
  return text.replace(/[?#].*$/s, "").replace(/^.*[/:](?=[^/:]*$)/s, "");
}
