/**
 * The ports of proof: a store for trees, checkpoints and public keys; the signing key and the file of checkpoints; the receiver and the
 * witnesses.
 */
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { SignedCheckpoint } from '../domain/checkpoint';
import type { Tile, TilePlace, Tiles } from '../domain/merkle';
import type { LogId, ProvenLog } from '../domain/proven-log';
import type { SigningKey } from '../domain/signed-note';

export interface LogEnd extends ProvenLog {
  readonly lastSequence: bigint;
}

export interface Logs {
  /** Returns the last sequence of each log that has an event, in any order. */
  ends(): Promise<readonly LogEnd[]>;
  /** Returns the stored hashes of at most `limit` events after the sequence, up to the first gap, concatenated. */
  hashes(log: ProvenLog, after: bigint, limit: number): Promise<Buffer>;
}

export interface KeptTree {
  /** The number of events in the tree. */
  readonly size: number;
  /** The stored tiles among the requested ones; a missing tile is left out. */
  readonly tiles: Tiles;
}

export interface SendingState {
  readonly logId: LogId;
  /** The size of the last checkpoint that the receiver has accepted; 0 if it has accepted none. */
  readonly sent: number;
  /**
   * The last checkpoint of the log, if the receiver has not accepted it yet. Earlier checkpoints are not sent, because the last one covers
   * them.
   */
  readonly unsent: SignedCheckpoint | undefined;
}

export interface Cosignature {
  /** The verifier key of the witness. */
  readonly witness: string;
  /** The signature line of the cosignature, with its newline. */
  readonly cosignature: string;
}

export interface TreeStore {
  /** Returns the number of events in the tree of each log; leaves out logs without a tree. */
  sizes(logIds: readonly LogId[]): Promise<ReadonlyMap<LogId, number>>;
  /** Locks the tree of the log until `tx` ends, and returns its size. */
  lock(tx: Tx, logId: LogId): Promise<number>;
  tilesIn(tx: Tx, logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Writes whole tiles, each in place of the partial tile that it continues, and the new size of the tree. */
  grow(tx: Tx, logId: LogId, tiles: readonly Tile[], size: number): Promise<void>;
  /** Returns the last checkpoint of the log that `tx` can see. */
  lastIn(tx: Tx, logId: LogId): Promise<SignedCheckpoint | undefined>;
  /** Adds a checkpoint. Throws if the log has a checkpoint of that size. */
  add(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint): Promise<void>;
  /**
   * Returns the last checkpoint of the log. Its note contains the cosignatures that have been stored so far, ordered by the witnesses'
   * keys.
   */
  last(logId: LogId): Promise<SignedCheckpoint | undefined>;
  tiles(logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Returns, for each log, the size that the receiver has accepted; leaves out logs without a tree. */
  sendings(logIds: readonly LogId[]): Promise<readonly SendingState[]>;
  /** Records that the receiver has the checkpoint of that size. */
  markSent(tx: Tx, logId: LogId, size: number): Promise<void>;
  /** Returns, for each log, the size that the witness co-signed last; leaves out logs without a tree. `witness` is its verifier key. */
  cosignings(logIds: readonly LogId[], witness: string): Promise<readonly SendingState[]>;
  /** Stores the signature line of a witness. Does nothing if a line of this witness is stored for this checkpoint. */
  addCosignature(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint, cosignature: Cosignature): Promise<void>;
  latest(logId: LogId): Promise<LatestCheckpoints>;
  /** Adds a verifier key if it is not stored yet. */
  addKey(tx: Tx, key: string, at: Date): Promise<void>;
  /** Returns the verifier keys of all present and former signing keys, newest first. */
  keys(): Promise<readonly string[]>;
}

export interface LatestCheckpoints {
  readonly last: SignedCheckpoint | undefined;
  /** The last checkpoint that a witness co-signed. */
  readonly cosigned: SignedCheckpoint | undefined;
}

/** The signing key and the file of checkpoints. Neither is in the database. */
export interface Signing {
  /**
   * Returns the present signing key, and creates it if it does not exist yet. If there can be no key, returns the reason and the remedy.
   * `isUnset` is true if no setting names a key file.
   */
  key(): Promise<SigningKey | { readonly complaint: string; readonly isUnset?: true }>;
  /** Replaces the signing key with this key, which has the same name. */
  rotate(key: string): Promise<void>;
  /** Appends a note to the file of checkpoints and waits until it is on disk; does nothing if no file is configured. */
  publish(note: string): Promise<void>;
}

/** The receiver of checkpoints outside of the installation (LEDGER_CHECKPOINT_URL). */
export interface CheckpointReceiver {
  /** True if a receiver is configured; otherwise nothing is sent. */
  readonly isSet: boolean;
  /** Posts a note, and gives up after ten seconds or when `ended` is aborted. Never throws. */
  send(note: string, ended: AbortSignal): Promise<SendAnswer>;
}

/** 'refused': the receiver rejected this note. 'away': the receiver cannot accept any note now. */
export type SendAnswer =
  { readonly outcome: 'taken' } | { readonly outcome: 'refused' | 'away'; readonly reason: string };

/** A witness, which co-signs checkpoints of logs that only grow (LEDGER_WITNESSES; C2SP tlog-witness). */
export interface Witness {
  readonly name: string;
  /** The verifier key of the witness. */
  readonly key: string;
  /** Asks the witness for a cosignature, and gives up after ten seconds or when `ended` is aborted. Never throws. */
  add(request: AddCheckpoint, ended: AbortSignal): Promise<WitnessAnswer>;
}

export interface AddCheckpoint {
  /** The size of the tree that the witness co-signed last, as far as the service knows; 0 if it has co-signed none. */
  readonly old: number;
  /** The consistency proof (RFC 6962, 2.1.2): it proves that the tree of the note continues the tree of the first `old` events. */
  readonly proof: readonly Buffer[];
  readonly note: string;
}

export type WitnessAnswer =
  /** The witness co-signed the checkpoint. Its signature line was verified. */
  | { readonly outcome: 'cosigned'; readonly cosignature: string }
  /** The witness last co-signed a tree of `size` events: a size other than `old`, or the same size with a different root. */
  | { readonly outcome: 'at another size'; readonly size: number }
  | { readonly outcome: 'refused' | 'away'; readonly reason: string };

export const PROOF_UNIT_OF_WORK = token<UnitOfWork>('ProofUnitOfWork');
export const LOGS = token<Logs>('Logs');
export const TREE_STORE = token<TreeStore>('TreeStore');
export const SIGNING = token<Signing>('Signing');
export const WITNESSES = token<readonly Witness[]>('Witnesses');
export const CHECKPOINT_RECEIVER = token<CheckpointReceiver>('CheckpointReceiver');
