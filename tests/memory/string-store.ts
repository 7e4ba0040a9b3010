/** Strings without a database: the same promises as the PostgreSQL store, kept by the same contract tests. */
import type { LedgerId, TenantId } from '../../src/kernel/ids';
import { pageOf, type Page, type Slice } from '../../src/kernel/page';
import type { RateTable, StringStore } from '../../src/modules/strings/application/ports';
import type { LedgerString, StringId } from '../../src/modules/strings/domain/string';

export class MemoryStringStore implements StringStore, RateTable {
  private readonly kept = new Map<StringId, LedgerString>();
  private readonly rates = new Map<string, { readonly rate: string; readonly setAt: Date }>();

  async insert(string: LedgerString): Promise<boolean> {
    if (this.of(string.tenantId).some(({ code }) => code === string.code)) return false;
    this.kept.set(string.id, string);
    return true;
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

  async addMember(stringId: StringId, ledgerId: LedgerId): Promise<void> {
    this.change(stringId, (ids) => [...new Set([...ids, ledgerId])]);
  }

  async removeMember(stringId: StringId, ledgerId: LedgerId): Promise<void> {
    this.change(stringId, (ids) => ids.filter((id) => id !== ledgerId));
  }

  async set(base: string, quote: string, rate: string, now: Date): Promise<void> {
    this.rates.set(`${base}/${quote}`, { rate, setAt: now });
  }

  async find(base: string, quote: string): Promise<{ readonly rate: string; readonly setAt: Date } | undefined> {
    return this.rates.get(`${base}/${quote}`);
  }

  private of(tenantId: TenantId): readonly LedgerString[] {
    return [...this.kept.values()].filter((string) => string.tenantId === tenantId);
  }

  private change(stringId: StringId, members: (ids: readonly LedgerId[]) => readonly LedgerId[]): void {
    const string = this.kept.get(stringId);
    if (string) this.kept.set(stringId, { ...string, memberIds: members(string.memberIds) });
  }
}
