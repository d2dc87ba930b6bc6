import { checkDefences } from "../support/without-defence.js";

checkDefences({
  tests: ["test/builtins/loopback-spellings.test.ts"],
  defences: [
    {
      defence: "whole hosts",
      file: "src/effects/model/near-hosts.ts",
      find: "const END = String.raw`(?::\\d{0,5})?(?:[/?#\\s\"',;)]|$)`;",
      replace: 'const END = "";',
    },
    {
      defence: "whole hosts",
      file: "src/effects/model/near-hosts.ts",
      find: "127(?:\\.\\d{1,3}){3}",
      replace: "127\\.",
    },
    {
      defence: "no other address",
      file: "src/effects/model/near-hosts.ts",
      find: "return words.some(isThere) && words.every((word) => !/^[a-z][\\w+.-]{0,15}:\\/\\//i.test(word) || isThere(word));",
      replace: "return words.some((word) => /localhost/.test(word));",
    },
  ],
});
