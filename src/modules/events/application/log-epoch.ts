/**
 * The epoch of the logs, as receivers of webhooks and readers of events are told it. It changes where a restore, or a failover that lost
 * events, lets the logs go on from an earlier event. A process remembers it for a second, and for longer while it cannot be read, so that a
 * message about an event that was read does not fail for it.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { LogEpochs } from './ports';

/** The header of a message to a webhook endpoint. */
export const epochHeader = 'ledger-log-epoch';

const rememberedMs = 1_000;

export const rememberEpoch = (
  epochs: Pick<LogEpochs, 'current'>,
  clock: Pick<ProcessTime, 'deadline'>,
): (() => Promise<string>) => {
  let known: string | undefined;
  let fresh = clock.deadline(0);
  return async () => {
    if (known !== undefined && fresh.leftMs() > 0) return known;
    try {
      known = await epochs.current();
      fresh = clock.deadline(rememberedMs);
      return known;
    } catch (error) {
      if (known === undefined) throw error;
      return known;
    }
  };
};
