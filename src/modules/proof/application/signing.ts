/**
 * Builds the Merkle tree over each log, outside of the transactions that post, and signs a checkpoint when the tree has grown. The loop and
 * the requests for receipts use the same step, `advance`. It reads the hashes of up to 4,096 events after the end of the tree. Then one
 * transaction, under the lock of the tree, writes the changed tiles and the new size. If no events are left, the same transaction signs the
 * root, appends the note to the file of checkpoints, and stores the checkpoint. The step reads the size before it locks the tree; if
 * another process has changed the size meanwhile, the step begins again. So each event is added once, however many processes run. A process
 * that dies loses only its transaction, and the next step computes the same root. If the process dies after writing the file and before the
 * commit, the file has a note that the database lacks; the next note of that size has the same root.
 */
import type { Background, Loop } from '../../../kernel/running/background';
import type { Clock } from '../../../kernel/clock';
import { keptHashBytes } from '../../../kernel/formats';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { checkpointText, originOf, type SignedCheckpoint } from '../domain/checkpoint';
import { hashOfLeaf, leafOf } from '../domain/leaf';
import { edgeOf, extend, rootOf } from '../domain/merkle';
import { scopeOf, type LogId, type ProvenLog } from '../domain/proven-log';
import type { SigningKey } from '../domain/signed-note';
import type { Logs, Signing, TreeStore } from './ports';

export interface SigningDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: TreeStore;
  readonly signing: Signing;
  readonly logs: Logs;
  readonly clock: Clock;
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly log: Log;
}

export const piece = 4_096;
/** The interval at which the loop looks for new events. A log that grows gets two checkpoints per minute. */
export const lookMs = 30_000;
export const sizesAtOnce = 500;

export const createSigningLoop = (dependencies: SigningDependencies): Loop => {
  const { store, logs, background, log } = dependencies;
  /** The size of the last signed checkpoint of each log, as far as this process has read it. */
  const signed = new Map<LogId, number>();
  let complained: string | undefined;

  const learnSizes = async (ids: readonly LogId[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += sizesAtOnce)
      for (const [id, size] of await store.sizes(ids.slice(at, at + sizesAtOnce))) signed.set(id, size);
  };

  const signAll = async (key: SigningKey, mayGoOn: () => boolean): Promise<boolean> => {
    const ends = await logs.ends();
    await learnSizes(ends.map(({ id }) => id).filter((id) => !signed.has(id)));
    let isIdle = true;
    for (const { of, id, lastSequence } of ends) {
      if ((signed.get(id) ?? 0) >= Number(lastSequence)) continue;
      if (!mayGoOn()) return false;
      isIdle = false;
      // An error in one log does not stop the others.
      try {
        const last = await signThrough(dependencies, key, { of, id }, mayGoOn);
        if (!last) return false;
        signed.set(id, last.size);
        background.done('checkpoints', id);
      } catch (error) {
        log.warn({ error, of, id }, 'signing a checkpoint failed and will be tried again');
      }
    }
    return isIdle;
  };

  return background.loop({
    name: 'checkpoints',
    complaint: 'looking for logs to sign failed and will be tried again',
    afterFaultMs: lookMs,
    round: async (mayGoOn) => {
      const key = await openKey(dependencies);
      if ('complaint' in key) {
        if (key.complaint !== complained) log[key.isUnset ? 'info' : 'warn']({}, key.complaint);
        complained = key.complaint;
        return { isIdle: true, pauseMs: lookMs };
      }
      complained = undefined;
      return { isIdle: await signAll(key, mayGoOn), pauseMs: lookMs };
    },
  });
};

/** Publishes the verifier key and returns the signing key; or returns the reason why there is no signing key. */
export const openKey = async (parts: KeyParts): ReturnType<Signing['key']> => {
  const key = await parts.signing.key();
  if (!('complaint' in key) && !(await parts.store.keys()).includes(key.verifierKey))
    await announceKey(parts, key.verifierKey);
  return key;
};

export type KeyParts = Pick<SigningDependencies, 'unitOfWork' | 'store' | 'signing' | 'clock'>;

/** Publishes the verifier key before the signing key signs anything. */
export const announceKey = async (
  { unitOfWork, store, clock }: Omit<KeyParts, 'signing'>,
  verifierKey: string,
): Promise<void> => {
  await unitOfWork.run<never, void>({ ledgerIds: [] }, async (tx) =>
    ok(await store.addKey(tx, verifierKey, clock.now())),
  );
};

/** Signs a checkpoint of the whole log; undefined if `mayGoOn` ended the work before the end of the log. */
export const signThrough = async (
  dependencies: Omit<SigningDependencies, 'background' | 'log'>,
  key: SigningKey,
  log: ProvenLog,
  mayGoOn: () => boolean = () => true,
): Promise<SignedCheckpoint | undefined> => {
  while (mayGoOn()) {
    const signed = await advance(dependencies, key, log);
    if (signed) return signed;
  }
  return undefined;
};

/** Runs one step: returns the signed checkpoint; undefined if more events must be added first, or another process changed the tree. */
const advance = async (
  { unitOfWork, store, signing, logs, clock }: Omit<SigningDependencies, 'background' | 'log'>,
  key: SigningKey,
  log: ProvenLog,
): Promise<SignedCheckpoint | undefined> => {
  const { id } = log;
  const from = (await store.sizes([id])).get(id) ?? 0;
  const hashes = await logs.hashes(log, BigInt(from), piece);
  const count = hashes.length / keptHashBytes;
  const leaves = leavesOf(from, hashes);
  const outcome = await unitOfWork.run<'another size', SignedCheckpoint | undefined>(scopeOf([id]), async (tx) => {
    if ((await store.lock(tx, id)) !== from) return refuse('another size' as const);
    const size = from + count;
    if (count > 0) {
      const edge = await store.tilesIn(tx, id, edgeOf(from));
      await store.grow(tx, id, extend(from, edge, leaves), size);
    }
    if (count === piece) return ok(undefined);
    const last = await store.lastIn(tx, id);
    if (last?.size === size) return ok(last);
    const root = rootOf(size, await store.tilesIn(tx, id, edgeOf(size)));
    const at = clock.now();
    const text = checkpointText({ origin: originOf(key.name, log), size, root, at });
    const checkpoint = { size, at, note: key.signed(text) };
    await signing.publish(checkpoint.note);
    await store.add(tx, id, checkpoint);
    return ok(checkpoint);
  });
  return refused(outcome) ? undefined : outcome.right;
};

const leavesOf = (from: number, hashes: Buffer): Buffer => {
  const leaves: Buffer[] = [];
  for (let at = 0; at < hashes.length; at += keptHashBytes)
    leaves.push(hashOfLeaf(leafOf(from + leaves.length + 1, hashes.subarray(at, at + keptHashBytes))));
  return Buffer.concat(leaves);
};
