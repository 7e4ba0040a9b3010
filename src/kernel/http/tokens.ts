/** Tokens under which the modules contribute to the server and to its OpenAPI document. */
import { token } from '../token';
import type { WebhookDescription } from './openapi';
import type { Route } from './route';

/** The routes; each module that has routes binds this token once. */
export const ROUTES = token<readonly Route[]>('Routes');
/** The administration routes, which are mounted under a different path and have an OpenAPI document of their own. */
export const ADMIN_ROUTES = token<readonly Route[]>('AdminRoutes');
/** Descriptions of webhooks; each module that sends webhooks binds this token once. */
export const WEBHOOKS = token<readonly WebhookDescription[]>('Webhooks');
