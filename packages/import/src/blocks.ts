/**
 * A block of a plain text journal: a line without indentation, and the indented lines after it. A block is read once it is complete. A
 * mistake in one line rejects the whole block.
 */
import type { LineReader, Reason } from './rows';

export interface Line {
  readonly text: string;
  readonly number: number;
}

export interface Block {
  /** The lines of the block, at least one. */
  readonly lines: readonly Line[];
  /** The first line of the block that could not be decoded, with the reason; undefined if all lines were decoded. */
  readonly broken: (Reason & { readonly line: number }) | undefined;
  /** Whether the file ends with this block. The block may then be incomplete, because the file may have been cut off. */
  readonly isAtEnd: boolean;
}

/** The limits of one block. A transaction has at most a hundred entries, each with a few lines. */
const maxBlockLines = 5_000;
const maxBlockCharacters = 4_194_304;

export const rawOf = ({ lines }: Block): string => lines.map(({ text }) => text).join('\n');
export const headOf = ({ lines }: Block): Line => lines[0] as Line;

export interface BlockTaker {
  block(block: Block): void;
  /** Handles a line that is not part of a block: an empty line, or a comment without indentation. Returns false for any other line. */
  single(line: Line): boolean;
  end(lastLine: number): void;
}

export const createBlocks = (taker: BlockTaker): LineReader => {
  let lines: Line[] = [];
  let characters = 0;
  let broken: Block['broken'];
  /** Whether an empty line followed the block. The block stays open until the next line shows whether the file goes on. */
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
      broken ??= {
        code: 'TOO_LARGE',
        message: 'The block is larger than a transaction may be.',
        line: line.number,
      };
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
      // An undecodable line belongs to the open block. After an empty line it begins a new block.
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
