/**
 * Administration over HTTP, for operators and their programs. It calls the public interfaces of other modules, and stores only the
 * schedule of verifications itself.
 */
import { token } from '../../kernel/token';
import type { ScheduledVerifications } from './application/scheduled';
import type { Verifications } from './application/verifications';
import type { Verifying } from './application/verifying';

export type { Setting, System, SystemState } from './application/ports';
export type { Verification } from './domain/verification';

export interface Administration {
  readonly verifying: Verifying;
  readonly verifications: Verifications;
  readonly scheduled: ScheduledVerifications;
}

export const ADMINISTRATION = token<Administration>('Administration');
