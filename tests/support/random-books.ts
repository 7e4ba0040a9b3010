/**
 * Random books, created over REST in random order: postings on every layer and on past and future days, voids, partial reversals and holds,
 * and a chart that is renamed, moved and regrouped meanwhile.
 */
import type { TestBooks } from './ledger';
import type { Random } from './random';
import { credit, debit, openAccount } from './requests';

const layers = ['settled', 'pending', 'encumbrance'] as const;

/** Performs one random act. A refused act changes nothing, which is allowed. */
export interface RandomBooks {
  step(): Promise<void>;
  readonly codes: readonly string[];
  readonly setCodes: readonly string[];
}

export const openRandomBooks = async ({ api }: TestBooks, random: Random): Promise<RandomBooks> => {
  const codes = ['TILL', 'VAULT', 'LOANS', 'DEPOSITS', 'CAPITAL', 'FEES', 'RENT'];
  const types = ['asset', 'asset', 'asset', 'liability', 'equity', 'revenue', 'expense'];
  const ids: string[] = [];
  for (const [place, code] of codes.entries())
    ids.push((await openAccount(api, { code, name: `The ${code}`, type: types[place] as string })).id);
  const setCodes = ['MONEY', 'ALL'];
  const sets: string[] = [];
  for (const code of setCodes) sets.push((await api.post('/account-sets', { code, name: code })).body.data.id);
  const posted: string[] = [];
  let opened = 0;

  const day = (): string => new Date(Date.UTC(2024, 0, 1 + Math.floor(random.next() * 500))).toISOString().slice(0, 10);
  /** A day after every day on which a test posts. */
  const lastDay = '2099-12-31';
  const amount = (most = 900): string => (1 + Math.floor(random.next() * most)).toFixed(2);
  const post = async (): Promise<void> => {
    const account_code = random.pick(codes);
    const other = random.pick(codes.filter((code) => code !== account_code));
    const value = amount();
    const key = `random ${posted.length} ${random.next()}`;
    const answer = await api.post(
      '/transactions',
      {
        effective_date: day(),
        description: 'Anything',
        idempotency_key: key,
        layer: random.pick(layers),
        entries: [debit(account_code, value), credit(other, value)],
      },
      { Prefer: 'wait=10' },
    );
    if (answer.status === 202) posted.push(answer.body.data.id);
  };
  const one = (): string | undefined => (posted.length === 0 ? undefined : random.pick(posted));
  const things: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 8 }, () => post),
    () => api.post(`/transactions/${one()}/void`, { reason: 'Wrong' }),
    () => api.post(`/transactions/${one()}/reverse`, { reason: 'Returned', amount: amount(300), date: lastDay }),
    () => api.post(`/transactions/${one()}/reverse`, { reason: 'Wrong', date: lastDay }),
    () => api.post(`/transactions/${one()}/settle`, { amount: amount(300), final: random.next() < 0.5, date: day() }),
    () => api.post(`/transactions/${one()}/release`, {}),
    () => api.post(`/transactions/${one()}/extend`, { amount: amount(1_800) }),
    () =>
      api.post(`/transactions/${one()}/extend`, {
        expires_at: `20${30 + Math.floor(random.next() * 60)}-01-01T00:00:00Z`,
      }),
    () => api.put(`/accounts/${random.pick(ids)}`, { name: `Named ${Math.floor(random.next() * 1_000)}` }),
    () => api.put(`/accounts/${random.pick(ids)}`, { parent_id: random.next() < 0.3 ? null : random.pick(ids) }),
    async () => {
      const code = `EXTRA-${opened++}`;
      ids.push((await openAccount(api, { code, type: 'asset' })).id);
      if (random.next() < 0.5) codes.push(code);
    },
    () => api.delete(`/accounts/${random.pick(ids)}`),
    () =>
      api.post(`/account-sets/${random.pick(sets)}/members`, { member_type: 'account', member_id: random.pick(ids) }),
    () => api.delete(`/account-sets/${random.pick(sets)}/members/${random.pick(ids)}`),
    () => api.post(`/account-sets/${sets[1]}/members`, { member_type: 'account_set', member_id: sets[0] }),
    () => api.put(`/account-sets/${random.pick(sets)}`, { name: `Named ${Math.floor(random.next() * 1_000)}` }),
  ];
  return { step: async () => void (await random.pick(things)()), codes, setCodes };
};
