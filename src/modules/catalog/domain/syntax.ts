/**
 * Expressions as text become trees: jsep parses, and a whitelist takes over the few kinds of nodes that mean something
 * here. jsep knows no positions, so its hooks note where each token starts.
 */
import jsep from 'jsep';
import { isAmountText, maxAmountDigits } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { shown, type Complaint } from './complaints';

/** `at` counts characters from 1. */
export type Syntax =
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'word'; readonly word: 'true' | 'false' | 'null'; readonly at: number }
  | { readonly kind: 'parameter'; readonly name: string; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Syntax; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Syntax;
      readonly right: Syntax;
      readonly at: number;
    }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Syntax[]; readonly at: number };

export type Dialect = 'amount' | 'rule';

export const maxExpressionLength = 500;
const maxParentheses = 16;

/** Parses one expression. `offset` is what stands before it in the text the client wrote. */
export const parse = (text: string, dialect: Dialect, offset = 0): Outcome<Complaint, Syntax> => {
  const complaint = unreadable(text, dialect);
  if (complaint) return refuse({ ...complaint, at: complaint.at + offset });
  let tree: Node;
  try {
    tree = jsep(text) as Node;
  } catch (error) {
    if (!isJsepError(error)) throw error;
    const missing = error.index >= text.length ? 'ends too early' : 'cannot be read';
    return refuse({ text: `${missing}: ${error.description}`, at: offset + error.index + 1 });
  }
  const syntax = syntaxOf(tree, offset);
  if (refused(syntax)) return syntax;
  const comma = misplacedComma(text, syntax.right);
  return comma === undefined
    ? syntax
    : refuse({ text: 'has a comma outside the operands of a function, or lacks one', at: offset + comma + 1 });
};

interface JsepError {
  readonly index: number;
  readonly description: string;
}

const isJsepError = (error: unknown): error is JsepError =>
  error instanceof Error && 'index' in error && 'description' in error;

type Node = jsep.CoreExpression & { start?: number };

interface Parsing extends jsep.HookScope {
  starts?: number[];
}

jsep.addBinaryOp('or', 1);
jsep.addBinaryOp('and', 2);
jsep.addUnaryOp('not');
jsep.hooks.add('gobble-token', function (this: Parsing, env) {
  (this.starts ??= []).push(this.index);
  // Numbers are read here, because jsep calls no hook behind them.
  if (/[0-9.]/.test(this.char)) env.node = this.gobbleNumericLiteral() as jsep.Expression;
});
jsep.hooks.add('after-token', function (this: Parsing, env) {
  const start = this.starts?.pop();
  const node = env.node as Node | undefined;
  if (node && start !== undefined) node.start ??= start;
});

const alphabets: Readonly<Record<Dialect, RegExp>> = {
  amount: /[A-Za-z0-9_.,+*/() -]/,
  rule: /[A-Za-z0-9_.,+*/()<>=!&| -]/,
};

/** Looks for what need not reach the parser: too long, too deep, or of another alphabet. */
const unreadable = (text: string, dialect: Dialect): Complaint | undefined => {
  if (text.trim() === '') return { text: 'has nothing to compute', at: 1 };
  if (text.length > maxExpressionLength)
    return { text: `has more than ${maxExpressionLength} characters`, at: maxExpressionLength + 1 };
  let depth = 0;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== undefined && char !== '\\') {
      if (char === quote) quote = undefined;
    } else if (dialect === 'rule' && quote === undefined && (char === '"' || char === "'")) quote = char;
    else if (quote !== undefined || !alphabets[dialect].test(char))
      return { text: `must not contain ${shown(char)}`, at: at + 1 };
    if (quote === undefined && char === '(' && ++depth > maxParentheses)
      return { text: `has more than ${maxParentheses} parentheses inside each other`, at: at + 1 };
    if (quote === undefined && char === ')') depth--;
  }
  return undefined;
};

const syntaxOf = (node: Node, offset: number): Outcome<Complaint, Syntax> => {
  const at = offset + startOf(node) + 1;
  switch (node.type) {
    case 'Literal':
      return literal(node, at);
    case 'MemberExpression': {
      const { computed, object, property } = node;
      if (computed || !isIdentifier(object) || object.name !== 'params' || !isIdentifier(property))
        return refuse({ text: 'has a member access that means nothing here: write params.<name>', at });
      return ok({ kind: 'parameter', name: property.name, at });
    }
    case 'Identifier':
      return refuse({
        text: `names ${shown(node.name)}, which means nothing here: parameters are written params.<name>`,
        at,
      });
    case 'UnaryExpression': {
      const operand = syntaxOf(node.argument as Node, offset);
      return refused(operand) ? operand : ok({ kind: 'unary', operator: node.operator, operand: operand.right, at });
    }
    case 'BinaryExpression': {
      const left = syntaxOf(node.left as Node, offset);
      if (refused(left)) return left;
      const right = syntaxOf(node.right as Node, offset);
      return refused(right)
        ? right
        : ok({ kind: 'binary', operator: node.operator, left: left.right, right: right.right, at });
    }
    case 'CallExpression': {
      if (!isIdentifier(node.callee)) return refuse({ text: 'calls what is no function', at });
      const operands: Syntax[] = [];
      for (const argument of node.arguments) {
        const operand = syntaxOf(argument as Node, offset);
        if (refused(operand)) return operand;
        operands.push(operand.right);
      }
      return ok({ kind: 'call', name: node.callee.name, operands, at });
    }
    case 'Compound':
    case 'SequenceExpression': {
      const second = (node.type === 'Compound' ? node.body : node.expressions)[1] as Node | undefined;
      return refuse(
        second
          ? { text: 'has two expressions where one is expected', at: offset + startOf(second) + 1 }
          : { text: 'has nothing to compute', at },
      );
    }
    case 'ArrayExpression':
    case 'ConditionalExpression':
    case 'ThisExpression':
    default:
      return refuse({ text: 'has a construct that means nothing here', at });
  }
};

const literal = ({ value, raw }: jsep.Literal, at: number): Outcome<Complaint, Syntax> => {
  if (typeof value === 'string') return ok({ kind: 'text', value, at });
  if (raw === 'true' || raw === 'false' || raw === 'null') return ok({ kind: 'word', word: raw, at });
  // jsep has made a float of it; what was written is still there.
  if (isAmountText(raw)) return ok({ kind: 'number', text: raw, at });
  return refuse({
    text: `has the number ${shown(raw)}: write digits, with digits on both sides of a point, at most ${maxAmountDigits}`,
    at,
  });
};

const isIdentifier = (node: jsep.Expression): node is jsep.Identifier => node.type === 'Identifier';

const startOf = (node: Node): number =>
  node.start ?? (node.type === 'BinaryExpression' ? startOf(node.left as Node) : 0);

/** jsep skips commas it has no use for; here each one must stand between two operands. */
const misplacedComma = (text: string, syntax: Syntax): number | undefined => {
  const commas = [...text.replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length)).matchAll(/,/g)];
  return commas.length === separators(syntax) ? undefined : (commas[0]?.index ?? 0);
};

const separators = (syntax: Syntax): number => {
  switch (syntax.kind) {
    case 'unary':
      return separators(syntax.operand);
    case 'binary':
      return separators(syntax.left) + separators(syntax.right);
    case 'call':
      return (
        Math.max(0, syntax.operands.length - 1) + syntax.operands.reduce((sum, operand) => sum + separators(operand), 0)
      );
    case 'number':
    case 'text':
    case 'word':
    case 'parameter':
      return 0;
  }
};
