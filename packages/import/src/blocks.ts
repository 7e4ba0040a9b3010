/**
 * A block of a plain text journal: a line that begins at the margin, and the indented lines below it. A block is read once it is
 * whole, and a mistake in one line rejects the whole block.
 */
import type { LineReader, Reason } from './rows';

export interface Line {
  readonly text: string;
  readonly number: number;
}

export interface Block {
  /** Never empty. */
  readonly lines: readonly Line[];
  /** The first line that is no text, and why. */
  readonly broken: (Reason & { readonly line: number }) | undefined;
  /** Nothing stands behind it, so that a file which was cut off may have been cut off in it. */
  readonly isAtEnd: boolean;
}

/** Bounds one block. A transaction has at most a hundred entries, each with a handful of lines. */
const maxBlockLines = 5_000;
const maxBlockCharacters = 4_194_304;

export const rawOf = ({ lines }: Block): string => lines.map(({ text }) => text).join('\n');
export const headOf = ({ lines }: Block): Line => lines[0] as Line;

export interface BlockTaker {
  block(block: Block): void;
  /** Whether the line belongs to no block, and is dealt with: an empty one, or a comment at the margin. */
  single(line: Line): boolean;
  end(lastLine: number): void;
}

export const createBlocks = (taker: BlockTaker): LineReader => {
  let lines: Line[] = [];
  let characters = 0;
  let broken: Block['broken'];
  /** An empty line stood behind the block: what comes next says whether anything does. */
  let isOver = false;
  let last = 0;
  const close = (isAtEnd = false): void => {
    if (lines.length > 0) taker.block({ lines, broken, isAtEnd });
    lines = [];
    characters = 0;
    broken = undefined;
    isOver = false;
  };
  const add = (line: Line): void => {
    characters += line.text.length;
    if (lines.length >= maxBlockLines || characters > maxBlockCharacters)
      broken ??= { code: 'TOO_LARGE', message: 'There is more in it than in any transaction.', line: line.number };
    else lines.push(line);
  };
  return {
    line: (whole, number) => {
      last = number;
      const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      const isIndented = text.startsWith(' ') || text.startsWith('\t');
      const isEmpty = text.trim() === '';
      if (isIndented && lines.length > 0 && !isOver && !isEmpty) return add({ text, number });
      isOver = isEmpty && lines.length > 0;
      if (isOver) return;
      close();
      const line = { text, number };
      if (!taker.single(line)) add(line);
    },
    unreadable: (number, reason) => {
      last = number;
      // It may be any line of the block that is open, and the block ends as it would have ended.
      if (isOver) close();
      if (lines.length === 0) add({ text: '', number });
      broken ??= { ...reason, line: number };
    },
    end: () => {
      close(true);
      taker.end(last);
    },
  };
};
