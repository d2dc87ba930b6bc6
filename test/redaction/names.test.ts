/** What the name of a field, variable or flag says of the value beside it. */
import { describe, expect, it } from "vitest";
import { nameSays } from "../../src/core/redact/names.js";

const SURE = {
  password:
    "PASSWORD pwd db_pwd WIFI_PSK passphrase PASSCODE DB_PASS dbPASS stripe_pass password2 HTTPPassword max_password BUNDLE_GEMS__EXAMPLE__ORG",
  key: "API_KEY apiKeys secretKey access_keys signing_key storage_keys private_key PRIVATEKEY",
  token: "auth_token tokens authtok secret_token_x token_next",
  secret: "CLIENT_SECRET credentials credential cookie_secret next_secret id_secret",
};
const MAYBE = "key keys primary_key pass session stripe auth";
const NOTHING =
  "pw id color bypass password_id passwordId secret_key_id key_password_file session_name stripe_url token_count public_api_key api_public_key sig csrf_token next_token max_tokens jsonwebtoken BUNDLE_PATH secretary password_id_2 _token_count_";

describe("T10 the name of a value", () => {
  it.each(Object.entries(SURE).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)))(
    "%s says it is a %s",
    (name, kind) => {
      expect(nameSays(name)).toEqual({ kind, sure: true });
      // The second time it is known.
      expect(nameSays(name)).toEqual({ kind, sure: true });
    },
  );

  it.each(MAYBE.split(" "))("%s says that it may be a key", (name) => {
    expect(nameSays(name)).toEqual({ kind: "key", sure: false });
  });

  it.each(NOTHING.split(" "))("%s says nothing", (name) => {
    expect(nameSays(name)).toBeUndefined();
  });

  it("says nothing when it is longer than any name", () => {
    expect(nameSays(`${"a_".repeat(28)}password`)).toEqual({ kind: "password", sure: true });
    expect(nameSays(`_${"a_".repeat(28)}password`)).toBeUndefined();
  });

  it("says the same after more names than are remembered", () => {
    for (let n = 0; n < 2_100; n++) nameSays(`name${n}_token`);
    expect(nameSays("name1_token")).toEqual({ kind: "token", sure: true });
    expect(nameSays("color")).toBeUndefined();
  });
});
