/**
 * Embedded PostgreSQL: the real server, which npm installed, on a private socket and on a data directory of the caller's
 * choice, shared by all processes that start it there. It knows only the names and the clock that the program gives it. Other folders see
 * this file alone.
 */
export type { PostgresClock } from './clock';
export type { PostgresNames } from './names';
export { findRunningPostgres, startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start';
