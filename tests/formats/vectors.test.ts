/**
 * Golden vectors: the hash of the exact text that each format writes for an object with all its members. A vector is never changed or
 * removed, because databases of users contain such hashes. A later format adds vectors of its own.
 */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Hashes } from '../../src/kernel/formats';
import { tenantEventFormats, tenantGenesisFormats } from '../../src/modules/access/domain/tenant-log';
import { transactionCodeFormats } from '../../src/modules/catalog/domain/formats';
import * as ledgering from '../../src/modules/ledgering/domain/formats';
import type { Draft } from '../../src/modules/ledgering/domain/transaction';
import { operationFormats } from '../../src/modules/strings/domain/formats';
import { things, type FlatPost } from './things';

interface Vector {
  readonly thing: keyof typeof things;
  readonly format: number;
  /** The number of the format and the SHA-256, in hexadecimal. */
  readonly hash: string;
}

const vectors = JSON.parse(readFileSync(path.join(__dirname, 'vectors.json'), 'utf8')) as readonly Vector[];

const meant = ({ meaning, ...request }: FlatPost) => ({ request, meaning });
type FlatDraft = Draft & { readonly fingerprint?: Buffer };
const proven = ({ fingerprint, ...draft }: FlatDraft) => ({ draft, fingerprint: fingerprint ?? null });
const postFormats: Hashes<FlatPost> = {
  hashOf: (post) => ledgering.postFormats.hashOf(meant(post)),
  hashesOf: (post) => ledgering.postFormats.hashesOf(meant(post)),
  isHashOf: (kept, post) => ledgering.postFormats.isHashOf(kept, meant(post)),
};

const transactionFormats: Hashes<FlatDraft> = {
  hashOf: (draft) => ledgering.transactionFormats.hashOf(proven(draft)),
  hashesOf: (draft) => ledgering.transactionFormats.hashesOf(proven(draft)),
  isHashOf: (kept, draft) => ledgering.transactionFormats.isHashOf(kept, proven(draft)),
};

const formats = {
  genesis: ledgering.genesisFormats,
  event: ledgering.eventFormats,
  transaction: transactionFormats,
  hold: transactionFormats,
  settlement: transactionFormats,
  keyedTransaction: transactionFormats,
  keyedHold: transactionFormats,
  account: ledgering.accountFormats,
  classedAccount: ledgering.accountFormats,
  groupAccount: ledgering.accountFormats,
  journal: ledgering.journalFormats,
  periodLock: ledgering.periodLockFormats,
  accountSet: ledgering.accountSetFormats,
  accountSetMember: ledgering.accountSetMemberFormats,
  amendment: ledgering.amendmentFormats,
  note: ledgering.noteFormats,
  amend: ledgering.amendFormats,
  amendNothing: ledgering.amendFormats,
  annotate: ledgering.annotateFormats,
  close: ledgering.closeFormats,
  stringOperation: ledgering.stringOperationFormats,
  transactionCode: transactionCodeFormats,
  optionalCode: transactionCodeFormats,
  postWithEntries: postFormats,
  postByCode: postFormats,
  postHold: postFormats,
  reverse: ledgering.reverseFormats,
  reverseEntries: ledgering.reverseInPartFormats,
  reverseAmount: ledgering.reverseInPartFormats,
  settle: ledgering.settleFormats,
  settleEntries: ledgering.settleFormats,
  release: ledgering.releaseFormats,
  releaseAmount: ledgering.releaseFormats,
  releaseOfDay: ledgering.releaseFormats,
  reverseOwn: ledgering.reverseFormats,
  reverseNone: ledgering.reverseInPartFormats,
  settleNone: ledgering.settleFormats,
  settleExcess: ledgering.settleFormats,
  releaseOwn: ledgering.releaseFormats,
  releaseNone: ledgering.releaseFormats,
  extend: ledgering.extendFormats,
  extendAmount: ledgering.extendFormats,
  extendForEver: ledgering.extendFormats,
  extendOfDay: ledgering.extendFormats,
  convert: operationFormats,
  tenantGenesis: tenantGenesisFormats,
  tenantEvent: tenantEventFormats,
} satisfies Record<keyof typeof things, unknown>;

const formatsFor = (thing: keyof typeof things): Hashes<unknown> => formats[thing] as Hashes<unknown>;

test.each(vectors)('$thing, format $format', ({ thing, format, hash }) => {
  const made = formatsFor(thing)
    .hashesOf(things[thing])
    .map((kept) => kept.toString('hex'));
  expect(made).toContain(hash);
  expect(Number.parseInt(hash.slice(0, 2), 16)).toBe(format);
  expect(formatsFor(thing).isHashOf(Buffer.from(hash, 'hex'), things[thing])).toBe(true);
});

test.each(Object.keys(things) as (keyof typeof things)[])('every format of %s has its vector', (thing) => {
  const made = formatsFor(thing)
    .hashesOf(things[thing])
    .map((kept) => kept.toString('hex'));
  expect(made.toSorted()).toEqual(
    vectors
      .filter((vector) => vector.thing === thing)
      .map(({ hash }) => hash)
      .toSorted(),
  );
});

/** Copies of the value, in each of which one leaf is changed. */
const changed = (value: unknown): readonly unknown[] => {
  if (value === null) return ['something'];
  if (Buffer.isBuffer(value)) return [Buffer.from(value.map((byte) => byte ^ 1))];
  if (value instanceof Date) return [new Date(value.getTime() + 1)];
  if (typeof value === 'string') return [`${value}x`];
  if (typeof value === 'bigint') return [value + 1n];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return [value.slice(1), ...value.flatMap((item, index) => changed(item).map((other) => value.with(index, other)))];
  return Object.entries(value as object).flatMap(([name, member]) =>
    // The kind is not changed, because an object of a different kind has different members.
    name === 'kind' ? [] : changedMember(name, member).map((other) => ({ ...(value as object), [name]: other })),
  );
};

/** Null is replaced by an instant if the name ends with `At`, by an object for `part`, and by a text otherwise. */
const changedMember = (name: string, member: unknown): readonly unknown[] => {
  if (member === null && name.endsWith('At')) return [new Date(0)];
  return member === null && name === 'part' ? [{ kind: 'amount', amount: '1' }] : changed(member);
};

/** The name of the member in which the changed copy differs from the whole object. */
const changedIn = (whole: unknown, other: unknown): string =>
  typeof whole === 'object'
    ? Object.keys(whole as object)
        .filter((name) => whole?.[name as never] !== other?.[name as never])
        .join()
    : 'it';

const unproven =
  'may change without the hash. A member that is to be proven gets a new format (docs/make/recipes.md, "Change what is hashed"); ' +
  'one that is not is named in leftOut here, with the reason.';

/** The members that are not hashed: totals that follow from the entries, names that may change, and the idempotency key. */
const leftOut: Readonly<Partial<Record<keyof typeof things, readonly string[]>>> = {
  transaction: ['totalAmount'],
  hold: ['totalAmount'],
  settlement: ['totalAmount'],
  keyedTransaction: ['totalAmount'],
  keyedHold: ['totalAmount'],
  accountSetMember: ['code', 'name'],
  postWithEntries: ['idempotencyKey'],
  postByCode: ['idempotencyKey'],
  postHold: ['idempotencyKey'],
  reverse: ['idempotencyKey'],
  reverseEntries: ['idempotencyKey'],
  reverseAmount: ['idempotencyKey'],
  settle: ['idempotencyKey'],
  settleEntries: ['idempotencyKey'],
  release: ['idempotencyKey'],
  releaseAmount: ['idempotencyKey'],
  releaseOfDay: ['idempotencyKey'],
  reverseOwn: ['idempotencyKey'],
  reverseNone: ['idempotencyKey'],
  settleNone: ['idempotencyKey'],
  settleExcess: ['idempotencyKey'],
  releaseOwn: ['idempotencyKey'],
  releaseNone: ['idempotencyKey'],
  amend: ['idempotencyKey'],
  amendNothing: ['idempotencyKey'],
  annotate: ['idempotencyKey'],
  close: ['idempotencyKey'],
  extend: ['idempotencyKey'],
  extendAmount: ['idempotencyKey'],
  extendForEver: ['idempotencyKey'],
  extendOfDay: ['idempotencyKey'],
  convert: ['idempotencyKey'],
  // The log that contains the code belongs to one ledger, so the hash of the code does not contain the ledger's id.
  transactionCode: ['ledgerId'],
  optionalCode: ['ledgerId'],
};

test.each(Object.keys(things) as (keyof typeof things)[])('a changed member of %s changes the hash', (thing) => {
  const whole = things[thing];
  const known = formatsFor(thing);
  const seen = new Set([known.hashOf(whole).toString('hex')]);
  const members = typeof whole === 'object' ? Object.keys(whole) : [];
  const others =
    typeof whole === 'object'
      ? members
          .filter((name) => !leftOut[thing]?.includes(name))
          .flatMap((name) =>
            changedMember(name, whole[name as never]).map((other) => ({ ...(whole as object), [name]: other })),
          )
      : changed(whole);
  expect(others.length).toBeGreaterThanOrEqual(Math.max(1, members.length - (leftOut[thing]?.length ?? 0)));
  for (const other of others) {
    const hash = known.hashOf(other).toString('hex');
    if (seen.has(hash)) throw new Error(`${thing}: ${changedIn(whole, other)} ${unproven}`);
    seen.add(hash);
  }
  for (const name of leftOut[thing] ?? []) {
    const other = { ...(whole as object), [name]: changed(whole[name as never])[0] };
    expect(known.hashOf(other)).toEqual(known.hashOf(whole));
  }
});
