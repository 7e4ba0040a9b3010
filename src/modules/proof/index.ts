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
  /** Starts to sign checkpoints, to send them if a receiver is configured, and to have them co-signed if witnesses are. */
  start(): void;
  /** Finishes the checkpoint that is being signed, and cancels those that are being sent. */
  stop(): Promise<void>;
  /** The verifier keys of all present and former signing keys, newest first. */
  keys(): Promise<readonly string[]>;
  /** Replaces the signing key, and returns the new verifier key. The former keys stay published. Throws if the key cannot be written. */
  rotateKey(): Promise<string>;
  /** Returns the latest checkpoint of a log, and what proves that the tree of the first `former` events is its beginning. */
  checkpoint(log: ProvenLog, former: number | undefined): Promise<Outcome<CheckpointMissing, ExtendedCheckpoint>>;
  /** Compares the logs with signed notes. */
  readonly verify: CheckpointVerification;
}

export const PROOF = token<Proof>('Proof');
