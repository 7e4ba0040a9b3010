/** Complaints about a client's text: the fault, its position, and the text that was found there. */
import type { FieldErrors } from '../../../kernel/refusal';

/** A fault, as a text that completes the sentence "it …", and its position, counted in characters from 1. */
export interface Complaint {
  readonly text: string;
  readonly at: number;
}

/** The complaints about a whole document, by field. */
export type Complaints = Map<string, string[]>;

export const complain = (complaints: Complaints, field: string, text: string): void => {
  const texts = complaints.get(field);
  if (texts) texts.push(text);
  else complaints.set(field, [text]);
};

export const fieldErrorsOf = (complaints: Complaints): FieldErrors => Object.fromEntries(complaints);

/** Returns the complaint with its position and the text there: `divides by zero (at character 12 of "{params.a / 0}")`. */
export const withLocation = ({ text, at }: Complaint, source: string): string =>
  `${text} (at character ${at} of ${excerpt(source, at)})`;

const maxShownCharacters = 80;

/** Returns the part of the source around the position. */
const excerpt = (source: string, at: number): string => {
  if (source.length <= maxShownCharacters) return JSON.stringify(source);
  const start = Math.max(0, at - maxShownCharacters / 2);
  const end = start + maxShownCharacters;
  return `${start > 0 ? '…' : ''}${JSON.stringify(source.slice(start, end))}${end < source.length ? '…' : ''}`;
};

/** Returns the client's value as JSON, truncated if it is long. */
export const shown = (value: unknown): string => {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > maxShownCharacters ? `${json.slice(0, maxShownCharacters)}…` : json;
};

/** Returns the client's value for a complaint; for a number, an array or an object, only its kind. */
export const shownWithKind = (value: unknown): string => {
  if (typeof value === 'number') return `the number ${value}`;
  return Array.isArray(value) ? 'an array' : typeof value === 'object' && value !== null ? 'an object' : shown(value);
};

const maxListedNames = 10;

/** Returns at most ten of the names as a text: `a, b and 3 more`, or `none`. */
export const listed = (names: Iterable<string>): string => {
  const all = [...names];
  if (all.length === 0) return 'none';
  const more = all.length - maxListedNames;
  return more > 0 ? `${all.slice(0, maxListedNames).join(', ')} and ${more} more` : all.join(', ');
};
