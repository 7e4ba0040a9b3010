/** Strings and their members: created through the API, administered by operators. */
import { newId, type LedgerId, type TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import type { QuotaReached } from '../../../kernel/quotas';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { Ledgering } from '../../ledgering';
import type { InvalidMembership, StringCodeTaken, StringNotFound } from '../domain/refusals';
import type { DescribedString, LedgerString, MemberLedger, StringDraft } from '../domain/string';
import type { StringStore } from './ports';

/** The administration of strings. `actor` is the name of the acting person or key in the tenant's log; undefined: the command line. */
export interface StringAdministration {
  /** Creates a string, with the ledger of the key as its first member. */
  create(caller: Principal, draft: StringDraft): Promise<Outcome<StringCodeTaken | QuotaReached, DescribedString>>;
  /** Creates a string for an operator, without members. */
  found(
    tenantId: TenantId,
    draft: StringDraft,
    actor?: string,
  ): Promise<Outcome<StringCodeTaken | QuotaReached, DescribedString>>;
  list(caller: Principal, slice: Slice): Promise<Page<DescribedString>>;
  /** Returns at most `limit` strings of one tenant, or of all, ordered by code. */
  strings(tenantId: TenantId | undefined, limit: number): Promise<readonly DescribedString[]>;
  read(caller: Pick<Principal, 'tenantId'>, code: string): Promise<DescribedString | undefined>;
  addMember(
    tenantId: TenantId,
    code: string,
    ledgerIdOrCode: string,
    actor?: string,
  ): Promise<Outcome<StringNotFound | InvalidMembership, MemberLedger>>;
  removeMember(
    tenantId: TenantId,
    code: string,
    ledgerIdOrCode: string,
    actor?: string,
  ): Promise<Outcome<StringNotFound | InvalidMembership, MemberLedger>>;
}

export const createStringAdministration = (
  store: StringStore,
  ledgering: Ledgering,
  clock: LedgerTime,
): StringAdministration => {
  const describe = async (strings: readonly LedgerString[]): Promise<readonly DescribedString[]> => {
    const ids = [...new Set(strings.flatMap(({ memberIds }) => memberIds))];
    const ledgers = ids.length > 0 ? await ledgering.ledgers(ids) : [];
    // `ledgers` is sorted by code, so the members of each string are sorted too.
    return strings.map((string) => ({ ...string, members: ledgers.filter(({ id }) => string.memberIds.includes(id)) }));
  };
  const describeOne = async (string: LedgerString): Promise<DescribedString> =>
    (await describe([string]))[0] as DescribedString;

  const insert = async (
    tenantId: TenantId,
    draft: StringDraft,
    memberIds: readonly LedgerId[],
    actor?: string,
  ): Promise<Outcome<StringCodeTaken | QuotaReached, DescribedString>> => {
    const now = clock.now();
    const string = { id: newId<'string'>(), tenantId, ...draft, memberIds, createdAt: now, updatedAt: now };
    const inserted = await store.insert(string, actor);
    return refused(inserted) ? inserted : ok(await afterWriting(describeOne(string)));
  };

  const member = async (
    tenantId: TenantId,
    code: string,
    ledgerIdOrCode: string,
  ): Promise<Outcome<StringNotFound | InvalidMembership, { string: LedgerString; ledger: MemberLedger }>> => {
    const string = await store.byCode(tenantId, code);
    if (!string) return refuse({ kind: 'StringNotFound' });
    const ledger = await ledgering.ledgerOfTenant(tenantId, ledgerIdOrCode);
    return ledger
      ? ok({ string, ledger })
      : refuse({ kind: 'InvalidMembership', errors: { ledger_id: ['names no ledger of this tenant'] } });
  };

  return {
    create: ({ tenantId, ledgerId, actor }, draft) => insert(tenantId, draft, [ledgerId], actor),
    found: (tenantId, draft, actor) => insert(tenantId, draft, [], actor),
    list: async ({ tenantId }, slice) => {
      const page = await store.list(tenantId, slice);
      return { ...page, items: await describe(page.items) };
    },
    strings: async (tenantId, limit) => describe(await store.strings(tenantId, limit)),
    read: async ({ tenantId }, code) => {
      const string = await store.byCode(tenantId, code);
      return string && describeOne(string);
    },
    addMember: async (tenantId, code, ledgerIdOrCode, actor) => {
      const found = await member(tenantId, code, ledgerIdOrCode);
      if (refused(found)) return found;
      await store.addMember(found.right.string.id, found.right.ledger.id, clock.now(), actor);
      return ok(found.right.ledger);
    },
    removeMember: async (tenantId, code, ledgerIdOrCode, actor) => {
      const found = await member(tenantId, code, ledgerIdOrCode);
      if (refused(found)) return found;
      await store.removeMember(found.right.string.id, found.right.ledger.id, actor);
      return ok(found.right.ledger);
    },
  };
};
