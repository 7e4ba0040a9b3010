/**
 * The epoch of the logs, which receivers of webhooks and readers of events get. It changes when the logs continue from an earlier event,
 * after a restore or a failover that lost events. A process keeps it for a second, and for longer while the database cannot be read, so
 * that events that have already been read can still be sent.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { LogEpochs } from './ports';

/** The header that states the epoch in each message to a webhook endpoint. */
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
