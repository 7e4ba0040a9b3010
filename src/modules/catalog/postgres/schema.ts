/** The table of transaction codes (migrations/0007-transaction-codes.sql). */
import { EntitySchema } from '@mikro-orm/postgresql';
import { instant, Json, key, text } from '../../../kernel/postgres/entities';
import type { TransactionCode } from '../domain/transaction-code';

const json = { type: Json, nullable: true } as const;

/** A code, and whether the ledger's log records it from its creation on. Codes that are older than these events have no such record. */
export type KeptTransactionCode = TransactionCode & { readonly isLogged: boolean };

export const TransactionCodeSchema = new EntitySchema<KeptTransactionCode>({
  name: 'TransactionCode',
  tableName: 'trancodes',
  properties: {
    ledgerId: key,
    id: key,
    code: text,
    name: text,
    description: { ...text, nullable: true },
    status: text,
    version: { type: 'integer' },
    paramsSchema: json,
    entriesTemplate: { type: Json },
    attributesTemplate: json,
    validationRules: json,
    metadata: json,
    createdAt: instant,
    updatedAt: instant,
    isLogged: { type: 'boolean' },
  },
});

/** The entities of this context that the ORM manages. */
export const catalogEntities: readonly EntitySchema[] = [TransactionCodeSchema];
