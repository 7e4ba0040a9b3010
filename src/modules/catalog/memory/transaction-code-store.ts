/** Transaction codes in memory. The contract tests of the PostgreSQL store check the same behaviour here. */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import type { QuotaUse } from '../../../kernel/quotas';
import type { Tx } from '../../../kernel/unit-of-work';
import type { CodeState, TransactionCodeStore } from '../application/ports';
import type { TransactionCode, TransactionCodeFilter, TransactionCodeId } from '../domain/transaction-code';
import { keep, KeptMap, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas } from '../../../kernel/memory/tokens';
import { comparable } from '../../../kernel/wording';

export class MemoryTransactionCodeStore implements TransactionCodeStore {
  private readonly kept: KeptMap<TransactionCodeId, TransactionCode>;

  constructor(
    room = new Room(),
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {
    this.kept = new KeptMap(room);
  }

  async holds(_: Tx, ledgerId: LedgerId, code: string): Promise<boolean> {
    return this.ofLedger(ledgerId).some((one) => one.code === code);
  }

  async add(tx: Tx, transactionCode: TransactionCode): Promise<boolean> {
    if (await this.holds(tx, transactionCode.ledgerId, transactionCode.code)) return false;
    keep(tx, this.kept, transactionCode.id, transactionCode);
    return true;
  }

  async readUse(_: Tx, { tenantId, ledgerId }: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse> {
    return { count: this.ofLedger(ledgerId).length, most: this.quotas.most(tenantId, 'transaction_codes') };
  }

  async lock(_: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    return this.read(ledgerId, id);
  }

  async saveStatus(tx: Tx, { ledgerId, id, status, updatedAt }: TransactionCode): Promise<void> {
    const found = await this.read(ledgerId, id);
    if (found) keep(tx, this.kept, id, { ...found, status, updatedAt });
  }

  async keptBehind(
    _: Tx,
    ledgerId: LedgerId,
    after: string,
    limit: number,
  ): Promise<readonly (TransactionCode & { readonly isLogged: boolean })[]> {
    const found = this.ofLedger(ledgerId).filter(({ id }) => id > after);
    return found.slice(0, limit).map((code) => ({ ...code, isLogged: true }));
  }

  async read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    return this.ofLedger(ledgerId).find((one) => one.id === id);
  }

  async readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]> {
    return this.ofLedger(ledgerId).filter(({ id }) => ids.includes(id));
  }

  async states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]> {
    return this.ofLedger(ledgerId)
      .filter(({ code }) => codes.includes(code))
      .map(({ id, code, version, status }) => ({ id, code, version, status }));
  }

  async list(
    ledgerId: LedgerId,
    { status, search }: TransactionCodeFilter,
    slice: Slice,
  ): Promise<Page<TransactionCode>> {
    const { direction, from: [start] = [], limit } = slice;
    const forward = direction === 'forward';
    const folded = (text: string): string => comparable(text).toLowerCase();
    const wanted = search === undefined ? undefined : folded(search);
    const found = this.ofLedger(ledgerId)
      .filter((one) => status === undefined || one.status === status)
      .filter(
        ({ code, name, description }) =>
          wanted === undefined || [code, name, description ?? ''].some((text) => folded(text).includes(wanted)),
      )
      .filter(({ code }) => start === undefined || (forward ? code > start : code < start))
      .sort((x, y) => (x.code < y.code === forward ? -1 : 1));
    return pageOf(found.slice(0, limit + 1), slice, ({ code }) => [code]);
  }

  private ofLedger(ledgerId: LedgerId): readonly TransactionCode[] {
    return [...this.kept.values()].filter((one) => one.ledgerId === ledgerId);
  }
}
