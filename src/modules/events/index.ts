/** Events: what ledgers did, for those who listen. This file is all that other contexts see. */
import { token } from '../../kernel/token';
import type { EventFeed } from './application/feed';

export { newSecret, signatureHeaders } from './domain/signature';

export interface Events extends Pick<EventFeed, 'read' | 'openStreams'> {
  /** Delivers to webhook endpoints from here on. */
  startDelivering(): void;
  /** Ends open streams, whose readers come back to another process. */
  stopStreams(): void;
  /** Ends when what is on its way was answered and written, or given up. */
  stopDelivering(): Promise<void>;
}

export const EVENTS = token<Events>('Events');
