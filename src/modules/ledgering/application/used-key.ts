/** Stores the idempotency key of an operation that creates no transaction. */
import type { Fingerprint } from '../../../kernel/formats';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { IdempotencyKeyInUse } from '../domain/refusals';
import { WriteConflict } from './ports';
import type { Turn, TurnDependencies } from './turn';

export interface Keyed {
  readonly key: string | null;
  readonly operation: string;
  readonly fingerprint: Fingerprint;
}

/**
 * Stores the idempotency key of the request, if it has one. Refuses if another request has used the key meanwhile. The next event of the
 * turn must record the operation: the key is stored with that event.
 */
export const useKey = async (
  { acceptances }: TurnDependencies,
  { tx, head }: Turn,
  ledgerId: LedgerId,
  { key, operation, fingerprint, makes }: Keyed & { readonly makes: string },
): Promise<Outcome<IdempotencyKeyInUse, void>> => {
  if (key === null) return ok(undefined);
  try {
    const logSequence = head.lastSequence + 1n;
    await acceptances.useKey(tx, ledgerId, { key, operation, fingerprint: fingerprint.hash, makes, logSequence });
    return ok(undefined);
  } catch (error) {
    if (error instanceof WriteConflict) return refuse({ kind: 'IdempotencyKeyInUse', key });
    throw error;
  }
};
