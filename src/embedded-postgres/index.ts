/**
 * Embedded PostgreSQL: the real server, which npm installed, on a private socket and on a data directory of the
 * caller's choice, shared by all processes that start it there. It knows nothing of the program that uses it but the names
 * that it is given. This file is all that others see.
 */
export type { PostgresNames } from './names';
export { findRunningPostgres, startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start';
