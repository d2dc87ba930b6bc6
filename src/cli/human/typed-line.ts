/** The next line that is typed. Undefined if input has ended, the terminal has gone, or it is not needed any more. */
export function typedLine(signal?: AbortSignal): Promise<string | undefined> {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const { stdin } = process;
  const lines = createInterface({ input: stdin, ...(signal === undefined ? {} : { signal }) });
  return new Promise((done) => {
    const end = (line?: string) => {
      for (const event of ["error", "close"]) stdin.off(event, none);
      lines.off("close", none).close();
      done(line);
    };
    const none = () => end();
    lines.once("line", end);
    lines.once("error", none); // of the input
    lines.once("close", none);
    for (const event of ["error", "close"]) stdin.once(event, none); // a terminal that has gone does not end it
  });
}
