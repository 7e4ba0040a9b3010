/** Events: the feeds of ledgers, and their webhooks. Other contexts see only this file. */
import type { LedgerId } from '../../kernel/ids';
import { token } from '../../kernel/token';
import type { EventFeed } from './application/feed';
import type { Resealed } from './application/resealing';

export { epochHeader } from './application/log-epoch';
export { newSecret, signatureHeaders } from './domain/signature';

export interface Events extends Pick<EventFeed, 'read' | 'epoch' | 'openStreams'> {
  /** Begins a new epoch of the logs, and answers it: where they lost events, and nothing else says so. */
  beginEpoch(): Promise<string>;
  /** Delivers to webhook endpoints from here on. */
  startDelivering(): void;
  /** Ends open streams, whose readers come back to another process. */
  stopStreams(): void;
  /** Ends when what is on its way was answered and written, or given up. */
  stopDelivering(): Promise<void>;
  /** Closes under the present pepper what signs a ledger's webhooks. Throws where it opens under neither pepper. */
  reseal(ledgerId: LedgerId): Promise<Resealed>;
}

export const EVENTS = token<Events>('Events');
