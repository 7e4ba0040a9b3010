/** Proof: trees over the logs, signed checkpoints and receipts. Other contexts import only this file. */
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { ExtendedCheckpoint } from './application/proofs';
import type { CheckpointVerification } from './application/verifying';
import type { ProvenLog } from './domain/proven-log';
import type { CheckpointMissing } from './domain/refusals';

export type { ExtendedCheckpoint } from './application/proofs';
export type { CheckpointMissing } from './domain/refusals';
export { readWitnesses, type WitnessSetting } from './domain/witness-list';
export type { CheckpointFinding, CheckpointReport } from './application/verifying';

export interface Proof {
  /** Starts the loops: signing checkpoints, sending them to the receiver if one is configured, and asking the configured witnesses. */
  start(): void;
  /** Stops the loops. A checkpoint that is being signed is finished; a note that is being sent is cancelled. */
  stop(): Promise<void>;
  /** Returns the verifier keys of all present and former signing keys, newest first. */
  keys(): Promise<readonly string[]>;
  /**
   * Replaces the signing key, and returns the new verifier key. Former verifier keys stay published. Throws if the key cannot be written.
   */
  rotateKey(): Promise<string>;
  /** Returns the latest checkpoint of a log, and the proof that its tree extends the tree of the log's first `former` events. */
  checkpoint(log: ProvenLog, former: number | undefined): Promise<Outcome<CheckpointMissing, ExtendedCheckpoint>>;
  /** Verifies signed notes: compares them with the logs (`ledger verify --checkpoints`). */
  readonly verify: CheckpointVerification;
}

export const PROOF = token<Proof>('Proof');
