/**
 * Brings expressions into one spelling. PostgreSQL prints `(a or b) or c` or `a or b or c`, depending on how the expression was entered, so
 * a restored dump prints differently. In the migrations' expressions, nothing else differs among versions 15 to 18.
 */

/** The words, texts and nested groups between two parentheses of an expression. */
interface Group {
  readonly parts: (string | Group)[];
}

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\s+|[^\s()'"]+/g;

export const inOneSpelling = (expression: string): string => {
  const whole: Group = { parts: [] };
  const open = [whole];
  for (const [text] of expression.matchAll(token)) {
    const group = open[open.length - 1] as Group;
    if (text === '(') {
      const inner: Group = { parts: [] };
      group.parts.push(inner);
      open.push(inner);
    } else if (text === ')') {
      if (open.length > 1) open.pop();
      else group.parts.push(text);
    } else if (text.trim() !== '') group.parts.push(text);
  }
  return printed(flattened(whole));
};

/** Merges a group whose operands are joined by the same word into the group that contains it. */
const flattened = ({ parts }: Group): Group => {
  const inner = parts.map((part) => (typeof part === 'string' ? part : flattened(part)));
  const joint = jointOf(inner);
  return {
    parts: inner.flatMap((part, place) => {
      const isOperand =
        joint !== undefined &&
        typeof part !== 'string' &&
        [inner[place - 1] ?? joint, inner[place + 1] ?? joint].every((beside) => beside === joint);
      return isOperand && jointOf(part.parts) === joint ? part.parts : [part];
    }),
  };
};

const joints = ['AND', 'OR'];

/**
 * Returns the word that joins all operands; undefined if there is none, if two are mixed, and for `between … and …`.
 */
const jointOf = (parts: Group['parts']): string | undefined => {
  const found = new Set(parts.filter((part) => typeof part === 'string' && joints.includes(part)));
  const [joint] = found;
  return found.size === 1 && typeof joint === 'string' && !parts.includes('BETWEEN') ? joint : undefined;
};

const printed = ({ parts }: Group): string =>
  parts.map((part) => (typeof part === 'string' ? part : `(${printed(part)})`)).join(' ');
