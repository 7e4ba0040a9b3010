/** Strings in memory. The contract tests of the PostgreSQL store check the same behaviour here. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { KeptMap, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas, type StringStates } from '../../../kernel/memory/tokens';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { refuse, refused, type Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { RateTable, StoredRate, StringStore } from '../application/ports';
import type { StringCodeTaken } from '../domain/refusals';
import type { LedgerString, StringId } from '../domain/string';

export class MemoryStringStore implements StringStore, RateTable, StringStates {
  private readonly kept: KeptMap<StringId, LedgerString>;
  private readonly stored: KeptMap<string, StoredRate>;

  constructor(
    room = new Room(),
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {
    this.kept = new KeptMap(room);
    this.stored = new KeptMap(room);
  }

  async insert(string: LedgerString): Promise<Outcome<StringCodeTaken | QuotaReached, void>> {
    const { tenantId, code } = string;
    const present = this.of(tenantId);
    if (present.some((other) => other.code === code)) return refuse({ kind: 'StringCodeTaken', code });
    const room = judgeUse('strings', { count: present.length + 1, most: this.quotas.most(tenantId, 'strings') });
    if (!refused(room)) this.kept.set(string.id, string);
    return room;
  }

  async byCode(tenantId: TenantId, code: string): Promise<LedgerString | undefined> {
    return this.of(tenantId).find((string) => string.code === code);
  }

  async list(tenantId: TenantId, slice: Slice): Promise<Page<LedgerString>> {
    const { direction, from: [start] = [], limit } = slice;
    const forward = direction === 'forward';
    const found = this.of(tenantId)
      .filter(({ code }) => start === undefined || (forward ? code > start : code < start))
      .sort((x, y) => (x.code < y.code === forward ? -1 : 1));
    return pageOf(found.slice(0, limit + 1), slice, ({ code }) => [code]);
  }

  async strings(tenantId: TenantId | undefined, limit: number): Promise<readonly LedgerString[]> {
    return [...this.kept.values()]
      .filter((string) => tenantId === undefined || string.tenantId === tenantId)
      .sort((x, y) => (x.code < y.code || (x.code === y.code && x.id < y.id) ? -1 : 1))
      .slice(0, limit);
  }

  async addMember(stringId: StringId, ledgerId: LedgerId): Promise<void> {
    this.change(stringId, (ids) => [...new Set([...ids, ledgerId])]);
  }

  async removeMember(stringId: StringId, ledgerId: LedgerId): Promise<void> {
    this.change(stringId, (ids) => ids.filter((id) => id !== ledgerId));
  }

  async set(base: string, quote: string, rate: string, now: Date): Promise<void> {
    this.stored.set(`${base}/${quote}`, { base, quote, rate, setAt: now });
  }

  async find(base: string, quote: string): Promise<StoredRate | undefined> {
    return this.stored.get(`${base}/${quote}`);
  }

  async rates(limit: number): Promise<readonly StoredRate[]> {
    return [...this.stored.values()]
      .sort((x, y) => (`${x.base}/${x.quote}` < `${y.base}/${y.quote}` ? -1 : 1))
      .slice(0, limit);
  }

  async page(slice: Slice): Promise<Page<StoredRate>> {
    const { direction, from, limit } = slice;
    const forward = direction === 'forward';
    const name = ({ base, quote }: StoredRate): string => `${base}/${quote}`;
    const start = from?.join('/');
    const found = [...this.stored.values()]
      .filter((rate) => start === undefined || (forward ? name(rate) > start : name(rate) < start))
      .toSorted((x, y) => (name(x) < name(y) === forward ? -1 : 1));
    return pageOf(found.slice(0, limit + 1), slice, ({ base, quote }) => [base, quote]);
  }

  isSo({ stringId, ledgerIds, rate }: Parameters<StringStates['isSo']>[0]): boolean {
    const string = this.kept.get(stringId as StringId);
    const stored = rate && this.stored.get(`${rate.base}/${rate.quote}`);
    return (
      string?.isActive === true &&
      ledgerIds.every((id) => string.memberIds.includes(id)) &&
      (rate === null || stored?.setAt.getTime() === rate.setAt.getTime())
    );
  }

  private of(tenantId: TenantId): readonly LedgerString[] {
    return [...this.kept.values()].filter((string) => string.tenantId === tenantId);
  }

  private change(stringId: StringId, members: (ids: readonly LedgerId[]) => readonly LedgerId[]): void {
    const string = this.kept.get(stringId);
    if (string) this.kept.set(stringId, { ...string, memberIds: members(string.memberIds) });
  }
}

export const MEMORY_STRINGS = token<MemoryStringStore>('MemoryStrings');
