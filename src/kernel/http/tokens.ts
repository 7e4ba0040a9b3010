/** What the contexts give to the server, and to its document. */
import { token } from '../token';
import type { WebhookDescription } from './openapi';
import type { Route } from './route';

/** Bound once by each context that has routes. */
export const ROUTES = token<readonly Route[]>('Routes');
/** Those of administration, which are mounted elsewhere and have a document of their own. */
export const ADMIN_ROUTES = token<readonly Route[]>('AdminRoutes');
/** Bound once by each context that sends messages to others. */
export const WEBHOOKS = token<readonly WebhookDescription[]>('Webhooks');
