/** The acceptance of a transaction that an operation creates. The same database transaction accepts and posts it. */
import type { Fingerprint } from '../../../kernel/formats';
import type { Denomination } from '../../../kernel/money';
import { transactionFormats } from './formats';
import type { Acceptance } from './judging';
import type { Draft } from './transaction';

/** Creates an acceptance from a draft. `operation` is the operation that uses the idempotency key. */
export const acceptanceOf = (
  draft: Draft,
  operation: string,
  fingerprint: Pick<Fingerprint, 'hash'>,
  { storageDecimals }: Denomination,
): Acceptance => ({
  draft,
  storageDecimals,
  operation,
  fingerprint: fingerprint.hash,
  contentHash: transactionFormats.hashOf({ draft, fingerprint: fingerprint.hash }),
  makes: draft.id,
  isAtomic: false,
});
