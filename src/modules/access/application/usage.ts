/** Records when keys were last used, so that operators can find unused keys. */
import type { KeyId } from '../../../kernel/ids';
import type { LedgerTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import type { ApiKey } from '../domain/api-key';
import type { KeyStore } from './ports';
import { createSampled } from './sampled';

export interface Usage {
  /** Records a use of the key. Returns at once and never throws. */
  note(key: ApiKey, now: Date): void;
}

export const createUsage = (keys: KeyStore, clock: LedgerTime, log: Log): Usage => {
  const used = createSampled<KeyId>((ids) => keys.markUsed(ids, clock.now()), {
    log,
    complaint: 'the last use of some keys was not written',
  });
  return { note: ({ id, lastUsedAt }, now) => used.note(id, lastUsedAt, now) };
};
