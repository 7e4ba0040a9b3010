/** Complaints about a client's text: what is wrong, where, and what was found there. */
import type { FieldErrors } from '../../../kernel/refusal';

/** The fault of a text, as the end of "it …", and the character at which it is, counted from 1. */
export interface Complaint {
  readonly text: string;
  readonly at: number;
}

/** Complaints by field, gathered while a whole document is judged. */
export type Complaints = Map<string, string[]>;

export const complain = (complaints: Complaints, field: string, text: string): void => {
  const texts = complaints.get(field);
  if (texts) texts.push(text);
  else complaints.set(field, [text]);
};

export const fieldErrorsOf = (complaints: Complaints): FieldErrors => Object.fromEntries(complaints);

/** `divides by zero (at character 12 of "{params.a / 0}")`. */
export const withLocation = ({ text, at }: Complaint, source: string): string =>
  `${text} (at character ${at} of ${excerpt(source, at)})`;

const maxShownCharacters = 80;

/** The part of the source around the character. */
const excerpt = (source: string, at: number): string => {
  if (source.length <= maxShownCharacters) return JSON.stringify(source);
  const start = Math.max(0, at - maxShownCharacters / 2);
  const end = start + maxShownCharacters;
  return `${start > 0 ? '…' : ''}${JSON.stringify(source.slice(start, end))}${end < source.length ? '…' : ''}`;
};

/** The value that was sent, as a person reads it: JSON, cut where it is long. */
export const shown = (value: unknown): string => {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > maxShownCharacters ? `${json.slice(0, maxShownCharacters)}…` : json;
};

/** The value that was sent, with its kind where the kind is wrong. */
export const shownWithKind = (value: unknown): string => {
  if (typeof value === 'number') return `the number ${value}`;
  return Array.isArray(value) ? 'an array' : typeof value === 'object' && value !== null ? 'an object' : shown(value);
};

const maxListedNames = 10;

/** `a, b and 3 more`, or `none`. */
export const listed = (names: Iterable<string>): string => {
  const all = [...names];
  if (all.length === 0) return 'none';
  const more = all.length - maxListedNames;
  return more > 0 ? `${all.slice(0, maxListedNames).join(', ')} and ${more} more` : all.join(', ');
};
