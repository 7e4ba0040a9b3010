/** The tables of the chart, with one ORM entity for each (migrations/0002-control-plane.sql, 0004-chart-of-accounts.sql). */
import { EntitySchema } from '@mikro-orm/postgresql';
import type { Denomination } from '../../../kernel/money';
import { boolean, instant, Json, key, MinorUnits, text, uuid, type InLedger } from '../../../kernel/postgres/entities';
import type { Account, AccountId } from '../domain/account';
import type { BalanceLimits } from '../domain/account-limits';
import type { AccountSet, AccountSetId } from '../domain/account-set';
import type { Journal } from '../domain/journal';
import type { Ledger } from '../domain/ledger';
import type { PeriodLock } from '../domain/period-lock';

const optional = { nullable: true } as const;

const DenominationSchema = new EntitySchema<Denomination>({
  name: 'Denomination',
  embeddable: true,
  properties: { currency: text, storageDecimals: { type: 'smallint' }, displayDecimals: { type: 'smallint' } },
});

export const LedgerSchema = new EntitySchema<Ledger>({
  name: 'Ledger',
  tableName: 'ledgers',
  properties: {
    id: key,
    // The tenant's id is a plain column and not a relation, because the tenant belongs to another context.
    tenantId: uuid,
    code: text,
    name: text,
    currencyType: text,
    denomination: { kind: 'embedded', entity: () => DenominationSchema, prefix: false },
    timeZone: text,
    fiscalYearStart: text,
    isActive: boolean,
    metadata: { type: Json, ...optional },
    testClockMs: { type: 'double', ...optional },
    createdAt: instant,
    updatedAt: instant,
  },
});

const BalanceLimitsSchema = new EntitySchema<BalanceLimits>({
  name: 'BalanceLimits',
  embeddable: true,
  properties: {
    enforced: { type: 'boolean', fieldName: 'enforce_balance_limits' },
    basis: { type: 'text', fieldName: 'limit_basis' },
    min: { type: MinorUnits, fieldName: 'min_balance', ...optional },
    max: { type: MinorUnits, fieldName: 'max_balance', ...optional },
  },
});

export const AccountSchema = new EntitySchema<InLedger<Account>>({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    ledgerId: key,
    id: key,
    code: text,
    name: text,
    type: text,
    category: text,
    normalBalance: text,
    // The parent's id is a plain column and not a relation, because the tree is read by SQL.
    parentId: { ...uuid, ...optional },
    description: { ...text, ...optional },
    isActive: boolean,
    isSystem: boolean,
    metadata: { type: Json, ...optional },
    limits: { kind: 'embedded', entity: () => BalanceLimitsSchema, prefix: false },
    cashFlow: { ...text, ...optional },
    isGroup: boolean,
    createdAt: instant,
    updatedAt: instant,
  },
});

export const JournalSchema = new EntitySchema<InLedger<Journal>>({
  name: 'Journal',
  tableName: 'journals',
  properties: {
    ledgerId: key,
    id: key,
    code: text,
    name: text,
    description: { ...text, ...optional },
    isClosed: boolean,
    metadata: { type: Json, ...optional },
    createdAt: instant,
    updatedAt: instant,
  },
});

export const PeriodLockSchema = new EntitySchema<InLedger<PeriodLock>>({
  name: 'PeriodLock',
  tableName: 'period_locks',
  properties: {
    ledgerId: key,
    id: key,
    // The column is read as text, because all code represents a day as text.
    lockedUntil: text,
    reason: text,
    createdAt: instant,
    releasedAt: { ...instant, ...optional },
    releaseReason: { ...text, ...optional },
  },
});

export const AccountSetSchema = new EntitySchema<InLedger<AccountSet>>({
  name: 'AccountSet',
  tableName: 'account_sets',
  properties: {
    ledgerId: key,
    id: key,
    code: text,
    name: text,
    description: { ...text, ...optional },
    metadata: { type: Json, ...optional },
    createdAt: instant,
    updatedAt: instant,
  },
});

/** The member is either an account (`accountId`) or a set (`childSetId`); the other column is null. */
export interface Membership {
  readonly accountSetId: AccountSetId;
  readonly memberId: string;
  readonly accountId: AccountId | null;
  readonly childSetId: AccountSetId | null;
  readonly createdAt: Date;
}

export const MembershipSchema = new EntitySchema<InLedger<Membership>>({
  name: 'AccountSetMember',
  tableName: 'account_set_members',
  properties: {
    ledgerId: key,
    accountSetId: key,
    memberId: key,
    accountId: { ...uuid, ...optional },
    childSetId: { ...uuid, ...optional },
    createdAt: instant,
  },
});

/** The entities of this context that the ORM manages. */
export const ledgeringEntities: readonly EntitySchema[] = [
  DenominationSchema,
  LedgerSchema,
  BalanceLimitsSchema,
  AccountSchema,
  JournalSchema,
  PeriodLockSchema,
  AccountSetSchema,
  MembershipSchema,
];
