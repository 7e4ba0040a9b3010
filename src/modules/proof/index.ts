/** Proof: trees over the logs, signed checkpoints and receipts. This file is all that other contexts see. */
import { token } from '../../kernel/token';
import type { CheckpointVerification } from './application/verifying';

export type { CheckpointFinding, CheckpointReport } from './application/verifying';

export interface Proof {
  /** Signs checkpoints from here on, and sends them where a receiver is named. */
  start(): void;
  /** Finishes the checkpoint in hand, and breaks off what is being sent. */
  stop(): Promise<void>;
  /** The verifier keys of all that ever signed, newest first. */
  keys(): Promise<readonly string[]>;
  /** Signs with a new key from here on, and answers its verifier key. The former ones are still told. Throws where the key cannot be written. */
  rotateKey(): Promise<string>;
  /** Compares the logs with notes that were signed. */
  readonly verify: CheckpointVerification;
}

export const PROOF = token<Proof>('Proof');
