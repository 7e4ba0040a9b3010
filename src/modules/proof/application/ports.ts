/** The ports of proof: trees, checkpoints and public keys in the store, the signing key outside of it. */
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
  /** The last event of each log that has one, in any order. */
  ends(): Promise<readonly LogEnd[]>;
  /** The stored hashes of at most `limit` events behind the sequence, one behind the other, up to the first gap. */
  hashes(log: ProvenLog, after: bigint, limit: number): Promise<Buffer>;
}

export interface KeptTree {
  /** The events that are in the tree. */
  readonly size: number;
  /** The tiles that were asked for, as far as there are such. */
  readonly tiles: Tiles;
}

export interface SendingState {
  readonly logId: LogId;
  /** The size of the last checkpoint that the receiver took; 0 where it took none. */
  readonly sent: number;
  /** The last checkpoint of the log, if the receiver has not taken it. It says all that those between say, so they are not sent. */
  readonly unsent: SignedCheckpoint | undefined;
}

export interface TreeStore {
  /** How many events are in the tree of each of the logs; a log without a tree is left out. */
  sizes(logIds: readonly LogId[]): Promise<ReadonlyMap<LogId, number>>;
  /** Locks the tree of the log until `tx` ends, and answers its size. */
  lock(tx: Tx, logId: LogId): Promise<number>;
  tilesIn(tx: Tx, logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Writes whole tiles, each in place of the partial one that it continues, and the size of the tree with them. */
  grow(tx: Tx, logId: LogId, tiles: readonly Tile[], size: number): Promise<void>;
  /** The last checkpoint of the log, as `tx` sees it. */
  lastIn(tx: Tx, logId: LogId): Promise<SignedCheckpoint | undefined>;
  /** A log has one checkpoint for each size: a second one is a fault. */
  add(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint): Promise<void>;
  last(logId: LogId): Promise<SignedCheckpoint | undefined>;
  tiles(logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Returns what the receiver of checkpoints has taken of each of the logs; a log without a tree is left out. */
  sendings(logIds: readonly LogId[]): Promise<readonly SendingState[]>;
  /** Remembers that the receiver has the checkpoint of that size. */
  markSent(tx: Tx, logId: LogId, size: number): Promise<void>;
  /** Adds a verifier key, unless it is there. */
  addKey(tx: Tx, key: string, at: Date): Promise<void>;
  /** All verifier keys that ever signed, newest first. */
  keys(): Promise<readonly string[]>;
}

/** The signing key and the file of checkpoints, neither of which is in the database. */
export interface Signing {
  /** The key as it is now, which is created if there is none; or why there is none and what to do. No setting that names one is no fault. */
  key(): Promise<SigningKey | { readonly complaint: string; readonly isUnset?: true }>;
  /** Replaces the key by a new one of the same name. */
  rotate(key: string): Promise<void>;
  /** Appends a note to the file of checkpoints, so that it survives a loss of power; does nothing where no file is named. */
  publish(note: string): Promise<void>;
}

/** The receiver of checkpoints outside of the installation (LEDGER_CHECKPOINT_URL). */
export interface CheckpointReceiver {
  /** False where there is none: then nothing is sent. */
  readonly isSet: boolean;
  /** Posts a note, and gives up after ten seconds or when `ended` is aborted. Never throws. */
  send(note: string, ended: AbortSignal): Promise<SendAnswer>;
}

/** Refused: the answer is about this note. Away: any other note would fail too, or none may be sent now. */
export type SendAnswer =
  { readonly outcome: 'taken' } | { readonly outcome: 'refused' | 'away'; readonly reason: string };

export const PROOF_UNIT_OF_WORK = token<UnitOfWork>('ProofUnitOfWork');
export const LOGS = token<Logs>('Logs');
export const TREE_STORE = token<TreeStore>('TreeStore');
export const SIGNING = token<Signing>('Signing');
export const CHECKPOINT_RECEIVER = token<CheckpointReceiver>('CheckpointReceiver');
