/**
 * Patterns that cannot run away. A pattern is compiled to a program that walks a text once and keeps the set of places
 * it could be at, so that the time is the length of the text times the length of the program, whatever either holds.
 * It reads like a regular expression without back-references, look-around and word boundaries, and matches anywhere in
 * the text unless it says `^` and `$`.
 */
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Complaint } from './complaints';
import { parsePattern, type CharacterTest, type Piece } from './pattern-syntax';

export type Pattern = (text: string) => boolean;

export const maxPatternLength = 200;
const maxProgramLength = 1_000;

export const compilePattern = (source: string): Outcome<Complaint, Pattern> => {
  if (source.length > maxPatternLength)
    return refuse({ text: `has more than ${maxPatternLength} characters`, at: maxPatternLength + 1 });
  const piece = parsePattern(source);
  if (refused(piece)) return piece;
  if (sizeOf(piece.right) > maxProgramLength)
    return refuse({ text: 'repeats too much: lower the counts in braces', at: 1 });
  const program: Instruction[] = [];
  emit(piece.right, program);
  program.push({ kind: 'found' });
  return ok((text) => matches(program, text));
};

type Instruction =
  | { readonly kind: 'one'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' | 'found' }
  | { readonly kind: 'fork'; first: number; second: number };

/** How many instructions `emit` would write. */
const sizeOf = (piece: Piece): number => {
  switch (piece.kind) {
    case 'all':
      return piece.pieces.reduce((sum, inner) => sum + sizeOf(inner), 0);
    case 'either':
      return piece.pieces.reduce((sum, inner) => sum + sizeOf(inner) + 2, 0);
    case 'repeat': {
      const { min, max } = piece;
      const size = sizeOf(piece.piece);
      return max === Infinity ? size * (min + 1) + 2 : size * max + max - min;
    }
    case 'one':
    case 'start':
    case 'end':
      return 1;
  }
};

const emit = (piece: Piece, program: Instruction[]): void => {
  switch (piece.kind) {
    case 'all':
      for (const inner of piece.pieces) emit(inner, program);
      return;
    case 'either':
      return emitEither(piece.pieces, program);
    case 'repeat':
      return emitRepeat(piece, program);
    case 'one':
    case 'start':
    case 'end':
      program.push(piece);
  }
};

const fork = (program: Instruction[]): { first: number; second: number } => {
  const made = { kind: 'fork' as const, first: program.length + 1, second: program.length + 1 };
  program.push(made);
  return made;
};

const emitEither = (pieces: readonly Piece[], program: Instruction[]): void => {
  const exits: { first: number; second: number }[] = [];
  for (const [index, inner] of pieces.entries()) {
    const last = index === pieces.length - 1;
    const choice = last ? undefined : fork(program);
    emit(inner, program);
    if (!last) exits.push(fork(program));
    if (choice) choice.second = program.length;
  }
  for (const exit of exits) exit.first = exit.second = program.length;
};

const emitRepeat = ({ piece, min, max }: Extract<Piece, { kind: 'repeat' }>, program: Instruction[]): void => {
  for (let count = 0; count < min; count++) emit(piece, program);
  if (max === Infinity) {
    const loop = program.length;
    const choice = fork(program);
    emit(piece, program);
    const back = fork(program);
    back.first = back.second = loop;
    choice.second = program.length;
    return;
  }
  const exits: { second: number }[] = [];
  for (let count = min; count < max; count++) {
    exits.push(fork(program));
    emit(piece, program);
  }
  for (const exit of exits) exit.second = program.length;
};

const matches = (program: readonly Instruction[], text: string): boolean => {
  const characters = [...text];
  const seen = new Int32Array(program.length).fill(-1);
  let waiting: number[] = [];
  for (let position = 0; position <= characters.length; position++) {
    // The program may also start here; then everyone follows the forks to the next character they want.
    const places = [...waiting, 0];
    const wanting: number[] = [];
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (seen[place] === position) continue;
      seen[place] = position;
      const instruction = program[place];
      if (instruction === undefined) continue;
      if (instruction.kind === 'found') return true;
      if (instruction.kind === 'one') wanting.push(place);
      else if (instruction.kind === 'fork') places.push(instruction.first, instruction.second);
      else if (position === (instruction.kind === 'start' ? 0 : characters.length)) places.push(place + 1);
    }
    const codePoint = characters[position]?.codePointAt(0);
    waiting = [];
    if (codePoint === undefined) continue;
    for (const place of wanting) {
      const instruction = program[place];
      if (instruction?.kind === 'one' && instruction.test(codePoint)) waiting.push(place + 1);
    }
  }
  return false;
};
