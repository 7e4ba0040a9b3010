/**
 * Random writes to one ledger, of each kind that has dry runs. Between them, limits, accounts, journals and locks change, which causes
 * refusals.
 */
import { randomFrom } from '../support/random';
import { nowhere } from '../support/requests';
import type { LeanAnswer, LeanClient } from './lean-client';

type Body = Readonly<Record<string, unknown>>;

export interface Write {
  readonly kind: 'post' | 'batch' | 'settle' | 'release' | 'extend' | 'reverse' | 'void';
  readonly path: string;
  readonly body: Body;
}

export interface Requests {
  next(): Write;
  /** Reads the transactions that later requests may refer to, and changes a limit, an account, the journal or a lock. */
  prepare(): Promise<void>;
}

export const codes = ['CASH', 'SALE', 'TILL', 'WALL'] as const;
const amounts = ['0.01', '1.00', '5.00', '10.00', '25.00', '40.00'] as const;
const days = ['2025-12-31', '2026-01-09', '2026-01-10', '2026-01-11', '2026-01-20', '2031-06-30'] as const;
const lockedDays = ['2025-12-31', '2026-01-10'] as const;
const flaws = [
  { entries: [] },
  { description: 7 },
  { colour: 'red' },
  { effective_date: '2026-02-30' },
  { journal_id: nowhere },
  { attributes: { region: 7 } },
  { correlation_type: 'alone' },
] as const;
/** The number of the latest transactions that requests may refer to. */
const recent = 60;

export const openRequests = async (api: LeanClient, seed: number): Promise<Requests> => {
  const { next: fraction, pick } = randomFrom(seed);
  const oneIn = (times: number): boolean => fraction() * times < 1;
  const maybe = (times: number, fields: () => Body): Body => (oneIn(times) ? fields() : {});
  const accounts: string[] = [];
  for (const [index, code] of codes.entries()) {
    const type = ['asset', 'revenue', 'asset', 'liability'][index];
    const limits = { enforce_balance_limits: index > 1, limit_basis: index === 3 ? 'available' : 'settled' };
    const body = { code, name: code, type, category: 'customer', ...limits, min_balance: index > 1 ? '0' : null };
    accounts.push((await api.post('/accounts', body)).body.data.id);
  }
  const journal = (await api.get('/journals')).body.data[0].id as string;
  let made: readonly LeanAnswer['body'][] = [];
  const sent: Write[] = [];
  const keys: string[] = [];
  let lock: string | undefined;

  const key = (): string => {
    const fresh = oneIn(25) && keys.length > 0 ? pick(keys) : `key ${keys.length + 1}`;
    keys.push(fresh);
    return fresh;
  };

  const post = (): Body => {
    const [total, code] = [pick(amounts), pick([...codes, 'WALL', 'WALL'])];
    const other = oneIn(40) ? 'NONE' : pick(codes);
    const [first, second] = oneIn(3) ? ['credit', 'debit'] : ['debit', 'credit'];
    const layer = pick(['settled', 'settled', 'pending', 'pending', 'encumbrance']);
    const entry = (account_code: string, type: unknown, amount: string): Body => ({ account_code, type, amount });
    const entries = oneIn(5)
      ? [entry(code, first, '5.00'), entry(other, second, '3.00'), entry('CASH', second, '2.00')]
      : [entry(code, first, total), entry(other, second, oneIn(40) ? '0.02' : total)];
    return {
      ...{ effective_date: pick(days), description: 'a transaction', idempotency_key: key(), layer, entries },
      ...maybe(6, () => ({ attributes: { [pick(['region', 'till', 'shelf'])]: pick(['one', 'two']) } })),
      ...maybe(6, () => ({ correlation_source_id: target(), correlation_type: 'follows' })),
      ...maybe(10, () => ({ expires_at: '2099-01-01T00:00:00Z' })),
      ...maybe(12, () => pick(flaws)),
    };
  };

  const target = (isWanted: (transaction: LeanAnswer['body']) => boolean = () => true): string => {
    const found = made.filter((one) => isWanted(one) || oneIn(40));
    return found.length === 0 || oneIn(30) ? nowhere : pick(found).id;
  };
  const held = (): string => target(({ hold }) => hold?.state === 'open');
  const posted = (): string =>
    target(
      ({ status, correlation_type: type }) =>
        status === 'posted' && !['release', 'reversal', 'extension'].includes(type),
    );

  const part = (id: string): Body => {
    const { entries = [] } = made.find((one) => one.id === id) ?? {};
    if (oneIn(2)) return {};
    if (!oneIn(5)) return { amount: pick([...amounts, '0.001', '0']) };
    const some = entries.filter(() => !oneIn(6));
    return {
      entries: some.map((entry: Body) => ({ entry_id: entry['id'], amount: oneIn(4) ? '1.00' : entry['amount'] })),
    };
  };
  const keyed = (): Body => maybe(2, () => ({ idempotency_key: key() }));

  const fields = {
    settle: (id: string): Body => ({
      ...{ ...part(id), ...keyed() },
      ...maybe(2, () => ({ final: false })),
      ...maybe(2, () => ({ date: pick(days) })),
      ...maybe(8, () => ({ attributes: { region: pick(['one', 7]) } })),
      ...maybe(25, () => ({ colour: 'red' })),
    }),
    release: (id: string): Body => ({ ...part(id), ...keyed(), ...maybe(3, () => ({ reason: 'let go' })) }),
    extend: (): Body => ({
      ...maybe(2, () => ({ amount: pick(['11.00', '30.00', '45.00']) })),
      ...maybe(3, () => ({ expires_at: pick([null, '2098-01-01T00:00:00Z', '2026-01-01T00:00:00Z']) })),
      ...keyed(),
    }),
    reverse: (id: string): Body => ({
      ...{ ...part(id), ...keyed() },
      ...{ reason: 'a mistake', date: pick(days) },
      ...maybe(25, () => ({ reason: '' })),
    }),
    void: (): Body => maybe(2, () => ({ reason: 'a mistake' })),
  };

  const item = (): Body => {
    const operation = pick(['post', 'post', 'settle', 'release', 'reverse'] as const);
    if (operation === 'post') return { ...maybe(4, () => ({ operation })), ...post() };
    const transaction_id = operation === 'reverse' ? posted() : held();
    return { operation: oneIn(60) ? 'void' : operation, transaction_id, ...fields[operation](transaction_id) };
  };

  const draw = (): Write => {
    const kind = pick([
      'post',
      'post',
      'post',
      'batch',
      'batch',
      'settle',
      'settle',
      'release',
      'extend',
      'reverse',
      'void',
    ] as const);
    if (kind === 'post') return { kind, path: '/transactions', body: post() };
    if (kind === 'batch') {
      const transactions: Body[] = [];
      for (let items = 1 + Math.floor(fraction() * 5); items > 0; items--)
        transactions.push(oneIn(12) && transactions.length > 0 ? pick(transactions) : item());
      return { kind, path: '/transactions/batch', body: { transactions, atomic: oneIn(2) } };
    }
    const id = kind === 'reverse' || kind === 'void' ? posted() : held();
    return { kind, path: `/transactions/${id}/${kind}`, body: fields[kind](id) };
  };

  return {
    next: () => {
      const write = sent.length > 0 && oneIn(12) ? pick(sent.slice(-100)) : draw();
      sent.push(write);
      return write;
    },
    prepare: async () => {
      made = (await api.get(`/transactions?limit=${recent}`)).body.data;
      const account = pick(accounts);
      const calls = [
        () =>
          api.put(`/accounts/${account}`, {
            min_balance: pick([null, '0', '-50.00']),
            limit_basis: pick(['settled', 'available']),
          }),
        () =>
          api.put(`/accounts/${account}`, { max_balance: pick([null, null, '60.00']), enforce_balance_limits: true }),
        () => api.put(`/accounts/${account}`, { is_active: !oneIn(3) }),
        () => api.put(`/journals/${journal}`, { status: oneIn(4) ? 'closed' : 'active' }),
        async () => {
          if (lock !== undefined) await api.post(`/period-locks/${lock}/release`, { reason: 'opened' });
          const locked =
            oneIn(2) &&
            (await api.post('/period-locks', {
              locked_until: pick(lockedDays),
              reason: 'shut',
              includes_open_days: true,
            }));
          lock = locked ? locked.body.data?.id : undefined;
        },
      ];
      // Undoes changes that would make nearly every request fail.
      await api.put(`/journals/${journal}`, { status: 'active' });
      await api.put(`/accounts/${pick(accounts)}`, { is_active: true });
      await pick(calls)();
    },
  };
};
