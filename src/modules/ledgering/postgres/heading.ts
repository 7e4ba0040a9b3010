/** The few columns by which an account is named wherever it appears. */
import { statement } from '../../../kernel/postgres/sql';
import type { AccountHeading } from '../application/reader';
import type { AccountId } from '../domain/account';

export interface HeadingRow {
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
  readonly type: AccountHeading['type'];
  readonly normal_balance: AccountHeading['normalBalance'];
}

export const toHeading = ({ id, code, name, type, normal_balance }: HeadingRow): AccountHeading => ({
  id,
  code,
  name,
  type,
  normalBalance: normal_balance,
});

export const readHeading = statement(
  'read_heading',
  'select id, code, name, type, normal_balance from accounts where ledger_id = $1 and id = $2',
);
