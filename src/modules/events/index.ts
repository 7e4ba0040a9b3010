/** Events: the feeds of ledgers and their webhooks. Other contexts import only this file. */
import type { LedgerId } from '../../kernel/ids';
import { token } from '../../kernel/token';
import type { EventFeed } from './application/feed';
import type { Resealed } from './application/resealing';

export { epochHeader } from './application/log-epoch';
export { newSecret, signatureHeaders } from './domain/signature';

export interface Events extends Pick<EventFeed, 'read' | 'epoch' | 'openStreams'> {
  /**
   * Begins a new epoch of the logs and returns it. An operator calls it after the logs lost events, which readers could not detect
   * otherwise.
   */
  beginEpoch(): Promise<string>;
  /** Starts delivering to webhook endpoints. */
  startDelivering(): void;
  /** Ends open streams; their readers reconnect to another process. */
  stopStreams(): void;
  /** Resolves when all requests under way have been answered and their results stored, or have been given up. */
  stopDelivering(): Promise<void>;
  /**
   * Encrypts the signing secrets of a ledger's webhooks with the present pepper. Throws if a secret cannot be decrypted with either pepper.
   */
  reseal(ledgerId: LedgerId): Promise<Resealed>;
}

export const EVENTS = token<Events>('Events');
