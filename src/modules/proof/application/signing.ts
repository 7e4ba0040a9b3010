/**
 * The tree over each log is built beside posting, never in a transaction of it, and a checkpoint is signed where it has grown.
 *
 * One step, `advance`, serves the loop and those who ask for a receipt. It reads hashes of the log behind the tree (4,096 events, one
 * statement), and then, in one transaction under the lock of the tree: writes the tiles that change and the new size; if no events are
 * left, signs the root, appends the note to the file of checkpoints, and keeps it. The size that was read before the lock is a guess: if
 * another process has moved it, the step begins again. So a tree grows by each event once, whatever the number of processes.
 *
 * A process that dies loses the transaction alone. The log is still there, and the tree over it can be only one, so the next step gives
 * the same root. Between the file and the commit it may die with a note in the file that the database lacks; the next one of that size
 * has the same root.
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
/** A log that moves has two checkpoints a minute. */
export const lookMs = 30_000;
export const sizesAtOnce = 500;

export const createSigningLoop = (dependencies: SigningDependencies): Loop => {
  const { store, logs, background, log } = dependencies;
  /** How far each log is known to be signed. */
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
      // A fault in one log does not stop the others.
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

/** The key, known to all who ask for the public keys before it signs anything; or why there is none. */
export const openKey = async (parts: KeyParts): ReturnType<Signing['key']> => {
  const key = await parts.signing.key();
  if (!('complaint' in key) && !(await parts.store.keys()).includes(key.verifierKey))
    await announceKey(parts, key.verifierKey);
  return key;
};

export type KeyParts = Pick<SigningDependencies, 'unitOfWork' | 'store' | 'signing' | 'clock'>;

/** Adds the verifier key to those that everybody can read, before the key signs anything. */
export const announceKey = async (
  { unitOfWork, store, clock }: Omit<KeyParts, 'signing'>,
  verifierKey: string,
): Promise<void> => {
  await unitOfWork.run<never, void>({ ledgerIds: [] }, async (tx) =>
    ok(await store.addKey(tx, verifierKey, clock.now())),
  );
};

/** The checkpoint of all that is in the log; undefined where `mayGoOn` ended it before. */
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

/** One step: the checkpoint where it reached the end of the log, undefined where there is more. */
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
