/**
 * Embedded PostgreSQL: the real server, which npm installed, on a private socket and in a data directory that the caller chooses. All
 * processes that start it in the same directory share one server. The package gets the program's names and its clock as options. Other
 * packages import only this file.
 */
export type { PostgresClock } from './clock';
export type { PostgresNames } from './names';
export { findRunningPostgres, startEmbeddedPostgres } from './start';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start';
