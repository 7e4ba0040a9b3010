/** The columns that identify an account in responses, and their conversion. */
import { loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { AccountHeading } from '../../application/reader';
import type { AccountId } from '../../domain/account';

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

export const headingOf = ({ id, code, name, type, normalBalance }: AccountHeading): AccountHeading => ({
  id,
  code,
  name,
  type,
  normalBalance,
});

export const { read_heading: readHeading } = loadStatements(__filename, {
  read_heading: parameters('ledger_id', 'account_id').rows<HeadingRow>(),
});
