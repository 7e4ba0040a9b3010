/** Tokens that the PostgreSQL adapters of all modules share: one pool, and one way to open a transaction. */
import { token } from '../token';
import type { Orm } from './orm';
import type { Replica } from './replica';
import type { PostgresUnitOfWork } from './unit-of-work';

export const ORM = token<Orm>('Orm');
export const REPLICA = token<Replica>('Replica');
export const UNIT_OF_WORK = token<PostgresUnitOfWork>('UnitOfWork');
