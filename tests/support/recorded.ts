/**
 * Makes an answer the same in every run, so that it can be stored as an example. Values that differ between runs are replaced, not removed.
 */
import { createHash } from 'node:crypto';
import { exampleId, type KnownIds } from '../../src/kernel/http/examples';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** An event's id starts with the beginning of its hash, after the format number. */
const eventId = /^evt_([0-9a-f]{32})$/;
/** A stored hash: the number of its format, and a SHA-256 value. */
const keptHash = /^0[12][0-9a-f]{64}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const midnight = /T00:00:00\.000Z$/;

export const recordedInstant = '2026-01-15T10:00:00.000Z';
const recordedActor = '7f3k9q2m5x1b';
const actors: ReadonlySet<string> = new Set(['actor', 'created_by', 'link_created_by', 'ended_by']);
/** A constant in place of every cursor, because a cursor is valid only in the installation that signed it. */
const recordedCursor = 'L5cXtu2l0OcWkK4y47BgylsiZiIsIjUiXQ';
const recordedMilliseconds = 12;
/** A constant in place of every webhook secret: as long as a real secret, and obviously not one. */
const recordedSecret = `whsec_${Buffer.from('this is the secret of no endpoint').toString('base64')}`;

/**
 * Constant members that replace the members of a proof, which contain hashes and signatures of values that differ in every run. The
 * constants have the same form.
 */
const recordedNote = [
  'ledger.example/01932c07-9d8a-7c1e-8f00-000000000001',
  '18',
  'sVoAbK4h0bkK6cIdHbEJ9XcVIYPVnIkRC4sVjWEOcEY=',
  `at ${recordedInstant}`,
  '',
  `— ledger.example ${Buffer.alloc(68, 'a signature').toString('base64')}`,
  '',
].join('\n');
const recordedProofs: Readonly<Record<string, unknown>> = {
  note: recordedNote,
  checkpoint: recordedNote,
  record: '11:transaction;1:1;36:01932c07-9d8a-7c1e-8f00-000000000002;…',
  event: '5:event;1:1;66:01…;2:12;18:transaction_posted;36:01932c07-9d8a-7c1e-8f00-000000000002;…',
  tree_size: 18,
  inclusion: [1, 2, 3, 4, 5].map((number) => createHash('sha256').update(`a sibling ${number}`).digest('hex')),
};
const isProof = (name: string, value: unknown): boolean =>
  name === 'tree_size' || name === 'inclusion' || (typeof value === 'string' && /^(.*\n\d+\n|\d+:\w+;)/.test(value));

const anywhere = (pattern: RegExp): RegExp => new RegExp(pattern.source.slice(1, -1), 'g');

/** Replaces all varying values in the text of a file. */
export const recordableText = (file: string, known: KnownIds, place: string): string => {
  const parts = file.split(new RegExp(`(${[uuid, keptHash, instant].map((one) => anywhere(one).source).join('|')})`));
  return (recordable(parts, known, place) as readonly string[]).join('');
};

/**
 * Replaces all varying values. Ids that are not in `known` become ids derived from `place`, the name of the answer, in order of appearance.
 */
export const recordable = (answer: unknown, known: KnownIds, place: string): unknown => {
  const ids = new Map(Object.entries(known).map(([name, id]) => [id, exampleId(name) as string]));
  const same = (text: string, made: (number: number) => string): string => {
    const found = ids.get(text) ?? made(ids.size);
    ids.set(text, found);
    return found;
  };
  const sameHash = (hash: string): string =>
    same(hash, (number) => `${hash.slice(0, 2)}${createHash('sha256').update(`${place} ${number}`).digest('hex')}`);
  const written = JSON.stringify(answer);
  const hashes = new Map((written?.match(anywhere(keptHash)) ?? []).map((hash) => [hash.slice(2, 34), hash]));
  return JSON.parse(written, (name, value: unknown) => {
    if (name === 'milliseconds' && typeof value === 'number') return recordedMilliseconds;
    if (Object.hasOwn(recordedProofs, name) && isProof(name, value)) return recordedProofs[name];
    if (typeof value !== 'string') return value;
    if (actors.has(name)) return recordedActor;
    if (name === 'next_cursor') return recordedCursor;
    if (name === 'secret') return recordedSecret;
    const sameId = (id: string): string => same(id, (number) => exampleId(`${place} ${number}`));
    if (uuid.test(value)) return sameId(value);
    const [, beginning] = eventId.exec(value) ?? [];
    if (beginning) return `evt_${sameHash(hashes.get(beginning) ?? value).slice(2, 34)}`;
    if (keptHash.test(value)) return sameHash(value);
    return instant.test(value) && !midnight.test(value) ? recordedInstant : value;
  });
};
