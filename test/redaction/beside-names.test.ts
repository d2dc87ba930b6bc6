import { describe, expect, it } from "vitest";
import { redactText } from "../../src/core/redact/text.js";

/** What is redacted stands between « and ». */
const SECRET = [
  "PASSWORD=«hunter2» npm start",
  "export DB_PASSWORD='«two words»'",
  'export API_TOKEN="«ab12»"; run',
  '{"api_key": "«abc def»"}',
  '{\\"password\\":\\"«hunter2»\\"}',
  '{\\\\\\"password\\\\\\":\\\\\\"«hunter2»\\\\\\"}',
  '{"password":"«ab\\"cdef»"}',
  "password: «hunter2»",
  'password = "«hunter2»"',
  "$config['password'] = '«hunter2»';",
  'const apiKey: string = "«k3y-of-mine»";',
  'var fastlyToken string = "«a1b2c3d4»"',
  "db.password=«hunter2»",
  "spring.datasource.password=«hunter2»",
  ":client_secret => '«s3cr3t»',",
  "Server=db;User Id=me;Password=«p4ss!w0rd»;Encrypt=yes",
  "AccountName=me;AccountKey=«aB3dE5fG7hJ9kL1mNaB3dE5fG7hJ9kL1mN==»;x",
  "jdbc:mysql://db/x?user=me&password=«s3cret»&ssl=1",
  "jdbc:oracle:thin:me/«s3cret»@db:1521/x",
  "https://api.example.com/v1?key=«aB3dE5fG7hJ9kL1m»&q=1",
  "https://example.com/?access_token=«a1b2c3d4»",
  "<password>«hunter2»</password>",
  '<add key="DbPassword" value="«hunter2»" />',
  "- name: DB_PASSWORD\n  value: «hunter2»\n",
  '{"name":"DB_PASSWORD","value":"«hunter2»"}',
  "acme_key: «zq8w7xk2m4v9b1n6»",
  'cloudmersive: "«1b2c3d4e-aaaa-zzxy-9k8j-7h6g5f4d3s2q»"',
  "smtp_pass=«hunter2»",
  "BUNDLE_GEMS__EXAMPLE__ORG=«me12:c0ffee99»",
  "apiVersion: v1\nkind: Secret\ndata:\n  tls: «c2VjcmV0IHdvcmRz»\n  other: '«YW5vdGhlciBvbmU=»'\nmetadata:\n  name: abcdefgh\n",
  '{"kind":"Secret","data":{"tls":"«c2VjcmV0IHdvcmRz»"},"metadata":{"name":"abcdefgh"}}',
  "x-api-key: «c0ffee-1234»",
  "PRIVATE-TOKEN: «abc123def»",
  "Authorization: Bearer «abcdef123456»",
  "Authorization: Basic «dXNlcjpwYXNz»",
  "curl -H 'Authorization: Token «22cb98»' https://example.com",
  '{"headers":{"Authorization":"Bearer «abcdef123456»"}}',
  "Proxy-Authorization: Basic «dXNlcjpwYXNz»",
  "Cookie: sid=«abc123»; theme=«light»",
  "Set-Cookie: session=«a1b2c3»; Path=/; HttpOnly; SameSite=Lax",
  "curl -b 'sid=«abc123»' https://example.com",
  "tool --password «hunter2» --verbose",
  "tool --api-key «k3y» x",
  "tool -vaultToken «abc» x",
  "tool --password='«hunter2»'",
  "sshpass -p «hunter2» ssh me@host",
  "sshpass -p'«hunter2»' ssh me@host",
  "docker login -u me -p «hunter2» registry.example.com",
  "mysql -u root -p«hunter2» shop",
  "mysqldump -p«hunter2» shop",
  "redis-cli -h cache -a «hunter2» ping",
  "mongosh -u me -p «hunter2» db",
  "ldapsearch -x -D cn=me -w «hunter2»",
  "zip -P «hunter2» a.zip b",
  "7z a -p«hunter2» a.7z b",
  "sqlcmd -S db -U sa -P «hunter2»",
  "openssl enc -aes-256-cbc -k «hunter2» -in a",
  "openssl rsa -in a.pem -passin pass:«hunter2»",
  "keytool -list -keystore a -storepass «hunter2»",
  "plink me@host -pw «hunter2»",
  "xfreerdp /u:me /p:«hunter2» /v:host",
  "az login -u me -p «hunter2»",
  "twine upload -u me -p «hunter2» dist/*",
  "smbclient //srv/x -U me%«hunter2»",
  "aws configure set aws_secret_access_key «wJalrXUtn/K7MDENG»",
  "vault login «a1b2c3d4e5f6a7b8»",
  "htpasswd -bc file me «hunter2»",
  "echo 'root:«hunter2»' | sudo chpasswd",
  "curl -u me:«s3cret» https://example.com",
  "curl --user 'me:«s3 cret»' https://example.com",
  "curl -u me:'«s3cret»' https://example.com",
  "git clone https://me:«s3cret»@example.com/x.git",
  "redis://:«hunter2»@cache:6379/0",
  "postgres://me:«p@ss»@db/x",
  "ftp://admin:«password»@example.com/a",
];

const HARMLESS = [
  "max_tokens: 1000",
  '"tokens": "4096"',
  "token_count=42",
  "password: string",
  "password?: string;",
  "the password: it is wrong",
  "token: the word that opens the door",
  "const token = await getToken()",
  "const apiKey = options.apiKey;",
  "process.env.TOKEN = someToken;",
  "TOKEN=$TOKEN",
  "TOKEN=${TOKEN:-none}",
  "PASSWORD=$(cat file)",
  "PASSWORD=<password>",
  "API_KEY=your-api-key-here",
  "API_KEY=xxxxxxxxxxxxxxxx",
  'password: "DB_PASSWORD"',
  "password: {{ .Values.password }}",
  "secret: 'alpha'",
  'tokenHeader = "X-Api-Key"',
  "next_page_token=abc123def",
  "csrf-token=abc123def456",
  'publicKey: "a1b2c3d4e5f6"',
  "secret_name: my-secret-1",
  "PASSWORD_FILE=/run/secrets/x1",
  "token_url: https://example.com/t0ken",
  "if (token === other1) return",
  "key: main",
  "primaryKey: 'id'",
  "cache_key: release-2024-05",
  "keyboard: qwerty12",
  "kind: ConfigMap\ndata:\n  tls: c2VjcmV0IHdvcmRz\n",
  "secretary: bob1",
  "Bearer of bad news",
  "Authorization header",
  "Authorization: Bearer $TOKEN",
  "cookie: a small cake",
  "Cookie: a=$A",
  "mysql -u root -p shop",
  "docker run -p 8080:80 nginx",
  "ssh -p 2222 me@host",
  "curl -u me https://example.com",
  "curl -u me:$PASS https://example.com",
  "curl -u username:password https://example.com",
  "docker run -u 1000:1000 x",
  "https://example.com:8080/a@b",
  "https://${USER}:${PASS}@example.com",
  "git commit -m 'secretary of state'",
  "sk-learn and risk-averse",
  "5f3a9c1e-0000-4000-8000-1234567890ab",
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "integrity sha512-aB3dE5fG7hJ9kL1mNaB3dE5fG7hJ9kL1mNaB3dE5fG7hJ9kL1mNaB3dE5fG7hJ9kL1mNaB3dE5fG7hJ9kL1mA==",
  "toolu_01AbCdEfGhJkLmNpQrStUv",
  "src/components/UserProfileHeader.test.tsx",
  "getUserAccessTokenFromRequest",
];

describe("T10 secrets beside a name", () => {
  it.each(SECRET)("%s", (marked) => {
    const redacted = redactText(marked.replaceAll(/[«»]/g, ""));
    expect(redacted.replaceAll(/\[redacted:[a-z-]+\]/g, "[]")).toBe(marked.replaceAll(/«[^»]*»/g, "[]"));
  });

  it.each(HARMLESS)("%s is nothing of the kind", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it("a text that is nothing but a drawn value goes", () => {
    expect(redactText("zq8w7xk2m4v9b1n6ty3p\n")).toBe("[redacted:value]\n");
    expect(redactText("zq8w7xk2m4v9b1n6ty3p", { lone: false })).toBe("zq8w7xk2m4v9b1n6ty3p");
    expect(redactText("see zq8w7xk2m4v9b1n6ty3p")).toBe("see zq8w7xk2m4v9b1n6ty3p");
  });

  it("what is redacted stays as it is", () => {
    for (const marked of SECRET) {
      const once = redactText(marked.replaceAll(/[«»]/g, ""));
      expect(redactText(once)).toBe(once);
    }
  });
});
