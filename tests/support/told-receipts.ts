/** Creates the receipts of the table in receipt-cases with the code of the service. */
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
import { cosignerNamed, type Cosigner } from './witness';

export interface Receipt {
  readonly record: string;
  readonly record_hash: string;
  readonly event: string;
  readonly leaf: { readonly version: number; readonly sequence: number; readonly event_hash: string };
  readonly tree_size: number;
  readonly inclusion: readonly string[];
  readonly checkpoint: string;
}

export const names = ['current', 'former', 'namesake', 'witness'] as const;
export type KeyName = (typeof names)[number];

export const cosignerNames = ['north', 'south', 'namesake of north'] as const;
export type CosignerName = (typeof cosignerNames)[number];

export interface ReceiptCase {
  readonly name: string;
  readonly receipt: Receipt;
  readonly keys: readonly KeyName[];
  /** The witnesses that must have co-signed. */
  readonly witnesses?: readonly CosignerName[];
  /** `proves`: the facts that a valid receipt proves, with amounts as strings. `fails`: a part of the error of an invalid receipt. */
  readonly proves?: object;
  readonly fails?: string;
}

const keyNamed = (name: string, fill: number): SigningKey =>
  readSigningKey(signingKeyOf(name, Buffer.alloc(32, fill))) as SigningKey;
export const keys: Readonly<Record<KeyName, SigningKey>> = {
  current: keyNamed('ledger.example', 1),
  former: keyNamed('ledger.example', 2),
  namesake: keyNamed('ledger.example', 3),
  witness: keyNamed('witness.example', 4),
};

export const cosigners: Readonly<Record<CosignerName, Cosigner>> = {
  north: cosignerNamed('north.example/witness', 5),
  south: cosignerNamed('south.example/witness', 6),
  'namesake of north': cosignerNamed('north.example/witness', 7),
};
const cosignedAt = at(40);
export const seconds = BigInt(Math.floor(cosignedAt.getTime() / 1_000));

const ledgerId = id(100) as LedgerId;
export const transaction: Draft = {
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
  readonly cosignedBy?: readonly CosignerName[];
  /** The signature lines after those of the service. */
  readonly lines?: (text: string) => readonly string[];
  readonly event?: Partial<Parameters<typeof eventV1>[0]['event']>;
  readonly written?: (event: string) => string;
  readonly note?: (text: string) => string;
}

export const receiptOf = ({
  draft = transaction,
  sequence = 123,
  size = 300,
  by = ['current'],
  ...told
}: Told): Receipt => {
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
  const { cosignedBy = [], lines = () => [] } = told;
  const signatures = [
    ...by.map((name) => keys[name].signed(text).slice(text.length + 1)),
    ...cosignedBy.map((name) => cosigners[name].line(text, seconds)),
    ...lines(text),
  ];
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

export const holding = (
  name: string,
  told: Told = {},
  trusted: readonly KeyName[] = ['current'],
  witnesses: readonly CosignerName[] = [],
): ReceiptCase => {
  const { draft = transaction, sequence = 123, size = 300, by = ['current'], type = 'transaction_posted' } = told;
  return {
    ...{ name, receipt: receiptOf(told), keys: trusted },
    ...(witnesses.length > 0 && { witnesses }),
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
      cosigned_by: (told.cosignedBy ?? [])
        .filter((name) => witnesses.includes(name))
        .map((name) => ({ witness: cosigners[name].key, at: instant(new Date(Number(seconds) * 1_000)) })),
      record: recordOf(draft, told.fingerprint ?? null),
    },
  };
};

export const good = receiptOf({});
export const other = receiptOf({ draft: { ...transaction, id: id(99) } });
export const failing = (
  name: string,
  fails: string,
  receipt: object = good,
  trusted: readonly KeyName[] = ['current'],
): ReceiptCase => ({ ...{ name, receipt: receipt as Receipt, keys: trusted }, fails });

/** Receipts whose checkpoint the witness "north" must have co-signed. */
export const uncosigned = (
  ...rows: readonly (readonly [name: string, fails: string, told: Told])[]
): readonly ReceiptCase[] =>
  rows.map(([name, fails, told]) => ({ ...failing(name, fails, receiptOf(told)), witnesses: ['north'] }));
export const plainLine = (text: string): string =>
  keyNamed('north.example/witness', 5)
    .signed(text)
    .slice(text.length + 1);
/** A cosignature of "north" whose bytes were changed. */
export const damaged =
  (change: (bytes: Buffer) => Uint8Array) =>
  (text: string): readonly string[] => {
    const [dash, name, signature = ''] = cosigners.north.line(text, seconds).split(' ');
    return [`${dash} ${name} ${Buffer.from(change(Buffer.from(signature, 'base64'))).toString('base64')}\n`];
  };
