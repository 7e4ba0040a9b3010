/** The acceptance of what an operation makes, which is posted in the transaction that accepts it. */
import type { Fingerprint } from '../../../kernel/formats';
import type { Denomination } from '../../../kernel/money';
import { transactionFormats } from './formats';
import type { Acceptance } from './judging';
import type { Draft } from './transaction';

/** An intent on its way through the one posting path, under the operation its key is used for. */
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
