/**
 * The table of receipts that each client judges (clients/receipt-cases.json), created by the service: valid receipts with the facts that
 * they prove, and invalid ones. Invalid receipts have a valid signature unless the case is about the signature.
 */
import { transactionV1 } from '../../src/modules/ledgering/domain/formats/version-1';
import type { Draft } from '../../src/modules/ledgering/domain/transaction';
import { id } from '../formats/members';
import { things } from '../formats/things';
import {
  cosignerNames,
  cosigners,
  damaged,
  failing,
  good,
  holding,
  keys,
  names,
  other,
  plainLine,
  receiptOf,
  seconds,
  transaction,
  uncosigned,
  type CosignerName,
  type KeyName,
  type Receipt,
  type ReceiptCase,
} from './told-receipts';
import { cosignerNamed } from './witness';

export type { Receipt } from './told-receipts';

export interface ReceiptTable {
  readonly about: string;
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly witnesses: Readonly<Record<CosignerName, string>>;
  readonly cases: readonly ReceiptCase[];
}

const withLeaf = (changes: object): object => ({ ...good, leaf: { ...good.leaf, ...changes } });
const without = (member: keyof Receipt): object =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== member));
const [firstHash = '', ...otherHashes] = good.inclusion;

const cases: readonly ReceiptCase[] = [
  holding('a transaction'),
  holding('the same, in a tree that also contains its void', { size: 301 }),
  holding('the same, in a tree of many tiles', { size: 70_000 }),
  holding('the first event, alone in its tree', { sequence: 1, size: 1 }),
  holding('the last event of a tree', { sequence: 256, size: 256 }),
  holding('a transaction that failed', { type: 'transaction_failed', reason: 'LIMIT: 5 < 6' }),
  holding('a hold that expires', { draft: things.hold }),
  holding('a settlement', { draft: things.settlement }),
  holding('a reversal', { draft: things.transaction }),
  holding('a transaction with few members', {
    draft: {
      ...transaction,
      ...{ description: null, reference: null, correlationId: null, correlationType: null, correlationSourceId: null },
      ...{ metadata: null, attributes: {}, transactionCode: null, transactionCodeVersion: null, batchId: null },
      ...{ stringOperationId: null, idempotencyKey: null },
    } as unknown as Draft,
  }),
  holding('a record of format 2, with the fingerprint of its key', { fingerprint: Buffer.alloc(33, 5) }),
  holding('a settlement of format 2, with the fingerprint', {
    ...{ draft: things.settlement, fingerprint: Buffer.alloc(33, 6) },
  }),
  holding('a record of format 2 without a key', {
    ...{ draft: { ...transaction, idempotencyKey: null }, fingerprint: null },
  }),
  holding('a receipt from before the key was rotated', { by: ['former'] }, ['current', 'former']),
  holding('a receipt that a witness has signed too', { by: ['current', 'witness'] }),
  holding('the same, with trust in the witness as well', { by: ['current', 'witness'] }, ['current', 'witness']),
  holding('a checkpoint without a time', { note: (text) => text.replace(/at .*\n/, '') }),
  failing('no key is trusted', 'has signed the checkpoint', good, []),
  failing('signed by a key that is not trusted', 'has signed the checkpoint', receiptOf({ by: ['former'] })),
  failing('signed by a key of the same name', 'has signed the checkpoint', receiptOf({ by: ['namesake'] })),
  failing('signed only by the former key, which is no longer trusted', 'has signed', receiptOf({ by: ['former'] })),
  failing(
    'one of two signatures is wrong',
    'is wrong',
    {
      ...good,
      checkpoint: receiptOf({ by: ['current', 'witness'] }).checkpoint.replace(
        /(?<=witness\.example )\S+/,
        (text) => `${text.slice(0, 20)}${text[20] === 'A' ? 'B' : 'A'}${text.slice(21)}`,
      ),
    },
    ['current', 'witness'],
  ),
  holding('a receipt that a witness has co-signed, without requiring the witness', { cosignedBy: ['north'] }),
  holding('the same, with the witness required', { cosignedBy: ['north'] }, ['current'], ['north']),
  holding(
    'a receipt that two witnesses have co-signed',
    { cosignedBy: ['south', 'north'] },
    ['current'],
    ['north', 'south'],
  ),
  holding(
    'a witness among sixteen signatures',
    {
      ...{ cosignedBy: ['north'] },
      lines: (text) => Array.from({ length: 14 }, (_, n) => cosignerNamed(`w${n}.example`, 10 + n).line(text, seconds)),
    },
    ['current'],
    ['north'],
  ),
  ...uncosigned(
    ['no witness has co-signed', 'north.example/witness has not co-signed', {}],
    ['only a witness of the same name has co-signed', 'has not co-signed', { cosignedBy: ['namesake of north'] }],
    ['a plain signature of the same name', 'has not co-signed', { lines: (text) => [plainLine(text)] }],
    ['the cosignature of another note', 'is wrong', { lines: (text) => [cosigners.north.line(`${text}x\n`, seconds)] }],
    [
      'a cosignature with another time',
      'is wrong',
      { lines: damaged((bytes) => bytes.fill((bytes[11] ?? 0) ^ 1, 11, 12)) },
    ],
    ['a cosignature without its end', 'another length', { lines: damaged((bytes) => bytes.subarray(0, 75)) }],
    [
      'a time beyond the calendar',
      'time of a cosignature',
      { lines: (text) => [cosigners.north.line(text, 2n ** 62n)] },
    ],
    [
      'a witness has co-signed, and the service has not signed',
      'has signed the checkpoint',
      { by: [], cosignedBy: ['north'] },
    ],
  ),
  {
    ...failing(
      'one of two witnesses has not co-signed',
      'south.example/witness has not',
      receiptOf({ cosignedBy: ['north'] }),
    ),
    witnesses: ['north', 'south'],
  },
  failing('no signature', '', { ...good, checkpoint: good.checkpoint.replace(/\n— .*\n$/, '\n') }),
  failing('no empty line before the signatures', 'no signed note', {
    ...good,
    checkpoint: good.checkpoint.replace('\n\n', '\n'),
  }),
  failing('the checkpoint of another size', 'another size', {
    ...good,
    checkpoint: receiptOf({ size: 301 }).checkpoint,
  }),
  failing('the checkpoint of another log', 'not in the tree', { ...good, checkpoint: other.checkpoint }),
  failing(
    'a size that is not a number',
    'the size of the checkpoint',
    receiptOf({ note: (text) => text.replace('\n300\n', '\n0300\n') }),
  ),
  failing('another record', 'is not what was hashed', { ...good, record: other.record }),
  failing('another record with its hash', 'about another record', {
    ...good,
    record: other.record,
    record_hash: other.record_hash,
  }),
  failing('another event', 'is not what was hashed', { ...good, event: other.event }),
  failing('another event with its hash', 'about another record', {
    ...good,
    event: other.event,
    leaf: other.leaf,
  }),
  failing('another transaction in the same place', 'not in the tree', {
    ...other,
    inclusion: good.inclusion,
    checkpoint: good.checkpoint,
  }),
  failing('another place in the log', 'another place', withLeaf({ sequence: 124 })),
  failing('a place after the end of the tree', 'smaller than the place', withLeaf({ sequence: 301 })),
  failing('the place 0', 'a form that is not known', withLeaf({ sequence: 0 })),
  failing('a place that is text', '', withLeaf({ sequence: '123' })),
  failing('a leaf of a later format', 'a form that is not known', withLeaf({ version: 2 })),
  failing('a leaf with one more member', '', withLeaf({ more: 1 })),
  failing('one more member', '', { ...good, more: 1 }),
  failing('a member is missing', '', without('inclusion')),
  failing('a member that is null', '', { ...good, checkpoint: null }),
  failing('a proof that is too short', 'too short', { ...good, inclusion: otherHashes }),
  failing('a proof that is too long', 'too long', { ...good, inclusion: [firstHash, ...good.inclusion] }),
  failing('a proof in another order', 'not in the tree', { ...good, inclusion: [...good.inclusion].reverse() }),
  failing('a hash in capitals', 'not a hash', { ...good, inclusion: [firstHash.toUpperCase(), ...otherHashes] }),
  failing('an event that decides nothing', 'transaction_voided', receiptOf({ type: 'transaction_voided' })),
  failing(
    'an event of a later format',
    'a form that is not known',
    receiptOf({ written: (text) => text.replace('1:1;', '1:2;') }),
  ),
  failing(
    'an event about another transaction',
    'about another transaction',
    receiptOf({ event: { transactionId: id(98) } }),
  ),
  failing(
    'a record of a later format',
    'a form that is not known',
    receiptOf({ record: transactionV1(transaction).replace('1:1;', '1:2;') }),
  ),
  failing(
    'a record of format 1 that claims format 2',
    'a form that is not known',
    receiptOf({ record: transactionV1(transaction), fingerprint: null }),
  ),
  failing(
    'a record of format 1 with a fingerprint',
    'a form that is not known|has members',
    receiptOf({ record: `${transactionV1(transaction)}11:fingerprint;2:05;` }),
  ),
  failing(
    'a member with a wrong length',
    '',
    receiptOf({ record: transactionV1(transaction).replace('1:1;', '2:1;') }),
  ),
];

export const receiptTable = (): ReceiptTable => ({
  about:
    'Receipts that each program judges: both clients (tests/unit/proof/receipt-cases.test.ts, clients/python/tests/test_receipts.py) and verify-receipt.mjs. Made from tests/support/receipt-cases.ts, which uses what the service uses.',
  keys: Object.fromEntries(names.map((name) => [name, keys[name].verifierKey])) as Record<KeyName, string>,
  witnesses: Object.fromEntries(cosignerNames.map((name) => [name, cosigners[name].key])) as Record<
    CosignerName,
    string
  >,
  cases,
});
