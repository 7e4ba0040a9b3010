/** Events as a later version of the ledger may send them: with any Unicode text, and with unknown types and members. */
import { eventTypes, exampleEvent } from '../../clients/typescript/src/testing';
import type { Random } from './random';

/** Names with a special meaning in a language of a client, or with characters that end a line in some format. */
const names = [
  '__proto__',
  'constructor',
  'model_config',
  'model_fields',
  'from',
  'class',
  'json',
  'copy',
  'self',
  '',
  'a.b',
];
const separators = [
  '\u2028',
  '\u2029',
  '\u0085',
  '\ufeff',
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\u000b',
  '\u001e',
  'data: 1',
  '\u0000',
];
const choices: ReadonlySet<string> = new Set([
  ...['status', 'type', 'layer', 'category', 'normal_balance', 'limit_basis', 'member_type', 'operation', 'state'],
]);

const textOf = ({ next, pick }: Random): string =>
  Array.from({ length: Math.floor(next() * 8) }, () => {
    if (next() < 0.3) return pick(separators);
    const point = Math.floor(next() * (next() < 0.5 ? 0x300 : 0x110000));
    return String.fromCodePoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point);
  }).join('');

const valueOf = (random: Random, depth = 0): unknown => {
  const { next, pick } = random;
  const simple = [
    null,
    true,
    false,
    0,
    -7,
    0.1,
    1e21,
    5e-324,
    2 ** 53,
    '5.00',
    '2026-01-15T10:00:00.000Z',
    textOf(random),
  ];
  if (depth > 2 || next() < 0.6) return pick(simple);
  if (next() < 0.5) return Array.from({ length: Math.floor(next() * 4) }, () => valueOf(random, depth + 1));
  return objectOf(random, depth + 1);
};

const nameOf = (random: Random): string => (random.next() < 0.3 ? random.pick(names) : textOf(random));

const objectOf = (random: Random, depth = 0): object =>
  Object.fromEntries(
    Array.from({ length: Math.floor(random.next() * 4) }, () => [nameOf(random), valueOf(random, depth)]),
  );

/** The value with new members at any depth and with new enumeration values. Free texts become random texts. */
const grown = (value: unknown, random: Random, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => grown(each, random));
  if (typeof value === 'string') {
    if (choices.has(name) && random.next() < 0.2) return `later_${textOf(random)}`;
    return name === 'description' || name === 'name' || name === 'reason' ? textOf(random) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([each, member]) => [each, grown(member, random, each)] as const);
  const known = new Set(Object.keys(value));
  const added = Object.entries(random.next() < 0.4 ? objectOf(random) : {}).filter(([each]) => !known.has(each));
  return Object.fromEntries([...members, ...added]);
};

export const randomEvent = (sequence: number, random: Random): object => {
  const recorded = exampleEvent(random.pick(eventTypes));
  if (random.next() < 0.5) return { ...(grown(recorded, random) as object), type: recorded.type, sequence };
  const type = random.next() < 0.5 ? `budget.${textOf(random)}` : textOf(random);
  return { ...recorded, type, sequence, subject: { type: textOf(random), id: textOf(random) }, data: objectOf(random) };
};

/** Rewrites all instants in one format, because a client that parses them may write them in a different one. */
export const inOneSpelling = (value: unknown): unknown => {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(inOneSpelling);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOneSpelling(member)]));
};
