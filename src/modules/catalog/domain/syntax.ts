/**
 * Parses expressions to trees: arithmetic, comparisons, `and`, `or`, `not`, parameters and calls. Operators of equal precedence associate
 * to the left; a prefix (`-`, `!`, `not`) applies only to the operand next to it.
 */
import { isAmountText, maxAmountDigits } from '../../../kernel/money';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { shown, type Complaint } from './complaints';
import { itemPrefix } from './parameter';

/** A node of the tree. `at` is its position in the client's text, counted in characters from 1. */
export type Syntax =
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'word'; readonly word: 'true' | 'false' | 'null'; readonly at: number }
  /** A rounding mode, which may only be the third operand of `round`. */
  | { readonly kind: 'mode'; readonly word: string; readonly at: number }
  /** The name is `x` for `params.x`, and `item.x` for `item.x`. */
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

/** Parses one expression. `offset` is the number of characters before it in the client's text. */
export const parse = (text: string, dialect: Dialect, offset = 0): Outcome<Complaint, Syntax> => {
  const complaint = unreadable(text, dialect);
  if (complaint) return refuse({ ...complaint, at: complaint.at + offset });
  try {
    return ok(new Parser(text, offset).whole());
  } catch (error) {
    if (error instanceof Unread) return refuse(error.complaint);
    throw error;
  }
};

const alphabets: Readonly<Record<Dialect, RegExp>> = {
  amount: /[A-Za-z0-9_.,+*/() -]/,
  rule: /[A-Za-z0-9_.,+*/()<>=!&| -]/,
};

/**
 * Rejects texts before parsing: those that are empty, too long or nested too deeply, or that contain characters outside of the alphabet.
 */
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
      return { text: `has parentheses nested more than ${maxParentheses} deep`, at: at + 1 };
    if (quote === undefined && char === ')') depth--;
  }
  return undefined;
};

/** The precedence of each binary operator; a higher number binds more tightly. */
const strengths: ReadonlyMap<string, number> = new Map([
  ...['or', '||'].map((operator) => [operator, 1] as const),
  ...['and', '&&'].map((operator) => [operator, 2] as const),
  ...['==', '!='].map((operator) => [operator, 3] as const),
  ...['<', '<=', '>', '>='].map((operator) => [operator, 4] as const),
  ...['+', '-'].map((operator) => [operator, 5] as const),
  ...['*', '/'].map((operator) => [operator, 6] as const),
]);

const prefixes: ReadonlySet<string> = new Set(['-', '+', '!', 'not']);

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  /** The number of characters before the token. */
  readonly start: number;
}

const tokenPattern =
  /(?<number>\.?[0-9](?:[eE][+-]?[0-9]|[A-Za-z0-9_.])*)|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<text>"[^"]*"|'[^']*')|(?<sign>\|\||&&|[=!<>]=|[^ ])/y;

class Unread extends Error {
  constructor(readonly complaint: Complaint) {
    super(complaint.text);
  }
}

const twoExpressions = 'has two expressions where one is expected';
const strayComma = 'has a comma outside the operands of a function, or lacks one';

/** A recursive-descent parser that looks one token ahead. */
class Parser {
  private next: Token;
  private position = 0;

  constructor(
    private readonly text: string,
    private readonly offset: number,
  ) {
    this.next = this.read();
  }

  whole(): Syntax {
    const syntax = this.expression(0);
    if (this.next.kind === 'end') return syntax;
    throw this.trailing();
  }

  /** Parses an operand and the operators after it that bind more tightly than `least`. */
  private expression(least: number): Syntax {
    let left = this.operand();
    for (;;) {
      const operator = this.next.text;
      const strength = this.next.kind === 'sign' || this.next.kind === 'word' ? strengths.get(operator) : undefined;
      if (strength === undefined || strength <= least) return left;
      this.take();
      if (this.next.kind === 'end') throw this.unread('ends too early', `Expected expression after ${operator}`);
      left = { kind: 'binary', operator, left, right: this.expression(strength), at: left.at };
    }
  }

  private operand(): Syntax {
    const first = this.take();
    const at = this.at(first);
    if (prefixes.has(first.text) && first.kind !== 'text') {
      if (this.next.kind === 'end') throw this.unread('ends too early', `Expected expression after ${first.text}`);
      return { kind: 'unary', operator: first.text, operand: this.operand(), at };
    }
    const operand = this.primary(first, at);
    if (this.isSign('(')) throw new Unread({ text: 'calls something that is not a function', at });
    if (this.isSign('.')) throw memberAccess(at);
    return operand;
  }

  private primary(first: Token, at: number): Syntax {
    switch (first.kind) {
      case 'number':
        if (isAmountText(first.text)) return { kind: 'number', text: first.text, at };
        throw new Unread({
          text: `has the number ${shown(first.text)}: write at most ${maxAmountDigits} digits, with digits on both sides of a decimal point`,
          at,
        });
      case 'text':
        return { kind: 'text', value: first.text.slice(1, -1), at };
      case 'word':
        return this.named(first.text, at);
      case 'sign':
        if (first.text === '(') return this.group(at);
        throw this.unread('cannot be read', `Unexpected ${shown(first.text)}`, first);
      case 'end':
        throw this.unread('ends too early', 'Expected an expression', first);
    }
  }

  private named(name: string, at: number): Syntax {
    if (name === 'true' || name === 'false' || name === 'null') return { kind: 'word', word: name, at };
    if (this.isSign('(')) return { kind: 'call', name, operands: this.operands(name), at };
    if (this.isSign('.')) {
      this.take();
      const member = this.take();
      if ((name !== 'params' && name !== 'item') || member.kind !== 'word') throw memberAccess(at);
      return { kind: 'parameter', name: name === 'item' ? itemPrefix + member.text : member.text, at };
    }
    if (name === 'remainder')
      throw new Unread({ text: 'uses the remainder in an expression: {remainder} must be the whole amount', at });
    throw new Unread({
      text: `names ${shown(name)}, which means nothing here: parameters are written params.<name>`,
      at,
    });
  }

  private operands(name: string): readonly Syntax[] {
    const opening = this.take();
    const operands: Syntax[] = [];
    if (this.isSign(')')) {
      this.take();
      return operands;
    }
    for (;;) {
      if (this.isSign(',')) throw new Unread({ text: strayComma, at: this.at(this.next) });
      operands.push(name === 'round' && operands.length === 2 ? this.mode() : this.expression(0));
      if (this.isSign(',')) {
        const comma = this.take();
        if (this.isSign(')')) throw new Unread({ text: strayComma, at: this.at(comma) });
      } else {
        this.close(opening, strayComma);
        return operands;
      }
    }
  }

  private mode(): Syntax {
    if (this.next.kind !== 'word') return this.expression(0);
    const { text } = this.next;
    const at = this.at(this.take());
    return this.isSign('.') || this.isSign('(') ? this.named(text, at) : { kind: 'mode', word: text, at };
  }

  private group(at: number): Syntax {
    if (this.isSign(')')) throw new Unread({ text: 'has nothing to compute', at });
    const syntax = this.expression(0);
    if (this.isSign(',')) this.take();
    this.close({ text: '(' }, twoExpressions);
    return syntax.kind === 'binary' ? { ...syntax, at } : syntax;
  }

  /** Reads the closing parenthesis. `otherwise` is the complaint if another expression begins there. */
  private close({ text }: Pick<Token, 'text'>, otherwise: string): void {
    if (this.next.kind === 'end') throw this.unread('ends too early', `Unclosed ${text}`);
    if (!this.isSign(')'))
      throw this.beginsExpression() ? new Unread({ text: otherwise, at: this.at(this.next) }) : this.unexpected();
    this.take();
  }

  /** Returns the complaint about a token that follows the end of a whole expression. */
  private trailing(): Unread {
    if (this.isSign(',')) return new Unread({ text: strayComma, at: this.at(this.next) });
    return this.beginsExpression() ? new Unread({ text: twoExpressions, at: this.at(this.next) }) : this.unexpected();
  }

  private beginsExpression(): boolean {
    return this.next.kind !== 'sign' || this.isSign('(') || this.isSign('!');
  }

  private unexpected(): Unread {
    return this.unread('cannot be read', `Unexpected ${shown(this.next.text)}`);
  }

  private unread(how: 'ends too early' | 'cannot be read', why: string, where = this.next): Unread {
    return new Unread({ text: `${how}: ${why}`, at: this.at(where) });
  }

  private isSign(text: string): boolean {
    return this.next.kind === 'sign' && this.next.text === text;
  }

  private at({ start }: Token): number {
    return this.offset + start + 1;
  }

  private take(): Token {
    const token = this.next;
    this.next = this.read();
    return token;
  }

  private read(): Token {
    while (this.text[this.position] === ' ') this.position++;
    const start = this.position;
    tokenPattern.lastIndex = start;
    const found = tokenPattern.exec(this.text);
    if (!found?.groups) return { kind: 'end', text: '', start: this.text.length };
    this.position = tokenPattern.lastIndex;
    const kind = (['number', 'word', 'text'] as const).find((name) => found.groups?.[name] !== undefined) ?? 'sign';
    return { kind, text: found[0], start };
  }
}

const memberAccess = (at: number): Unread =>
  new Unread({ text: 'has an unknown member access: write params.<name>', at });
