// Usage: node loopback.mjs PORT SOCKET COMMAND [ARG…]
// Runs the command in a network that is empty but for this port, which leads through the socket to the model outside.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

const [port, socket, command, ...args] = process.argv.slice(2);

const relay = createServer((near) => {
  const far = connect(socket);
  near.pipe(far).pipe(near);
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
});

relay.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(command, args, { stdio: "inherit" });
  child.on("error", () => process.exit(127));
  child.on("exit", (code) => process.exit(code ?? 1));
});
