import { describe, expect, it } from "vitest";
import { awkOnlyReads, sedOnlyReads } from "../../../src/effects/read-only/programs/text.js";

import { sqlOnlyReads } from "../../../src/effects/read-only/sql.js";

const TABLE: Readonly<Record<string, { reads: (text: string) => boolean; yes: string[]; no: string[] }>> = {
  sed: {
    reads: sedOnlyReads,
    yes: [
      "p",
      "1,5p",
      "$!N;P;D",
      "/a/,/b/{s/x/y/;p}",
      "\\,path/to,d",
      "s|a|b|gI",
      "s/[^/]*$//",
      ":a;N;$!ba;s/\\n/ /g",
      "2q",
      "y/abc/xyz/",
      "5i some text; w no.txt",
      "r other.txt",
      "0~3d # w",
      "/x/I!d",
      "s/[]/]/b/",
      "s/[[:space:]/]//",
    ],
    no: [
      "w x",
      "1w x",
      "s/a/b/w x",
      "s/a/b/e",
      "e id",
      "/a/W x",
      "p;w x",
      "{p;w x\n}",
      "s/[/b/",
      "s/[]/b/w x",
      "s/[\\]/]/w x/",
      "a\\",
      "s/a/b",
      "s",
      "s\nanbn",
      "v",
      "M",
      ":a;N;$!ba;s/x/y/w x",
      "b end#;w x",
      "s/a/b\\\nc/w x",
    ],
  },
  awk: {
    reads: awkOnlyReads,
    yes: [
      "{ print $1 }",
      "NR > 1",
      "$3 > 10 { print $1 }",
      "{ print ($1 > 2) }",
      "{ a = b / c / d; print a }",
      '/x|y/,/z/ { n += $1 } END { printf "%d\\n", n }',
      "{ if ($1 ~ /a\\/b/) print }",
      "{ if (x) /a|b/ }",
      'BEGIN { while ((getline line < "f") > 0) n++; print n }',
      '{ print > "/dev/stderr" }',
      "function f(x) { return x / 2 } { print f($1) }",
      '{ gsub(/[[:space:]]+/, " "); print } # system',
    ],
    no: [
      '{ print > "f" }',
      "{ print $1 > f }",
      '{ printf("x") >> "f" }',
      '{ print (1)(2) > "f" }',
      '{ print | "sh" }',
      '{ "id" | getline }',
      '{ print |& "id" }',
      'BEGIN { system("id") }',
      'BEGIN { f = "system"; @f("id") }',
      '@include "x"',
      '{ if (x) /"/; print > ("f" /"/) }',
      '{ x = /[/]/; print > "f" }',
      '{ print "a',
      "{ length / 2 }",
    ],
  },
  sql: {
    reads: sqlOnlyReads,
    yes: [
      "select 1",
      "SELECT * FROM users WHERE name = 'drop; table' -- why\n",
      "/* all */ select count(*), max(age) from users;",
      "with x as (select 1) select * from x",
      "explain select * from a join b using (id)",
      "SHOW TABLES",
      'select "update" from t',
    ],
    no: [
      "",
      ";",
      "delete from users",
      "select 1; select 2",
      "select 1 into x",
      "select * from a for update",
      "with x as (insert into a values (1) returning 1) select * from x",
      "select my_function(1)",
      "select a.count(1)",
      "select load_extension('x')",
      "select 5--1; drop table x",
      "select 1 /*! into outfile 'x' */",
      "select 'it\\'; drop table x; --'",
      "select $$a$$",
      "explain analyze delete from a",
      "call p()",
      "PRAGMA journal_mode = WAL",
      "select 'open",
      "select xp_cmdshell",
      'select "pg_terminate_backend"(1)',
      "select `sleep`(9)",
      "select 1\nGO\nselect 2",
      "select 1 /*M! into outfile 'x' */",
      "select /* open",
    ],
  },
};

describe("small programs", () => {
  it.each(Object.entries(TABLE))("T8 a program of %s is known to only read, or is not", (_name, { reads, yes, no }) => {
    expect(yes.filter((text) => !reads(text))).toEqual([]);
    expect(no.filter(reads)).toEqual([]);
  });

  it("T8 a text of any length is judged at once", () => {
    for (const { reads } of Object.values(TABLE))
      for (const part of ["/*", "'", '"', "[", "s/", "a/", "(", "{", "\\", "--"]) reads(part.repeat(50_000));
  });
});
