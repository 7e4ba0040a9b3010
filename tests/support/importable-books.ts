/**
 * Random books with everything that can be exported and imported: a chart with levels, awkward texts, metadata and attributes, many
 * entries, holds settled and released in part, partial reversals, and corrections of corrections.
 */
import type { TestBooks } from './ledger';
import type { Random } from './random';
import { credit, dataOf, debit, decide, openAccount, type Fields } from './requests';

const awkward = [
  'Plain',
  '=SUM(A1:A9)',
  "'quoted",
  '-5 % off; half | price',
  'two\nlines\r\nand "three", \\n',
  '  spaces  around  ',
  '(x) y',
  '* starred',
  '! [2026-01-02] date:2026-01-02',
  'Größe; naïve 日本 😀',
  'tag: value, other: %41%zz',
  '@import "x" {} =5',
  '2026-01-05 * "Payee" "Narration"',
  '\tTab',
  '%',
];

const accounts: readonly Fields[] = [
  { code: 'ASSETS', type: 'asset', name: 'All assets' },
  {
    ...{ code: 'BANK.1', type: 'asset', parent_code: 'ASSETS', name: 'Bank, "first"; 50%', cash_flow: 'cash' },
    metadata: { iban: 'X,1;2' },
  },
  { code: 'till:2', type: 'asset', parent_code: 'BANK.1', description: 'a\nb' },
  // An asset below cash below an asset: its hledger path starts again at the top.
  { code: 'TERM', type: 'asset', parent_code: 'till:2', cash_flow: 'investing' },
  { code: 'CONTRA', type: 'asset', normal_balance: 'credit', parent_code: 'ASSETS' },
  { code: 'w-1', type: 'liability', category: 'customer', name: "'Ana'" },
  // The types of these accounts differ from those of their parents, so their hledger paths start again at the top, too.
  { code: 'W-2', type: 'liability', category: 'customer', name: '=Ben', parent_code: 'CONTRA' },
  { code: 'BACK', type: 'asset', parent_code: 'W-2' },
  { code: 'back:2', type: 'asset', parent_code: 'BACK' },
  { code: '-SALES', type: 'revenue', name: ' Sales ' },
  { code: '1000', type: 'expense' },
  { code: 'EQUITY_x', type: 'equity' },
];
const plainly = { isHold: false, isSettlement: false, isReferredTo: false };
const codes = accounts.map(({ code }) => code as string);

interface Made {
  readonly id: string;
  readonly entries: readonly Fields[];
  readonly day: string;
  readonly isHold: boolean;
  readonly isSettlement: boolean;
  isReferredTo: boolean;
}

/** Creates the chart, and then performs `things` random acts. */
export const fillImportable = async ({ api }: TestBooks, random: Random, things: number): Promise<void> => {
  for (const fields of accounts) await openAccount(api, fields);
  await openAccount(api, { code: 'GROUP', type: 'asset', is_group: true });
  const { id: old } = await openAccount(api, { code: 'OLD', type: 'asset', parent_code: 'GROUP' });
  const { id: journalId } = dataOf(await api.post('/journals', { code: 'J.2', name: 'J.2' }), 201);
  const whole = (from: number, to: number): number => from + Math.floor(random.next() * (to - from + 1));
  const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const day = (): string => new Date(Date.UTC(2025, 0, whole(1, 500))).toISOString().slice(0, 10);
  const maybe = <T>(share: number, value: () => T): T | undefined => (random.next() < share ? value() : undefined);
  const text = (): string => random.pick(awkward);
  const words = (): Fields => ({
    effective_date: day(),
    description: text(),
    reference: maybe(0.4, text),
    metadata: maybe(0.3, () => ({ [text()]: [text(), 1.5, null, { deep: true }] })),
    attributes: maybe(0.3, () => ({
      ...{ region: text(), text: 'x', code: text(), b: '', filename: '"quoted"' },
      parent: maybe(0.3, text) ?? 'none',
    })),
  });
  const entries = (): readonly Fields[] => {
    const said = (): Fields => ({ description: maybe(0.3, text), metadata: maybe(0.2, () => ({ k: text() })) });
    const [one, other, third, fourth] = codes.toSorted(() => random.next() - 0.5) as [string, string, string, string];
    const [a, b, c] = [whole(1, 90_000), whole(1, 90_000), whole(1, 90_000)];
    if (random.next() < 0.6) return [debit(one, money(a), said()), credit(other, money(a), said())];
    return [
      ...[debit(one, money(a), said()), credit(third, money(a + b), said())],
      ...[debit(other, money(b + c), said()), credit(fourth, money(c), said())],
    ];
  };
  const made: Made[] = [];
  const post = async (fields: Fields = {}): Promise<void> => {
    const sent = entries();
    const { id, entries: stored, effective_date: at } = await decide(api, { ...words(), ...fields, entries: sent });
    made.push({ ...plainly, id, entries: stored, day: at.slice(0, 10), isHold: fields['layer'] !== undefined });
  };
  /**
   * The part of a transaction to undo: sometimes everything; otherwise an amount if the transaction has two entries, and the same amount of
   * the first two entries if it has more.
   */
  const part = (of: readonly Fields[]): Fields => {
    if (random.next() < 0.3) return {};
    if (of.length === 2) return { amount: money(whole(1, 20_000)) };
    const [left, right] = [of[0] as Fields, of[1] as Fields];
    const amount = money(whole(1, 500));
    return { entries: [left, right].map(({ id }) => ({ entry_id: id, amount })) };
  };
  const acts: readonly (() => Promise<unknown>)[] = [
    ...[post, post, post],
    () => post({ journal_id: journalId }),
    () => post({ correlation_id: `order ${whole(1, 9)}; %41` }),
    async () => {
      const source = made.length === 0 ? undefined : random.pick(made);
      if (!source) return;
      source.isReferredTo = true;
      await post({ correlation_source_id: source.id, correlation_type: 'child' });
    },
    () => post({ layer: 'pending' }),
    () => post({ layer: 'pending', expires_at: '2099-01-01T00:00:00Z' }),
    () => post({ layer: 'encumbrance' }),
    ...['settle', 'release', 'reverse', 'reverse', 'settle', 'release'].map((what) => async () => {
      const holds = made.filter(({ isHold }) => isHold === (what !== 'reverse') || random.next() < 0.2);
      if (holds.length === 0) return;
      const { id, entries: of, day: from } = random.pick(holds);
      const said =
        what === 'settle'
          ? { ...words(), effective_date: undefined, final: random.next() < 0.5, allow_excess: random.next() < 0.4 }
          : {};
      const inherited = { reference: maybe(0.3, text), attributes: maybe(0.2, () => null) };
      const metadata = what === 'reverse' ? { metadata: maybe(0.3, () => ({ t: text() })) } : {};
      const reason = what === 'settle' ? {} : { reason: text() };
      const date = [day(), from].toSorted()[1];
      const body = { ...reason, ...inherited, ...metadata, ...said, ...part(of), date };
      const { effective_date: _, ...fields } = body as Fields;
      const { body: answer } = await api.post(`/transactions/${id}/${what}`, fields);
      if (what === 'settle' && answer.data?.id)
        made.push({
          ...plainly,
          ...{ id: answer.data.id, entries: answer.data.entries, day: date ?? '', isSettlement: true },
        });
    }),
    async () => {
      const holds = made.filter(({ isHold }) => isHold);
      if (holds.length === 0) return;
      const { id, day: from } = random.pick(holds);
      const { body: shown } = await api.get(`/transactions/${id}`);
      const amount = money(Math.round(Number(shown.data.hold?.amount ?? 0) * 100) + whole(1, 20_000));
      const end = maybe(0.3, () => '2099-02-01T00:00:00Z');
      await api.post(`/transactions/${id}/extend`, { amount, expires_at: end, date: [day(), from].toSorted()[1] });
    },
    async () => {
      // Only a transaction to which no other transaction refers is voided: exports leave out void transactions, and references to them
      // would be lost.
      const at = made.findIndex(({ isReferredTo, isSettlement }) => !isReferredTo && !isSettlement);
      const [gone] = at < 0 ? [] : made.splice(at, 1);
      if (gone) await api.post(`/transactions/${gone.id}/void`, { reason: 'Never' });
    },
  ];
  for (let done = 0; done < things; done++) await random.pick(acts)();
  dataOf(await api.put(`/accounts/${old}`, { is_active: false }), 200);
};
