/** Strings: named groups of ledgers of one tenant, between which value can be moved. */
import type { Id, LedgerId, TenantId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';

export type StringId = Id<'string'>;

export interface MemberLedger {
  readonly id: LedgerId;
  readonly code: string;
  readonly name: string;
  readonly denomination: Denomination;
}

export interface LedgerString {
  readonly id: StringId;
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly memberIds: readonly LedgerId[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type StringDraft = Pick<LedgerString, 'code' | 'name' | 'description' | 'isActive'>;

/** A string with the current codes and names of its members, sorted by ledger code. */
export interface DescribedString extends LedgerString {
  readonly members: readonly MemberLedger[];
}

/** Returns the capability that a key needs to move value through a string. */
export const participation = (stringCode: string): string => `strings:participate:${stringCode}`;

/** Returns the clearing account on the other side of every leg: one for each string and ledger. */
export const clearingAccountOf = ({
  id,
  code,
}: Pick<LedgerString, 'id' | 'code'>): { readonly code: string; readonly name: string } => ({
  code: `STR-${id.replaceAll('-', '')}`,
  name: `Clearing of the string ${code}`,
});
