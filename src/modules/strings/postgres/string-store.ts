/** Strings, their members and stored rates in PostgreSQL. */
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere } from '../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { readUse } from '../../../kernel/postgres/quotas';
import { asFault } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type { RateTable, StoredRate, StringStore } from '../application/ports';
import type { StringCodeTaken } from '../domain/refusals';
import type { LedgerString, StringId } from '../domain/string';
import { MemberSchema, RateSchema, StringSchema, type StringRow } from './schema';

export class PostgresStringStore implements StringStore, RateTable {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  insert(
    { memberIds, ...string }: LedgerString,
    actor?: string,
  ): Promise<Outcome<StringCodeTaken | QuotaReached, void>> {
    const { tenantId, code } = string;
    return this.act<StringCodeTaken | QuotaReached, void>(actor, async (em, tx) => {
      if (!(await insertUnlessThere(em, StringSchema, string, ['tenantId', 'code'])))
        return refuse({ kind: 'StringCodeTaken', code });
      for (const ledgerId of memberIds)
        await em.insert(MemberSchema, { stringId: string.id, ledgerId, addedAt: string.createdAt });
      return judgeUse('strings', await readUse(tx, tenantId, 'strings', em.count(StringSchema, { tenantId })));
    });
  }

  byCode(tenantId: TenantId, code: string): Promise<LedgerString | undefined> {
    return this.on(async (em) => {
      const row = await em.findOne(StringSchema, { tenantId, code });
      return row ? (await withMembers(em, [row]))[0] : undefined;
    });
  }

  list(tenantId: TenantId, slice: Slice): Promise<Page<LedgerString>> {
    const forward = slice.direction === 'forward';
    const from = slice.from?.[0];
    return this.on(async (em) => {
      const rows = await em.find(
        StringSchema,
        { tenantId, ...(from === undefined ? {} : { code: forward ? { $gt: from } : { $lt: from } }) },
        { orderBy: { code: forward ? 'asc' : 'desc' }, limit: slice.limit + 1 },
      );
      return pageOf(await withMembers(em, rows), slice, ({ code }) => [code]);
    });
  }

  strings(tenantId: TenantId | undefined, limit: number): Promise<readonly LedgerString[]> {
    const where = tenantId === undefined ? {} : { tenantId };
    return this.on(async (em) =>
      withMembers(em, await em.find(StringSchema, where, { orderBy: { code: 'asc', id: 'asc' }, limit })),
    );
  }

  async addMember(stringId: StringId, ledgerId: LedgerId, now: Date, actor?: string): Promise<void> {
    await this.act(actor, async (em) =>
      ok(await insertUnlessThere(em, MemberSchema, { stringId, ledgerId, addedAt: now }, ['stringId', 'ledgerId'])),
    );
  }

  async removeMember(stringId: StringId, ledgerId: LedgerId, actor?: string): Promise<void> {
    await this.act(actor, async (em) => {
      // Taking this lock waits until all conversions and transfers in progress through the string have ended.
      await em.findOne(StringSchema, { id: stringId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return ok(await em.nativeDelete(MemberSchema, { stringId, ledgerId }));
    });
  }

  async set(base: string, quote: string, rate: string, now: Date, actor?: string): Promise<void> {
    await this.act(actor, async (em) => ok(await em.upsert(RateSchema, { base, quote, rate, setAt: now })));
  }

  find(base: string, quote: string): Promise<{ readonly rate: string; readonly setAt: Date } | undefined> {
    return this.on(async (em) => (await em.findOne(RateSchema, { base, quote })) ?? undefined);
  }

  rates(limit: number): Promise<readonly StoredRate[]> {
    return this.on((em) => em.find(RateSchema, {}, { orderBy: { base: 'asc', quote: 'asc' }, limit }));
  }

  page(slice: Slice): Promise<Page<StoredRate>> {
    const [beyond, order] = slice.direction === 'forward' ? (['$gt', 'asc'] as const) : (['$lt', 'desc'] as const);
    const [base, quote] = slice.from ?? [];
    // The first condition bounds the index scan; the second one leaves out the pairs of the same base that have already been listed.
    const where =
      base === undefined || quote === undefined
        ? {}
        : { base: { [`${beyond}e`]: base }, $or: [{ base: { [beyond]: base } }, { base, quote: { [beyond]: quote } }] };
    return this.on(async (em) => {
      const orderBy = { base: order, quote: order };
      const rows = await em.find(RateSchema, where, { orderBy, limit: slice.limit + 1 });
      return pageOf(rows, slice, (rate) => [rate.base, rate.quote]);
    });
  }

  /** Runs `work` in a transaction on behalf of the actor. */
  private act<R, A>(
    actor: string | undefined,
    work: (em: EntityManager, tx: Tx) => Promise<Outcome<R, A>>,
  ): Promise<Outcome<R, A>> {
    return this.unitOfWork.run<R, A>({ ledgerIds: [], actor }, (tx) => work(entitiesOf(this.orm, tx), tx));
  }

  private async on<A>(work: (em: EntityManager) => Promise<A>): Promise<A> {
    try {
      return await work(this.orm.em.fork());
    } catch (error) {
      throw asFault(error);
    }
  }
}

const withMembers = async (em: EntityManager, rows: readonly StringRow[]): Promise<readonly LedgerString[]> => {
  const members = rows.length > 0 ? await em.find(MemberSchema, { stringId: { $in: rows.map(({ id }) => id) } }) : [];
  return rows.map(({ id, tenantId, code, name, description, isActive, createdAt, updatedAt }) => ({
    id,
    tenantId,
    code,
    name,
    description,
    isActive,
    memberIds: members.filter(({ stringId }) => stringId === id).map(({ ledgerId }) => ledgerId),
    createdAt,
    updatedAt,
  }));
};
