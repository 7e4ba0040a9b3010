/** The ports of proof: a store for trees, checkpoints and public keys, and the signing key outside the store. */
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
  /** The last sequence of each log that has an event, in any order. */
  ends(): Promise<readonly LogEnd[]>;
  /** The stored hashes of at most `limit` events after the sequence, concatenated, up to the first gap. */
  hashes(log: ProvenLog, after: bigint, limit: number): Promise<Buffer>;
}

export interface KeptTree {
  /** The number of events in the tree. */
  readonly size: number;
  /** Those of the requested tiles that exist. */
  readonly tiles: Tiles;
}

export interface SendingState {
  readonly logId: LogId;
  /** The size of the last checkpoint that the receiver has taken; 0 if it has taken none. */
  readonly sent: number;
  /** The last checkpoint of the log, if the receiver has not taken it. It covers all earlier ones, so those are not sent. */
  readonly unsent: SignedCheckpoint | undefined;
}

export interface Cosignature {
  /** The verifier key of the witness. */
  readonly witness: string;
  /** The signature line, with its newline. */
  readonly cosignature: string;
}

export interface TreeStore {
  /** The number of events in the tree of each log; leaves out logs without a tree. */
  sizes(logIds: readonly LogId[]): Promise<ReadonlyMap<LogId, number>>;
  /** Locks the tree of the log until `tx` ends, and returns its size. */
  lock(tx: Tx, logId: LogId): Promise<number>;
  tilesIn(tx: Tx, logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Writes whole tiles, each replacing the partial tile that it continues, and the size of the tree. */
  grow(tx: Tx, logId: LogId, tiles: readonly Tile[], size: number): Promise<void>;
  /** The last checkpoint of the log that `tx` can see. */
  lastIn(tx: Tx, logId: LogId): Promise<SignedCheckpoint | undefined>;
  /** Adds a checkpoint. Throws if the log has a checkpoint of that size. */
  add(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint): Promise<void>;
  /** The last checkpoint of the log. Its note has the cosignatures that came so far, in the order of the witnesses' keys. */
  last(logId: LogId): Promise<SignedCheckpoint | undefined>;
  tiles(logId: LogId, places: readonly TilePlace[]): Promise<Tiles>;
  /** Returns the size that the receiver has taken of each log; leaves out logs without a tree. */
  sendings(logIds: readonly LogId[]): Promise<readonly SendingState[]>;
  /** Records that the receiver has the checkpoint of that size. */
  markSent(tx: Tx, logId: LogId, size: number): Promise<void>;
  /** Like `sendings`, for the last checkpoint that the witness co-signed. `witness` is its verifier key. */
  cosignings(logIds: readonly LogId[], witness: string): Promise<readonly SendingState[]>;
  /** Stores the signature line of a witness. Does nothing if it has one for this checkpoint. */
  addCosignature(tx: Tx, logId: LogId, checkpoint: SignedCheckpoint, cosignature: Cosignature): Promise<void>;
  latest(logId: LogId): Promise<LatestCheckpoints>;
  /** Adds a verifier key if it is not stored yet. */
  addKey(tx: Tx, key: string, at: Date): Promise<void>;
  /** The verifier keys of all present and former signing keys, newest first. */
  keys(): Promise<readonly string[]>;
}

export interface LatestCheckpoints {
  readonly last: SignedCheckpoint | undefined;
  /** The last one that a witness co-signed. */
  readonly cosigned: SignedCheckpoint | undefined;
}

/** The signing key and the file of checkpoints. Neither is in the database. */
export interface Signing {
  /**
   * The present key, which is created if there is none; or the reason why there is none and the cure. `isUnset`: no setting
   * names a key.
   */
  key(): Promise<SigningKey | { readonly complaint: string; readonly isUnset?: true }>;
  /** Replaces the key by a new one of the same name. */
  rotate(key: string): Promise<void>;
  /** Appends a note to the file of checkpoints and waits until it is on disk; does nothing if no file is configured. */
  publish(note: string): Promise<void>;
}

/** The receiver of checkpoints outside of the installation (LEDGER_CHECKPOINT_URL). */
export interface CheckpointReceiver {
  /** False if no receiver is configured; nothing is sent then. */
  readonly isSet: boolean;
  /** Posts a note, and gives up after ten seconds or when `ended` is aborted. Never throws. */
  send(note: string, ended: AbortSignal): Promise<SendAnswer>;
}

/** 'refused': the receiver rejected this note. 'away': any other note would fail too, or none may be sent now. */
export type SendAnswer =
  { readonly outcome: 'taken' } | { readonly outcome: 'refused' | 'away'; readonly reason: string };

/** A witness, which co-signs checkpoints of logs that only grow (LEDGER_WITNESSES; C2SP tlog-witness). */
export interface Witness {
  readonly name: string;
  /** Its verifier key. */
  readonly key: string;
  /** Asks for a cosignature, and gives up after ten seconds or when `ended` is aborted. Never throws. */
  add(request: AddCheckpoint, ended: AbortSignal): Promise<WitnessAnswer>;
}

export interface AddCheckpoint {
  /** The size of the tree that the witness co-signed last, as far as the service knows; 0 if it has co-signed none. */
  readonly old: number;
  /** The proof by RFC 6962, 2.1.2, that the tree of `old` events is the beginning of the note's. */
  readonly proof: readonly Buffer[];
  readonly note: string;
}

export type WitnessAnswer =
  /** The signature line was verified. */
  | { readonly outcome: 'cosigned'; readonly cosignature: string }
  /** The witness co-signed a tree of this size last, which is not `old`; or it has another tree of that size. */
  | { readonly outcome: 'at another size'; readonly size: number }
  | { readonly outcome: 'refused' | 'away'; readonly reason: string };

export const PROOF_UNIT_OF_WORK = token<UnitOfWork>('ProofUnitOfWork');
export const LOGS = token<Logs>('Logs');
export const TREE_STORE = token<TreeStore>('TreeStore');
export const SIGNING = token<Signing>('Signing');
export const WITNESSES = token<readonly Witness[]>('Witnesses');
export const CHECKPOINT_RECEIVER = token<CheckpointReceiver>('CheckpointReceiver');
