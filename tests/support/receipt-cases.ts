/**
 * The table of receipts that each client judges (clients/receipt-cases.json), created by the service: valid receipts with the facts that
 * they prove, and invalid ones. Invalid receipts have a valid signature unless the case is about the signature.
 */
import { keptHash } from '../../src/kernel/formats';
import type { LedgerId } from '../../src/kernel/ids';
import { eventV1, transactionV1 } from '../../src/modules/ledgering/domain/formats/version-1';
import { transactionV2 } from '../../src/modules/ledgering/domain/formats/version-2';
import type { Draft } from '../../src/modules/ledgering/domain/transaction';
import { checkpointText, originOf } from '../../src/modules/proof/domain/checkpoint';
import { hashOfLeaf, leafOf } from '../../src/modules/proof/domain/leaf';
import { extend, inclusionOf, rootOf, tilesByKey } from '../../src/modules/proof/domain/merkle';
import { readSigningKey, signingKeyOf, type SigningKey } from '../../src/modules/proof/domain/signed-note';
import { at, id } from '../formats/members';
import { things } from '../formats/things';
import { instant, recordOf } from './receipt-record';

export interface Receipt {
  readonly record: string;
  readonly record_hash: string;
  readonly event: string;
  readonly leaf: { readonly version: number; readonly sequence: number; readonly event_hash: string };
  readonly tree_size: number;
  readonly inclusion: readonly string[];
  readonly checkpoint: string;
}

const names = ['current', 'former', 'namesake', 'witness'] as const;
type KeyName = (typeof names)[number];

export interface ReceiptCase {
  readonly name: string;
  readonly receipt: Receipt;
  readonly keys: readonly KeyName[];
  /** A valid case has the facts that its receipt proves; an invalid one has a part of the error. Amounts are strings. */
  readonly proves?: object;
  readonly fails?: string;
}

export interface ReceiptTable {
  readonly about: string;
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly cases: readonly ReceiptCase[];
}

const keyNamed = (name: string, fill: number): SigningKey =>
  readSigningKey(signingKeyOf(name, Buffer.alloc(32, fill))) as SigningKey;
const keys: Readonly<Record<KeyName, SigningKey>> = {
  current: keyNamed('ledger.example', 1),
  former: keyNamed('ledger.example', 2),
  namesake: keyNamed('ledger.example', 3),
  witness: keyNamed('witness.example', 4),
};

const ledgerId = id(100) as LedgerId;
const transaction: Draft = {
  ...things.transaction,
  description: 'Tea — “green”, \n 茶 🍵; 3:x',
  undoesTransactionId: null,
};

interface Told {
  readonly draft?: Draft;
  /** If present, the record has format 2 with this fingerprint. */
  readonly fingerprint?: Buffer | null;
  readonly record?: string;
  readonly type?: string;
  readonly reason?: string | null;
  readonly sequence?: number;
  readonly size?: number;
  readonly by?: readonly KeyName[];
  readonly event?: Partial<Parameters<typeof eventV1>[0]['event']>;
  readonly written?: (event: string) => string;
  readonly note?: (text: string) => string;
}

const receiptOf = ({ draft = transaction, sequence = 123, size = 300, by = ['current'], ...told }: Told): Receipt => {
  const { fingerprint } = told;
  const text1 = fingerprint === undefined ? transactionV1(draft) : transactionV2({ draft, fingerprint });
  const record = told.record ?? text1;
  const recordHash = keptHash(fingerprint === undefined ? 1 : 2, record);
  const { written = (text: string) => text, note = (text: string) => text } = told;
  const event = written(
    eventV1({
      before: keptHash(1, 'before'),
      sequence: BigInt(sequence),
      event: {
        type: (told.type ?? 'transaction_posted') as 'transaction_posted',
        transactionId: draft.id,
        accountId: null,
        actor: 'poster',
        reason: told.reason ?? null,
        occurredAt: at(20),
        contentHash: recordHash,
        ...told.event,
      },
    }),
  );
  const leaf = leafOf(sequence, keptHash(1, event));
  const leaves = Array.from({ length: size }, (_, index) =>
    hashOfLeaf(index === sequence - 1 ? leaf : leafOf(index + 1, keptHash(1, `another event ${index + 1}`))),
  );
  const tiles = tilesByKey(extend(0, new Map(), Buffer.concat(leaves)));
  const text = note(
    checkpointText({
      origin: originOf('ledger.example', { of: 'ledger', id: ledgerId }),
      size,
      root: rootOf(size, tiles),
      at: at(30),
    }),
  );
  const signatures = by.map((name) => keys[name].signed(text).slice(text.length + 1));
  return {
    record,
    record_hash: recordHash.toString('hex'),
    event,
    leaf,
    tree_size: size,
    inclusion: inclusionOf(sequence - 1, size, tiles).map((hash) => hash.toString('hex')),
    checkpoint: `${text}\n${signatures.join('')}`,
  };
};

const holding = (name: string, told: Told = {}, trusted: readonly KeyName[] = ['current']): ReceiptCase => {
  const { draft = transaction, sequence = 123, size = 300, by = ['current'], type = 'transaction_posted' } = told;
  return {
    ...{ name, receipt: receiptOf(told), keys: trusted },
    proves: {
      ledger_id: ledgerId,
      transaction_id: draft.id,
      outcome: type.replace('transaction_', ''),
      reason: told.reason ?? null,
      decided_by: 'poster',
      decided_at: instant(at(20)),
      sequence,
      tree_size: size,
      signed_at: told.note ? null : instant(at(30)),
      signed_by: by.filter((key) => trusted.includes(key)).map((key) => keys[key].verifierKey),
      record: recordOf(draft, told.fingerprint ?? null),
    },
  };
};

const good = receiptOf({});
const other = receiptOf({ draft: { ...transaction, id: id(99) } });
const failing = (
  name: string,
  fails: string,
  receipt: object = good,
  trusted: readonly KeyName[] = ['current'],
): ReceiptCase => ({ ...{ name, receipt: receipt as Receipt, keys: trusted }, fails });

const withLeaf = (changes: object): object => ({ ...good, leaf: { ...good.leaf, ...changes } });
const without = (member: keyof Receipt): object =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== member));
const [firstHash = '', ...otherHashes] = good.inclusion;

const cases: readonly ReceiptCase[] = [
  holding('a transaction'),
  holding('the same, in the tree that has its void too', { size: 301 }),
  holding('the same, in a tree of many tiles', { size: 70_000 }),
  holding('the first event, alone in its tree', { sequence: 1, size: 1 }),
  holding('the last event of a tree', { sequence: 256, size: 256 }),
  holding('a transaction that failed', { type: 'transaction_failed', reason: 'LIMIT: 5 < 6' }),
  holding('a hold that ends', { draft: things.hold }),
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
  holding('a receipt of before the key was rotated', { by: ['former'] }, ['current', 'former']),
  holding('one that a witness has signed too', { by: ['current', 'witness'] }),
  holding('the same for who trusts the witness as well', { by: ['current', 'witness'] }, ['current', 'witness']),
  holding('a checkpoint that does not say when', { note: (text) => text.replace(/at .*\n/, '') }),
  failing('no key is trusted', 'has signed the checkpoint', good, []),
  failing('signed by a key that is not trusted', 'has signed the checkpoint', receiptOf({ by: ['former'] })),
  failing('signed by a key of the same name', 'has signed the checkpoint', receiptOf({ by: ['namesake'] })),
  failing('signed by the former key alone, for who took it out', 'has signed', receiptOf({ by: ['former'] })),
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
    'a size that is no number',
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
  failing('the whole other transaction in the same place', 'not in the tree', {
    ...other,
    inclusion: good.inclusion,
    checkpoint: good.checkpoint,
  }),
  failing('another place in the log', 'another place', withLeaf({ sequence: 124 })),
  failing('a place behind the tree', 'smaller than the place', withLeaf({ sequence: 301 })),
  failing('the place 0', 'a form that is not known', withLeaf({ sequence: 0 })),
  failing('a place that is text', '', withLeaf({ sequence: '123' })),
  failing('a leaf of a later form', 'a form that is not known', withLeaf({ version: 2 })),
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
    'an event of a later form',
    'a form that is not known',
    receiptOf({ written: (text) => text.replace('1:1;', '1:2;') }),
  ),
  failing(
    'an event about another transaction',
    'about another transaction',
    receiptOf({ event: { transactionId: id(98) } }),
  ),
  failing(
    'a record of a later form',
    'a form that is not known',
    receiptOf({ record: transactionV1(transaction).replace('1:1;', '1:2;') }),
  ),
  failing(
    'a record of format 1 that says format 2',
    'a form that is not known',
    receiptOf({ record: transactionV1(transaction), fingerprint: null }),
  ),
  failing(
    'a record of format 1 with a fingerprint',
    'a form that is not known|has members',
    receiptOf({ record: `${transactionV1(transaction)}11:fingerprint;2:05;` }),
  ),
  failing(
    'a member that says another length',
    '',
    receiptOf({ record: transactionV1(transaction).replace('1:1;', '2:1;') }),
  ),
];

export const receiptTable = (): ReceiptTable => ({
  about:
    'Receipts that each program judges: both clients (tests/unit/proof/receipt-cases.test.ts, clients/python/tests/test_receipts.py) and verify-receipt.mjs. Made from tests/support/receipt-cases.ts, which uses what the service uses.',
  keys: Object.fromEntries(names.map((name) => [name, keys[name].verifierKey])) as Record<KeyName, string>,
  cases,
});
