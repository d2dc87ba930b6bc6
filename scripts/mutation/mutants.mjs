/**
 * The mutants of a TypeScript file: small mistakes, each as a change of the text. Types are left alone, and so are texts
 * for people, which no decision depends on.
 */
import { parseAst } from "rolldown/parseAst";

const OPERATORS = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};
const METHODS = { some: "every", every: "some", push: "unshift", startsWith: "endsWith", endsWith: "startsWith" };

export function mutantsOf(code) {
  const mutants = [];
  const add = (kind, { start, end }, text) => mutants.push({ kind, start, end, text, line: lineAt(code, start) });
  const source = ({ start, end }) => code.slice(start, end);
  walk(parseAst(code, { lang: "ts" }), (node, parent) => {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression": {
        const other = OPERATORS[node.operator];
        if (other !== undefined) add("operator", node, `(${withOperator(node, other)})`);
        if (node.operator === "??") add("operator", node, `(${source(node.left)})`);
        break;
      }
      case "UnaryExpression":
        if (node.operator === "!") add("operator", node, code.slice(node.start + 1, node.end));
        break;
      case "UpdateExpression":
        add(
          "operator",
          node,
          source(node).replace(/\+\+|--/, (one) => (one === "++" ? "--" : "++")),
        );
        break;
      case "ConditionalExpression":
      case "IfStatement":
        add("condition", node.test, "true");
        add("condition", node.test, "false");
        break;
      case "ReturnStatement":
        if (node.argument != null && saysSomething(node.argument)) add("return", node, "return undefined;");
        break;
      case "ArrowFunctionExpression":
        if (node.body.type !== "BlockStatement" && saysSomething(node.body)) add("return", node.body, "undefined");
        break;
      case "ExpressionStatement":
        add("statement", node, ";");
        break;
      case "Literal":
        addLiteral(node, parent);
        break;
      case "MemberExpression":
        if (!node.computed && METHODS[node.property.name] !== undefined)
          add("method", node.property, METHODS[node.property.name]);
    }
  });
  return mutants;

  /** `true` and `false` are turned round as literals; nothing instead of `false` is the same to whoever asks. */
  function saysSomething(node) {
    return source(node) !== "undefined" && typeof node.value !== "boolean";
  }

  /** The brackets around its sides are not part of them, and stay. */
  function withOperator({ start, end, left, right, operator }, other) {
    const between = code.slice(left.end, right.start).replace(operator, () => other);
    return code.slice(start, left.end) + between + code.slice(right.start, end);
  }

  function addLiteral(node, parent) {
    if (parent.type.startsWith("Import") || parent.type.startsWith("Export") || parent.key === node) return;
    if (typeof node.value === "boolean") add("literal", node, String(!node.value));
    else if (typeof node.value === "number") add("literal", node, String(node.value + 1));
    else if (typeof node.value === "string" && /^[\w.:-]*$/.test(node.value)) add("literal", node, '"mutated"');
  }
}

export function applyMutant(code, { start, end, text }) {
  return code.slice(0, start) + text + code.slice(end);
}

function walk(node, visit, parent = { type: "" }) {
  if (typeof node.type !== "string" || isType(node)) return;
  visit(node, parent);
  for (const [key, value] of Object.entries(node)) {
    if (key === "typeAnnotation" || key === "typeArguments" || key === "typeParameters" || key === "returnType")
      continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === "object" && child !== null) walk(child, visit, node);
    }
  }
}

/** Types have no meaning when the program runs; these hold an expression. */
function isType({ type }) {
  return type.startsWith("TS") && !/^TS(AsExpression|SatisfiesExpression|NonNullExpression)$/.test(type);
}

function lineAt(code, offset) {
  return code.slice(0, offset).split("\n").length;
}
