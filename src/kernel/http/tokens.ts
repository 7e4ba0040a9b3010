/** Tokens under which the modules contribute to the server and to its document. */
import { token } from '../token';
import type { WebhookDescription } from './openapi';
import type { Route } from './route';

/** Bound once by each module that has routes. */
export const ROUTES = token<readonly Route[]>('Routes');
/** The administration routes, which are mounted under another path and have a document of their own. */
export const ADMIN_ROUTES = token<readonly Route[]>('AdminRoutes');
/** Bound once by each module that sends webhooks. */
export const WEBHOOKS = token<readonly WebhookDescription[]>('Webhooks');
