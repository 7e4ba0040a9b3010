/**
 * Parses JSON and records the line of each member. With it, the API's error about `entries_template.entries.0.amount` is shown beside the
 * right line.
 */

export interface JsonRead {
  /** The parsed value; undefined if the text is not JSON. */
  readonly value?: unknown;
  /**
   * Maps the path of each member, such as `entries_template.entries.0.amount`, to its line, counted from 1. The empty path is the whole
   * text.
   */
  readonly lines: ReadonlyMap<string, number>;
  readonly fault?: { readonly line: number; readonly message: string };
}

export const readJson = (text: string): JsonRead => {
  const lines = new Map<string, number>();
  const reader = new Reader(text, lines);
  try {
    reader.whole();
    return { value: JSON.parse(text), lines };
  } catch (error) {
    const message = error instanceof Fault ? error.message : 'This is not JSON.';
    return { lines, fault: { line: reader.line(), message } };
  }
};

/** Returns the line of a field. For a missing field, returns the line of the nearest member that encloses it. */
export const lineOf = (lines: ReadonlyMap<string, number>, field: string): number => {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const line = lines.get(path);
    if (line !== undefined) return line;
  }
  return lines.get('') ?? 1;
};

class Fault extends Error {}

const deepest = 100;

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly lines: Map<string, number>,
  ) {}

  line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }

  whole(): void {
    this.space();
    this.value('', 0);
    this.space();
    if (this.at < this.text.length) throw new Fault('Nothing may follow the closing brace.');
  }

  private value(path: string, depth: number): void {
    if (depth > deepest) throw new Fault('It is nested too deeply.');
    if (!this.lines.has(path)) this.lines.set(path, this.line());
    const first = this.text[this.at];
    if (first === '{') this.members(path, depth);
    else if (first === '[') this.elements(path, depth);
    else if (first === '"') this.string();
    else this.take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y, 'A value is expected here.');
  }

  private members(path: string, depth: number): void {
    this.at += 1;
    this.space();
    if (this.skip('}')) return;
    for (;;) {
      const line = this.line();
      const name = this.string();
      const own = path === '' ? name : `${path}.${name}`;
      this.lines.set(own, line);
      this.space();
      if (!this.skip(':')) throw new Fault(`A colon is expected after "${name}".`);
      this.space();
      this.value(own, depth + 1);
      this.space();
      if (this.skip('}')) return;
      if (!this.skip(',')) throw new Fault('A comma or a closing brace is expected here.');
      this.space();
    }
  }

  private elements(path: string, depth: number): void {
    this.at += 1;
    this.space();
    if (this.skip(']')) return;
    for (let index = 0; ; index += 1) {
      this.value(path === '' ? `${index}` : `${path}.${index}`, depth + 1);
      this.space();
      if (this.skip(']')) return;
      if (!this.skip(',')) throw new Fault('A comma or a closing bracket is expected here.');
      this.space();
    }
  }

  private string(): string {
    const found = this.take(
      // JSON does not allow control characters in strings.
      /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
      this.text[this.at] === '"'
        ? 'The string has no closing quote on its line.'
        : 'A name in quotation marks is expected here.',
    );
    return JSON.parse(found) as string;
  }

  private take(pattern: RegExp, otherwise: string): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) throw new Fault(otherwise);
    this.at += found.length;
    return found;
  }

  private skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
