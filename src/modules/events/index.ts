/** Events: what ledgers did, for those who listen. This file is all that other contexts see. */
import { token } from '../../kernel/token';
import type { EventFeed } from './application/feed';

export interface Events extends Pick<EventFeed, 'read'> {
  /** Ends open streams, whose readers come back to another process. */
  stopStreams(): void;
}

export const EVENTS = token<Events>('Events');
