/**
 * Connections whose request head is late or malformed. The timers of `node:http` watch only connections that it accepted
 * itself, and a server may also be handed some.
 */
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refuse } from "./errors.js";

const waiting = new WeakMap<Duplex, NodeJS.Timeout>();

export function watchHeads(server: Server, headMs: number): void {
  server.on("connection", (socket) => {
    armHead(socket, headMs);
    socket.once("close", () => disarmHead(socket));
  });
}

/** Starts the time limit for the next head. */
export function armHead(socket: Duplex, headMs: number): void {
  disarmHead(socket);
  if (socket.destroyed) return;
  const timer = setTimeout(() => endUnread(socket, refuse("HEAD_TOO_SLOW", "the head did not arrive in time")), headMs);
  waiting.set(socket, timer.unref());
}

export function disarmHead(socket: Duplex): void {
  clearTimeout(waiting.get(socket));
  waiting.delete(socket);
}

/** What the parser rejected. */
export function refuseUnread(error: Error & { code?: string }, socket: Duplex): void {
  if (!waiting.has(socket)) return void socket.destroy(); // a response is being sent: nothing may be inserted
  const long = error.code === "HPE_HEADER_OVERFLOW";
  endUnread(
    socket,
    long ? refuse("HEAD_TOO_LARGE", "the head is too long") : refuse("REQUEST_MALFORMED", "not HTTP/1.1"),
  );
}

function endUnread(socket: Duplex, refusal: Refusal): void {
  disarmHead(socket);
  if (!socket.writable) return void socket.destroy();
  const body = `${JSON.stringify(refusal.body)}\n`;
  const lines = [
    `HTTP/1.1 ${refusal.status} Refused`,
    "connection: close",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
