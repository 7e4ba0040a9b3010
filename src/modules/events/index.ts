/** Events: what ledgers did, for those who listen. This file is all that other contexts see. */
import { token } from '../../kernel/token';

export interface Events {
  /** Ends open streams, whose readers come back to another process. */
  stopStreams(): void;
}

export const EVENTS = token<Events>('Events');
