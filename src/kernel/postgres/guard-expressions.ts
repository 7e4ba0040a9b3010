/**
 * Expressions in one spelling. PostgreSQL prints `(a or b) or c` or `a or b or c`, by the way in which the expression reached it: a dump that
 * is restored prints otherwise. Nothing else differs between versions 15 to 18 in what the migrations wrote.
 */

/** Words, texts and further groups between two parentheses. */
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

/** Operands that are joined by the same word become operands of the group that they stand in. */
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

/** The word that joins all operands; undefined where there is none, where two are mixed, and in `between … and …`. */
const jointOf = (parts: Group['parts']): string | undefined => {
  const found = new Set(parts.filter((part) => typeof part === 'string' && joints.includes(part)));
  const [joint] = found;
  return found.size === 1 && typeof joint === 'string' && !parts.includes('BETWEEN') ? joint : undefined;
};

const printed = ({ parts }: Group): string =>
  parts.map((part) => (typeof part === 'string' ? part : `(${printed(part)})`)).join(' ');
