/** Answers requests for proofs: the latest checkpoint of a log, the keys that sign, and the receipt of a transaction. */
import type { Id, LedgerId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { Ledgering } from '../../ledgering';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { leafOf, type Leaf } from '../domain/leaf';
import { consistencyOf, inclusionOf, tilesProving } from '../domain/merkle';
import type { ProvenLog } from '../domain/proven-log';
import type { CheckpointMissing, ReceiptNotReady, TransactionNotFound } from '../domain/refusals';
import { lookMs, openKey, signThrough, type SigningDependencies } from './signing';

/** The documents by which an outsider who has the public keys can check that the ledger decided this transaction. */
export interface Receipt {
  readonly record: string;
  readonly recordHash: Buffer;
  readonly event: string;
  readonly leaf: Leaf;
  readonly treeSize: number;
  readonly inclusion: readonly Buffer[];
  readonly checkpoint: string;
}

export interface ExtendedCheckpoint extends SignedCheckpoint {
  readonly consistency: readonly Buffer[];
}

export interface Proofs {
  /**
   * Returns the latest checkpoint, and the proof that its tree continues the tree of the first `former` events. If no checkpoint covers
   * these events, signs one at once.
   */
  checkpoint(log: ProvenLog, former: number | undefined): Promise<Outcome<CheckpointMissing, ExtendedCheckpoint>>;
  receipt(
    ledgerId: LedgerId,
    transactionId: Id<'transaction'>,
  ): Promise<Outcome<TransactionNotFound | ReceiptNotReady, Receipt>>;
}

export const PROOFS = token<Proofs>('Proofs');

/**
 * The shortest time between two checkpoints that are signed for requests about one ledger. A request that comes sooner must be retried
 * later.
 */
const onDemandMs = 1_000;
/** The maximum number of chunks of 4,096 events that a request adds to a tree. If more events are missing, the signing loop adds them. */
const mostPieces = 4;

export const createProofs = (
  dependencies: Omit<SigningDependencies, 'background' | 'log'> & {
    readonly ledgering: Pick<Ledgering, 'provable'>;
  },
): Proofs => {
  const { store, ledgering, clock } = dependencies;

  /**
   * Returns the last checkpoint if it covers the event. Otherwise signs a new one, or returns the seconds until a new one may be signed.
   */
  const covering = async (
    log: ProvenLog,
    sequence: number,
    last: SignedCheckpoint | undefined,
  ): Promise<SignedCheckpoint | number> => {
    if (last && last.size >= sequence) return last;
    const sinceMs = last ? clock.now().getTime() - last.at.getTime() : onDemandMs;
    // A negative age means that the clock was set back. The true age is then unknown, so a new checkpoint may be signed.
    if (sinceMs >= 0 && sinceMs < onDemandMs) return Math.ceil(onDemandMs / 1_000);
    const key = await openKey(dependencies);
    if ('complaint' in key) return lookMs / 1_000;
    let pieces = 0;
    const signed = await signThrough(dependencies, key, log, () => pieces++ < mostPieces);
    return signed && signed.size >= sequence ? signed : lookMs / 1_000;
  };

  return {
    checkpoint: async (log, former) => {
      const last = await covering(log, former ?? 1, await store.last(log.id));
      if (typeof last === 'number') return refuse({ kind: 'CheckpointMissing' });
      if (former === undefined) return ok({ ...last, consistency: [] });
      const tiles = await store.tiles(log.id, tilesProving(former - 1, last.size));
      return ok({ ...last, consistency: consistencyOf(former, last.size, tiles) });
    },
    receipt: async (ledgerId, transactionId) => {
      const provable = await ledgering.provable(ledgerId, transactionId);
      if (!provable) return refuse({ kind: 'TransactionNotFound' });
      if (provable === 'waiting')
        return refuse({ kind: 'ReceiptNotReady', because: 'it is not posted yet', retryAfterSeconds: 1 });
      const sequence = Number(provable.sequence);
      // A co-signed checkpoint is preferred, because it proves more than a later checkpoint without a cosignature.
      const { cosigned, last } = await store.latest(ledgerId);
      const checkpoint =
        cosigned && cosigned.size >= sequence
          ? cosigned
          : await covering({ of: 'ledger', id: ledgerId }, sequence, last);
      if (typeof checkpoint === 'number')
        return refuse({
          kind: 'ReceiptNotReady',
          because: 'no checkpoint covers it yet',
          retryAfterSeconds: checkpoint,
        });
      const { size, note } = checkpoint;
      const tiles = await store.tiles(ledgerId, tilesProving(sequence - 1, size));
      return ok({
        ...{ record: provable.record, recordHash: provable.recordHash, event: provable.event },
        leaf: leafOf(sequence, provable.eventHash),
        treeSize: size,
        inclusion: inclusionOf(sequence - 1, size, tiles),
        checkpoint: note,
      });
    },
  };
};
