/**
 * Patterns with bounded time. A pattern is compiled to a program that reads a text once and tracks the set of instructions that it could be
 * at, so that the time is at most the length of the text times the length of the program, for any pattern and any text. Each visit of an
 * instruction is a step, and the caller sets the limit on steps. A pattern is a regular expression without back-references, look-around and
 * word boundaries. It matches anywhere in the text unless it has `^` or `$`.
 *
 * The engine is our own because the available ones bound their time less strictly. re2js 2.10.0 is faster with most texts but not with the
 * worst: it takes 190 ms to compile one case-insensitive bracket of 200 characters, keeps up to 8 MiB of states for each pattern, and
 * reports the fault of a pattern but not its position.
 */
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Complaint } from './complaints';
import { parsePattern, type CharacterTest, type Piece } from './pattern-syntax';

export interface Pattern {
  readonly source: string;
  readonly program: readonly Instruction[];
}

/** The remaining steps. Matches that share this object share the limit. */
export interface Steps {
  readonly limit: number;
  left: number;
}

export const stepsUpTo = (limit: number): Steps => ({ limit, left: limit });

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
  return ok({ source, program });
};

/** Returns whether the pattern matches; undefined if the steps are used up before that is known. */
export const matches = ({ program }: Pattern, text: string, steps: Steps): boolean | undefined => {
  if (steps.left < 0) return undefined;
  const seenAt = new Int32Array(program.length).fill(-1);
  let places: number[] = [];
  let next: number[] = [];
  const startsAnywhere = program[0]?.kind !== 'start';
  for (let position = 0, isOver = false; !isOver; position++) {
    const codePoint = text.codePointAt(position);
    isOver = codePoint === undefined;
    // Without `^`, a match may begin at every position. The loop follows forks from each active instruction to the instructions that read a
    // character.
    if (startsAnywhere || position === 0) places.push(0);
    if (places.length === 0) return false;
    let taken = 0;
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (seenAt[place] === position) continue;
      seenAt[place] = position;
      taken += 1;
      const instruction = program[place] as Instruction;
      if (instruction.kind === 'found') return true;
      if (instruction.kind === 'fork') places.push(instruction.first, instruction.second);
      else if (instruction.kind === 'start' ? position === 0 : instruction.kind === 'end' && isOver)
        places.push(place + 1);
      else if (instruction.kind === 'one' && codePoint !== undefined && instruction.test(codePoint))
        next.push(place + 1);
    }
    if ((steps.left -= taken) < 0) return undefined;
    [places, next] = [next, places];
    // A code point above U+FFFF takes two code units of the text.
    if (codePoint !== undefined && codePoint > 0xffff) position += 1;
  }
  return false;
};

type Instruction =
  | { readonly kind: 'one'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' | 'found' }
  | { readonly kind: 'fork'; first: number; second: number };

/** Returns the number of instructions that `emit` writes for the piece. */
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
