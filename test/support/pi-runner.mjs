// Usage: node pi-runner.mjs EXTENSION… < script.json
// Pi reduced to how it runs extensions: loads each file, plays the events of the script one after the other, and prints
// what became of each. A step is {"event", "ctx"?, "says"?}; "says" is what the person answers to a question.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const handlers = [];
for (const file of process.argv.slice(2)) {
  const { default: extension } = await import(pathToFileURL(file).href);
  const own = new Map();
  extension({ on: (event, handler) => own.set(event, handler) });
  handlers.push(own);
}

const sessions = new Map();
function managerOf(session) {
  const { sessionId, sessionFile } = { sessionId: "s1", ...session };
  const key = JSON.stringify([sessionId, sessionFile]);
  if (!sessions.has(key))
    sessions.set(key, { getSessionId: () => sessionId ?? undefined, getSessionFile: () => sessionFile ?? undefined });
  return sessions.get(key);
}

const played = [];
for (const { event, session, says, ...ctx } of JSON.parse(await text(process.stdin))) {
  const asked = [];
  const shown = [];
  const context = {
    mode: says === undefined ? "print" : "rpc",
    hasUI: says !== undefined,
    cwd: process.cwd(),
    sessionManager: managerOf(session),
    ui: {
      notify: (message) => shown.push(message),
      confirm: async (_title, message) => {
        asked.push(message);
        return says;
      },
    },
    ...ctx,
  };
  const returned = [];
  for (const own of handlers) {
    const result = await own.get(event.type)?.(event, context);
    if (result !== undefined) returned.push(result);
  }
  played.push({ returned, event, asked, shown });
}
console.log(JSON.stringify({ registered: handlers.map((own) => [...own.keys()]), played }));
