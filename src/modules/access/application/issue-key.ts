/** Issues a key for one ledger. Only the answer contains the key's text; the store receives its hash. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../../kernel/ids';
import type { QuotaReached } from '../../../kernel/quotas';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { issueKey, type ApiKey, type NewKey } from '../domain/api-key';
import type { KeyHashing } from '../domain/key-hashing';
import { keyTextOf, randomBytesOfKey } from '../domain/key-text';
import type { InvalidKey } from '../domain/refusals';
import type { KeyStore } from './ports';

export interface IssuedKey extends ApiKey {
  /** The text of the key. No later answer repeats it. */
  readonly key: string;
}

export interface IssueKeyDependencies {
  readonly keys: KeyStore;
  readonly hashing: KeyHashing;
  readonly clock: LedgerTime;
}

export const createIssueKey =
  ({ keys, hashing, clock }: IssueKeyDependencies) =>
  async (request: NewKey, actor?: string): Promise<Outcome<InvalidKey | QuotaReached, IssuedKey>> => {
    const { prefix, text } = keyTextOf(randomBytes(randomBytesOfKey));
    const key = issueKey(request, { id: newId<'key'>(), prefix }, clock.now());
    if (refused(key)) return key;
    const inserted = await keys.insert({ key: key.right, secretHash: hashing.hashOf(text) }, actor);
    return refused(inserted) ? inserted : ok({ ...key.right, key: text });
  };
