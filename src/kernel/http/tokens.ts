/** The routes that the contexts give to the server. */
import { token } from '../token';
import type { Route } from './route';

/** Bound once by each context that has routes. */
export const ROUTES = token<readonly Route[]>('Routes');
