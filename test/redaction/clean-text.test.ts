/** Text that holds no secret and looks a little like one. It stays as it is. */
import { describe, expect, it } from "vitest";
import { redactText } from "../../src/core/redact/text.js";

const HEX64 = "7d1f0c9e8b6a54321f0e9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a39281f0e9d8c";

const CLEAN: Readonly<Record<string, readonly string[]>> = {
  "a name does not reach across the end of its line": [
    "password:\nzq8w7xk2m4v9b1n6",
    "secret=\nnext_value=31",
    "api_key:\r\n  release-2024-06-11",
    "tool --token\nzq8w7xk2m4v9b1n6",
    "Authorization: Bearer\nzq8w7xk2m4v9b1n6ty3p",
    "Cookie:\nsid=zq8w7xk2m4v9",
  ],
  "a vendor's token of the right length with the wrong end": [
    `sk-ant-api03-${"Qm7vXw2LkP9sRb4T".repeat(6).slice(0, 93)}XY`,
    `see sk-ant-admin01-${"Zt5nHc8JyU3dGf6V".repeat(6).slice(0, 93)}BB in the log`,
  ],
  "packages and versions": [
    'secrets = "0.7.0"',
    '"token-kit": "^4.0.0-rc.1"',
    "token: v1.2.3-rc.4",
    'api_key = "2024-06-20"',
    '"my-token": "workspace:*"',
    "apt-get install libsecret-1-0=0.21.4-1build3",
    "v0.0.0-20240624144500-3a1b5f6d1d7b",
    "fix auth-token: 91ac8d2 add a field",
  ],
  digests: [
    `${HEX64}  release.tar.gz`,
    `${HEX64} *release.tar.gz`,
    `blake3 ${HEX64} index.js`,
    `resolved digest ${HEX64} for the base image`,
    `Cache key: linux-node-${HEX64}`,
    `tx 0x${HEX64} was mined`,
    `https://x.example/app.${HEX64}.js`,
    `${HEX64}.json was written`,
  ],
  ids: ["session: 01HZX3V9K2M4N6P8Q0R2S4T6V8", "01HZX3V9K2M4N6P8Q0R2S4T6V8", "price_1Nq8Zk2eWvKYlo2C5fG7hJ9k"],
  "files in Base64": ["R2l2ZSBtZSBhIHBsYWNlIHRvIHN0YW5kLg==", "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8a1B3d5F7"],
  "placeholders and examples": [
    "api_key: 'abcdefghijklmnopqrstuvwxyz'",
    "apiKey = aBcDeFgHiJkLmNoPqRsTuVwXyZ",
    'token = "1234-abcd-abcd-abcd"',
    "client_secret: kkkkkkkkkkkkkkkkkkkk",
    '"password": "&lt;your password&gt;"',
    "JWT_SECRET=your-256-bit-secret",
    "PASSWORD=example",
  ],
  "names of secrets, and keys that open nothing": [
    "existingSecret: postgresql-auth",
    "token: service-account-reader",
    'db_password = "arn:aws:secretsmanager:eu-west-1:1:secret:x1"',
    "credential: ref+vault://apps/web1#db",
    "sort_key: zq8w7xk2m4v9b1n6",
    "SECRET_BACKEND=hashicorp-vault",
    "password_encryption = scram-sha-256",
    "signing_key: keys/release.pub",
    '"publicKey": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7Ytq0Yc3XlWUR9"',
    '"sig": "MEUCIQDl5a8y1V0Z7kQ2"',
    "cert: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJzekNDQVZt",
    `partition_key=${HEX64.slice(0, 40)}`,
    "azure_tenant: 7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ],
  code: [
    'out.print("Password: " + readLine(7) + ",");',
    '{label:"Password:",hint:"Remember 2 things:"}',
    "put '/forgot-password' => \"cms/sites/passwords#edit\"",
    "WWW-Authenticate: Bearer authorization_uri=https://login.example.com",
  ],
};

describe("T10 clean text", () => {
  it.each(Object.entries(CLEAN).flatMap(([what, texts]) => texts.map((text) => [what, text] as const)))(
    "%s: %j",
    (_what, text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it("does not hide a secret that has the same look and a name", () => {
    for (const text of [
      `API_TOKEN=${HEX64}`,
      `sha256 of the token: ${HEX64}`,
      `x ${HEX64} y`,
      "JWT_SECRET=correct-horse-battery",
      "password=aWYoDllKhOGhgF",
      "-Dsonar.login=5524bf449ca45fcace54698371466398321f3a82",
      "machine x.example login me password hunter2",
      "machine x.example\n  login me\n  password hunter2",
      "me:hunter2@tcp(db:3306)/x",
      "db.example:5432:shop:app:hunter2",
      "Authorization: SSWS a1b2c3d4e5",
      "Authorization: Splunk 8fdbc3ce-bd27-4bbd-ab7d-73a64260c127",
    ])
      expect(redactText(text)).toContain("[redacted:");
    expect(redactText("smtp://apikey:hunter2@mail.example:587")).toBe(
      "smtp://apikey:[redacted:password]@mail.example:587",
    );
  });
});
