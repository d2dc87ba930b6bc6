/** How git is started in a repository that may be hostile: it runs nothing that the repository names. */

export const SAFE_GIT = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.pager=cat",
  "--no-optional-locks",
];

export const gitEnvironment = () => ({
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  // What is missing in a partial clone is not fetched: the repository names the program for that.
  GIT_ALLOW_PROTOCOL: "none",
});
