/**
 * Lists the acts of one key or one person in a tenant: in the books of all its ledgers, and in the tenant's own log.
 */
import { pageOfActs, type ActsQuestion, type Dated } from '../../../kernel/acts';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { firstSlice, type Page, type Slice } from '../../../kernel/page';
import { installationLog, type Access, type TenantEvent } from '../../access';
import type { LedgerAct, Ledgering } from '../../ledgering';

export type Act = Dated &
  (
    | { readonly kind: 'in the books'; readonly act: LedgerAct }
    | { readonly kind: 'in the log of the tenant'; readonly act: TenantEvent }
  );

/**
 * Returns a page of acts, the newest first. For `installationLog`, reads only the installation's log, which belongs to
 * no tenant.
 */
export type ListActs = (tenantId: TenantId, question: ActsQuestion, slice: Slice) => Promise<Page<Act>>;

export interface ActsDependencies {
  readonly access: Pick<Access, 'acts' | 'mayHaveKeptBooks'>;
  readonly ledgering: Pick<Ledgering, 'acts' | 'ledgerPage'>;
}

export const createListActs = ({ access, ledgering }: ActsDependencies): ListActs => {
  const ledgersOf = async (tenantId: TenantId): Promise<readonly LedgerId[]> => {
    const ids: LedgerId[] = [];
    let slice: Slice | undefined = firstSlice(ledgersAtOnce);
    while (slice) {
      const { items, next }: Page<{ readonly id: LedgerId }> = await ledgering.ledgerPage(tenantId, slice);
      ids.push(...items.map(({ id }) => id));
      slice = next && { ...slice, from: next };
    }
    return ids;
  };

  const inBooks: (...asked: Parameters<ListActs>) => Promise<readonly Act[]> = async (tenantId, question, slice) => {
    const isLookedFor = tenantId !== installationLog && (await access.mayHaveKeptBooks(question.actor, tenantId));
    if (!isLookedFor) return [];
    const acts = await ledgering.acts(await ledgersOf(tenantId), question, slice);
    return acts.map((act) => ({ kind: 'in the books', ...datesOf(act, act.logId), act }));
  };

  return async (tenantId, question, slice) => {
    const told = await access.acts(tenantId, question, slice);
    const inLog = told.map((act): Act => ({
      kind: 'in the log of the tenant',
      ...datesOf(act, act.tenantId),
      act,
    }));
    return pageOfActs([...inLog, ...(await inBooks(tenantId, question, slice))], slice);
  };
};

const ledgersAtOnce = 1_000;

const datesOf = ({ occurredAt, sequence }: Omit<Dated, 'logId'>, logId: string): Dated => ({
  occurredAt,
  logId,
  sequence,
});
