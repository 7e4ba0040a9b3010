/**
 * Embedded PostgreSQL: the real server, which npm installed, on a private socket and a data directory of its user's choice.
 * This file is all that others see.
 */
export { findRunningPostgres, startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start';
