/**
 * Parses JSON from any sender. `JSON.parse` keeps the last of two members with the same name, has no limit on depth or
 * width, and rounds numbers; this parser looks for all three before the result is trusted. `__proto__` and
 * `constructor` remain ordinary own members.
 */
import type { Pieces } from '../pieces';
import { isExactNumber, maxExactDigits } from './exact-number';
import { placeOf } from './json-place';

export const maxJsonDepth = 16;
/** The maximum number of members of one object. No request needs as many, and each unknown member costs more to process than to send. */
export const maxJsonMembers = 4_096;

export type JsonFault = 'malformed' | 'too deep' | 'too wide' | 'duplicate member' | 'inexact number';
export type ParsedJson = { readonly value: unknown } | Faulty;

interface Faulty {
  readonly fault: JsonFault;
  /**
   * The names and indexes that lead to the fault; empty if the fault is the whole text, or if the text is not an
   * object.
   */
  readonly place: readonly string[];
  /** The refused number as it was sent, if the fault is a number that a double does not hold exactly. */
  readonly number?: string;
}

/** Parses in two pieces: `JSON.parse`, then the search for the faults that it accepts. */
export function* parseJson(text: string): Pieces<ParsedJson> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'malformed', place: [] };
  }
  yield;
  return faultOf(text) ?? { value };
}

const quote = 34;
const backslash = 92;
const colon = 58;

/** Walks once through a text that is known to be JSON, and keeps one set of member names for each open object. */
const faultOf = (text: string): Faulty | undefined => {
  const open: (Set<string> | undefined)[] = [];
  const hasEscapes = text.includes('\\');
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      const start = at + 1;
      let escaped = false;
      if (!hasEscapes) at = text.indexOf('"', start);
      else
        for (at = start; text.charCodeAt(at) !== quote; at++)
          if (text.charCodeAt(at) === backslash) {
            escaped = true;
            at++;
          }
      const names = open[open.length - 1];
      if (names === undefined || !isFollowedByColon(text, at + 1)) continue;
      const raw = text.slice(start, at);
      const name = escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
      if (names.has(name)) return { fault: 'duplicate member', place: placeOf(text, text.indexOf(':', at)) };
      names.add(name);
      if (names.size > maxJsonMembers)
        return { fault: 'too wide', place: placeOf(text, text.indexOf(':', at)).slice(0, -1) };
    } else if ((char >= 48 && char <= 57) || char === 45) {
      const start = at;
      let isPlain = true;
      for (let next = text.charCodeAt(at + 1); isInNumber(next); next = text.charCodeAt(++at + 1))
        if (next === 69 || next === 101) isPlain = false;
      if (isPlain && at - start < maxExactDigits) continue;
      const number = text.slice(start, at + 1);
      if (!isExactNumber(number)) return { fault: 'inexact number', place: placeOf(text, at), number };
    } else if (char === 123 || char === 91) {
      open.push(char === 123 ? new Set() : undefined);
      if (open.length > maxJsonDepth) return { fault: 'too deep', place: placeOf(text, at) };
    } else if (char === 125 || char === 93) open.pop();
  }
  return undefined;
};

/** Returns whether the character code is a digit, `.`, `+`, `-`, `e` or `E`. */
const isInNumber = (char: number): boolean =>
  (char >= 48 && char <= 57) || char === 46 || char === 101 || char === 69 || char === 45 || char === 43;

const isFollowedByColon = (text: string, from: number): boolean => {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === colon;
};
