/** A command line as the programs it would start. Pure; never throws. */
import { type Command, forEachChild, parse, type SyntaxNode } from "unbash";
import type { Where } from "../effect.js";
import type { Invocation, Reading, Redirect, Word } from "../invocation.js";
import { wordOf } from "./words.js";

export function readCommand(text: string, where: Where): Reading {
  const invocations: Invocation[] = [];
  const unclear: { what: string; words: string }[] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === "Command" && node.name !== undefined)
      invocations.push(invocationOf(node, text, where, wordOf(node.name, where)));
    forEachChild(node, visit);
  };
  const script = parse(text);
  if ((script.errors?.length ?? 0) > 0) unclear.push({ what: "cannot be read as a command line", words: text });
  visit(script);
  return { invocations, unclear };
}

function invocationOf(node: Command, text: string, where: Where, name: Word): Invocation {
  return {
    program: name.known ? name.text.slice(name.text.lastIndexOf("/") + 1) : undefined,
    name,
    args: node.args.flatMap((arg) => (arg.type === "Word" ? [wordOf(arg, where)] : [])),
    variables: new Map(),
    redirects: node.redirects.flatMap((redirect): Redirect[] =>
      redirect.type === "Redirect" && redirect.target !== undefined && !redirect.operator.endsWith("&")
        ? [{ operator: redirect.operator as Redirect["operator"], target: wordOf(redirect.target, where) }]
        : [],
    ),
    input: { kind: "none" },
    cwd: where.cwd,
    through: [],
    runs: "here",
    moreArgs: false,
    captured: false,
    words: text.slice(node.pos, node.end),
  };
}
