/**
 * Verifies receipts with the platform's Web Crypto. The verification sends no request, and trusts only the keys that you stored.
 * docs/use/proof.md describes the formats.
 */
import type { Checkpoint, Receipt } from './generated/models.ts';
import { areOfKinds, provenRecord, textMembers, type ProvenRecord } from './proven-record.ts';
import { fromBase64 } from './secret.ts';
import {
  encode,
  fail,
  hexOf,
  openNote,
  sha256,
  verifiersOf,
  type Bytes,
  type ProvenCosignature,
  type Requirements,
  type Verifier,
} from './signed-note.ts';

/** The transaction that a receipt proves: it was posted, or failed, before the ledger signed the checkpoint. */
export interface ProvenTransaction {
  readonly ledger_id: string;
  readonly transaction_id: string;
  readonly outcome: 'posted' | 'failed';
  /** The reason for the failure; null for a posted transaction. */
  readonly reason: string | null;
  readonly decided_by: string;
  readonly decided_at: string;
  /** The sequence of the event in the ledger's log. */
  readonly sequence: number;
  /** The number of events in the signed tree. */
  readonly tree_size: number;
  /** The time of the signature by the service's clock, which the signature does not prove. Null if the checkpoint has no time. */
  readonly signed_at: string | null;
  /** Those of your trusted verifier keys that signed the checkpoint. */
  readonly signed_by: readonly string[];
  /** The cosignatures of the witnesses that you require, in the order in which the signed note contains them. */
  readonly cosigned_by: readonly ProvenCosignature[];
  /** The transaction as the ledger accepted it. */
  readonly record: ProvenRecord;
}

/**
 * Returns the transaction that a receipt proves. `keys` are the verifier keys that you trust, stored earlier from
 * `/.well-known/ledger-keys`: a text with one key per line, or a list. Throws `ReceiptVerificationError` if the receipt is invalid, and a
 * `TypeError` if a key is invalid. If one of `witnesses` has not co-signed the checkpoint, the call also throws `ReceiptVerificationError`.
 */
export const verifyReceipt = async (
  receipt: Receipt,
  keys: string | readonly string[],
  { witnesses = [] }: Requirements = {},
): Promise<ProvenTransaction> => {
  const verifiers = await verifiersOf(keys, witnesses);
  if (!isReceipt(receipt)) fail('It is no receipt: a member is missing, is of another type, or is not known.');
  const { record, record_hash: recordHash, event, leaf, tree_size: size, inclusion, checkpoint } = receipt;
  const { sequence, event_hash: eventHash } = leaf;
  if (leaf.version !== 1 || sequence < 1) fail('The leaf is of a form that is not known.');
  if (size < sequence) fail('The tree is smaller than the place of the event.');
  const recordFormat = recordHash.startsWith('02') ? 2 : 1;
  if ((await keptHash(record, recordFormat)) !== recordHash) fail('The record is not what was hashed.');
  if ((await keptHash(event, 1)) !== eventHash) fail('The event is not what was hashed.');
  const members = membersOf(event);
  const [kind, format, , place, type, transactionId, , actor, reason, at, content] = members;
  if (kind !== 'event' || format !== '1' || !areOfKinds(members, eventKinds))
    fail('The event is of a form that is not known.');
  if (place !== String(sequence)) fail('The event has another place in the log.');
  if (content !== recordHash) fail('The event is about another record.');
  if (type !== 'transaction_posted' && type !== 'transaction_failed') fail(`The event is ${type}.`);
  const decided =
    provenRecord(membersOf(record), String(recordFormat)) ?? fail('The record is of a form that is not known.');
  if (decided.id !== transactionId) fail('The event is about another transaction.');
  const path = inclusion.map((hash) => bytesOfHex(hash) ?? fail(`Not a hash: ${hash}`));
  const signed = await openCheckpoint(checkpoint, verifiers);
  if (signed.log.includes('/')) fail('The checkpoint is not of the log of a ledger.');
  if (signed.size !== size) fail('The checkpoint is of a tree of another size.');
  const data = `{"event_hash":"${eventHash}","sequence":${sequence},"version":1}`;
  const root = await rootThrough(await sha256(leafPrefix, encode(data)), sequence - 1, size, path);
  if (hexOf(root) !== hexOf(signed.root)) fail('The event is not in the tree that was signed.');
  return {
    ledger_id: signed.ledgerId,
    transaction_id: decided.id,
    outcome: type === 'transaction_posted' ? 'posted' : 'failed',
    reason: reason ?? null,
    decided_by: actor ?? '',
    decided_at: at ?? '',
    sequence,
    tree_size: size,
    signed_at: signed.at,
    signed_by: signed.by,
    cosigned_by: signed.cosignatures,
    record: decided,
  };
};

/** The result of a comparison of two checkpoints of one log: between them events were only added. */
export interface ProvenGrowth {
  readonly ledger_id: string;
  readonly former_size: number;
  readonly tree_size: number;
  /** The time of the later signature by the service's clock; null if the checkpoint has no time. */
  readonly signed_at: string | null;
}

/**
 * Proves that every event covered by `former` is unchanged in `latest`: between the two checkpoints events were only added. `former` is the
 * signed note that you stored. `latest` is the answer of `proof.checkpoint({ from })`, called with the `tree_size` of `former`. Throws like
 * `verifyReceipt`. `witnesses` must have co-signed the later note.
 */
export const verifyConsistency = async (
  former: string,
  latest: Pick<Checkpoint, 'note' | 'consistency'>,
  keys: string | readonly string[],
  { witnesses = [] }: Requirements = {},
): Promise<ProvenGrowth> => {
  const before = await openCheckpoint(former, await verifiersOf(keys, []));
  const after = await openCheckpoint(latest.note, await verifiersOf(keys, witnesses));
  if (before.origin !== after.origin) fail('The checkpoints are of two logs.');
  if (before.size > after.size) fail('The later log has fewer events: its end was cut off.');
  const path = latest.consistency.map((hash) => bytesOfHex(hash) ?? fail(`Not a hash: ${hash}`));
  const [formerRoot, root] = await rootsThrough(before.root, before.size, after.size, path);
  if (hexOf(formerRoot) !== hexOf(before.root) || hexOf(root) !== hexOf(after.root))
    fail('The later log does not begin with the events of the former.');
  return { ledger_id: after.ledgerId, former_size: before.size, tree_size: after.size, signed_at: after.at };
};

/** The members of an event (`areOfKinds`). */
const eventKinds = 'tttttt?t?it';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

const bytesOfHex = (text: string): Bytes | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)) : undefined;

/**
 * Returns the hash in its stored form: two digits of the format's number, such as 01, and the SHA-256 of the text. A text with half of a
 * surrogate pair has no hash, because it has no bytes.
 */
const keptHash = async (text: string, format: 1 | 2): Promise<string | undefined> =>
  /\p{Cs}/u.test(text) ? undefined : `0${format}${hexOf(await sha256(encode(text)))}`;

const membersOf = (text: string): readonly (string | null)[] =>
  textMembers(text) ?? fail('A member has a different length than it says.');

const hasExactly = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).sort().join() === [...names].sort().join();

const isReceipt = (receipt: Receipt): boolean =>
  hasExactly(receipt, ['record', 'record_hash', 'event', 'leaf', 'tree_size', 'inclusion', 'checkpoint']) &&
  hasExactly(receipt.leaf, ['version', 'sequence', 'event_hash']) &&
  Array.isArray(receipt.inclusion) &&
  [
    ...[receipt.record, receipt.record_hash, receipt.event, receipt.checkpoint, receipt.leaf.event_hash],
    ...receipt.inclusion,
  ].every((text) => typeof text === 'string') &&
  [receipt.leaf.version, receipt.leaf.sequence, receipt.tree_size].every(Number.isSafeInteger);

interface OpenedCheckpoint {
  readonly origin: string;
  /** The origin after the key's name: the id of the ledger, or `tenants/` and the id of the tenant. */
  readonly log: string;
  readonly ledgerId: string;
  readonly size: number;
  readonly root: Bytes;
  readonly at: string | null;
  readonly by: readonly string[];
  readonly cosignatures: readonly ProvenCosignature[];
}

/** Verifies a checkpoint and reads its lines (C2SP tlog-checkpoint). */
const openCheckpoint = async (note: string, verifiers: readonly Verifier[]): Promise<OpenedCheckpoint> => {
  const { text, by, cosignatures } = await openNote(note, verifiers);
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  if (!/^[1-9]\d*$/.test(size) || !Number.isSafeInteger(Number(size))) fail(`The size of the checkpoint is ${size}.`);
  const names = by.map((key) => `${key.slice(0, key.indexOf('+'))}/`);
  const log = names.flatMap((name) => (origin.startsWith(name) ? origin.slice(name.length) : [])).find(isLog);
  if (log === undefined)
    fail(`The origin must be the name of a key that signed, a slash, and the name of a log, but it is ${origin}.`);
  const rootBytes = fromBase64(root);
  if (rootBytes?.length !== 32) fail(`Not a root: ${root}`);
  const at = rest.find((line) => line.startsWith('at '))?.slice(3) ?? null;
  if (at !== null && !areOfKinds([at], 'i')) fail(`The time of the checkpoint is ${at}.`);
  return {
    ...{ origin, log: log as string, at, by, cosignatures },
    ledgerId: origin.slice(origin.lastIndexOf('/') + 1),
    size: Number(size),
    root: rootBytes as Bytes,
  };
};

const isLog = (text: string): boolean => /^(tenants\/)?[0-9a-f-]{36}$/.test(text);

/** Computes the root from a leaf and its audit path (RFC 6962, 2.1.1). */
const rootThrough = async (leaf: Bytes, index: number, size: number, path: readonly Bytes[]): Promise<Bytes> => {
  const rest = [...path];
  const up = async (start: number, end: number): Promise<Bytes> => {
    if (end - start === 1) return leaf;
    let split = 1;
    while (split * 2 < end - start) split *= 2;
    const sibling = rest.pop() ?? fail('The inclusion proof is too short.');
    const isLeft = index < start + split;
    const own = isLeft ? await up(start, start + split) : await up(start + split, end);
    return isLeft ? sha256(nodePrefix, own, sibling) : sha256(nodePrefix, sibling, own);
  };
  const root = await up(0, size);
  return rest.length === 0 ? root : fail('The inclusion proof is too long.');
};

/**
 * Computes the roots of the former and the later tree from a consistency proof (RFC 6962, 2.1.2). If the former tree is a complete subtree
 * of the later one, the proof does not contain its root, and `formerRoot` is used.
 */
const rootsThrough = async (
  formerRoot: Bytes,
  former: number,
  size: number,
  path: readonly Bytes[],
): Promise<readonly [Bytes, Bytes]> => {
  const rest = [...path];
  const next = (): Bytes => rest.pop() ?? fail('The consistency proof is too short.');
  const up = async (start: number, end: number, isFormerRoot: boolean): Promise<readonly [Bytes, Bytes]> => {
    if (end === former) {
      const own = isFormerRoot ? formerRoot : next();
      return [own, own];
    }
    let split = 1;
    while (split * 2 < end - start) split *= 2;
    const sibling = next();
    if (former <= start + split) {
      const [own, later] = await up(start, start + split, isFormerRoot);
      return [own, await sha256(nodePrefix, later, sibling)];
    }
    const [own, later] = await up(start + split, end, false);
    return [await sha256(nodePrefix, sibling, own), await sha256(nodePrefix, sibling, later)];
  };
  const roots = await up(0, size, true);
  return rest.length === 0 ? roots : fail('The consistency proof is too long.');
};
