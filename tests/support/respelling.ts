/** Random requests, repeatable by a seed: the same meaning in many spellings, and requests that differ in meaning. */
import type { Random } from './random';
import { credit, debit, freshKey, type Fields } from './requests';

/** The accounts and the journal that a request may name, with each of their spellings. */
export interface Spellings {
  readonly accounts: readonly { readonly code: string; readonly id: string }[];
  readonly defaultJournalId: string;
}

/** Returns the same amount, in major units, in a different spelling: `10.5`, `10.50`, `0010.500`. */
export const respelledAmount = (random: Random, amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '') + '0'.repeat(Math.floor(random.next() * 3));
  return '0'.repeat(Math.floor(random.next() * 3)) + whole + (digits === '' ? '' : `.${digits}`);
};

const amountOf = (random: Random): string => (Math.floor(1 + random.next() * 100_000) / 100).toFixed(2);

const odds = (random: Random, share: number): boolean => random.next() < share;

/** Two to six entries, each debit followed by a credit of the same amount. */
export const randomPost = (random: Random, { accounts }: Spellings): Fields => {
  const pairs = 1 + Math.floor(random.next() * 3);
  const entries = Array.from({ length: pairs }, () => amountOf(random)).flatMap((amount) => [
    debit(random.pick(accounts).code, amount, odds(random, 0.3) ? { description: 'the first' } : {}),
    credit(random.pick(accounts).code, amount, odds(random, 0.3) ? { metadata: { line: 1 } } : {}),
  ]);
  return {
    effective_date: `2026-01-${10 + Math.floor(random.next() * 10)}`,
    description: 'Any sale',
    idempotency_key: freshKey(),
    entries,
    ...(odds(random, 0.5) ? { reference: 'INV-1' } : {}),
    ...(odds(random, 0.5) ? { layer: random.pick(['settled', 'pending', 'encumbrance']) } : {}),
    ...(odds(random, 0.3) ? { metadata: { order: '10.50' } } : {}),
    ...(odds(random, 0.3) ? { attributes: { region: 'north' } } : {}),
  };
};

/** Returns the request in a different spelling. */
export const respelledPost = (random: Random, world: Spellings, body: Fields): Fields => {
  const { layer, metadata, attributes, entries, ...rest } = body;
  const spelledLayer = layer ?? random.pick([undefined, 'settled']);
  return {
    ...nothingSaid(random, 'reference', null),
    ...nothingSaid(random, 'expires_at', null),
    ...nothingSaid(random, 'correlation_id', null),
    ...(odds(random, 0.5) ? { journal_id: random.pick([null, world.defaultJournalId]) } : {}),
    ...rest,
    ...(spelledLayer === undefined
      ? {}
      : { layer: odds(random, 0.5) ? spelledLayer : (spelledLayer as string).toUpperCase() }),
    ...orEmpty(random, 'metadata', metadata),
    ...orEmpty(random, 'attributes', attributes),
    entries: (entries as readonly Fields[]).map((entry) => respelledEntry(random, world, entry)),
  };
};

const nothingSaid = (random: Random, member: string, nothing: unknown): Fields =>
  odds(random, 0.5) ? { [member]: nothing } : {};

/** A member without content: absent, null, or an empty object. */
const orEmpty = (random: Random, member: string, value: unknown): Fields =>
  value === undefined ? random.pick([{}, { [member]: null }, { [member]: {} }]) : { [member]: value };

const respelledEntry = (random: Random, { accounts }: Spellings, entry: Fields): Fields => {
  const { account_code: code, amount, metadata, ...rest } = entry;
  const { id } = accounts.find((account) => account.code === code) as Spellings['accounts'][number];
  return {
    ...rest,
    ...(odds(random, 0.5) ? { account_code: code } : { account_id: odds(random, 0.5) ? id : id.toUpperCase() }),
    amount: respelledAmount(random, amount as string),
    ...orEmpty(random, 'metadata', metadata),
    ...(rest['description'] === undefined ? nothingSaid(random, 'description', null) : {}),
  };
};

/** Returns a request that differs from `body` in its entries or in one other member. */
export const otherPost = (random: Random, { accounts }: Spellings, body: Fields): Fields => {
  const entries = body['entries'] as readonly Fields[];
  const place = Math.floor((random.next() * entries.length) / 2) * 2;
  const changed = (change: (entry: Fields) => Fields, ...places: readonly number[]): Fields => ({
    ...body,
    entries: entries.map((entry, index) => (places.includes(index) ? change(entry) : entry)),
  });
  const other = (member: string, values: readonly unknown[]): Fields => ({
    ...body,
    [member]: random.pick(values.filter((value) => JSON.stringify(value) !== JSON.stringify(body[member]))),
  });
  return random.pick([
    () => changed((entry) => ({ ...entry, amount: `1${entry['amount'] as string}` }), place, place + 1),
    () =>
      changed(
        (entry) => ({ ...entry, account_code: accounts.find(({ code }) => code !== entry['account_code'])?.code }),
        place,
      ),
    () => changed((entry) => ({ ...entry, description: 'another' }), place),
    () => changed((entry) => ({ ...entry, metadata: { line: 2 } }), place),
    () => changed((entry) => ({ ...entry, type: entry['type'] === 'debit' ? 'credit' : 'debit' }), place, place + 1),
    () => ({ ...body, entries: entries.toReversed() }),
    () => other('layer', body['layer'] === undefined ? ['pending'] : ['settled', 'pending', 'encumbrance']),
    () => other('description', ['Another sale']),
    () => other('reference', ['INV-2']),
    () => other('metadata', [{ order: '10.5' }]),
    () => other('attributes', [{ region: 'south' }]),
    () => other('effective_date', ['2026-02-01']),
  ])();
};

/** A request that uses the transaction code FEE, which has a list, a default and an optional parameter. */
export const randomFee = (random: Random, { accounts }: Spellings): Fields => ({
  effective_date: '2026-01-15',
  description: 'Any fee',
  idempotency_key: freshKey(),
  transaction_code: 'FEE',
  transaction_code_params: {
    payer: random.pick(accounts).code,
    rate: '0.1',
    parts: Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => ({
      amount: amountOf(random),
      account: random.pick(accounts).code,
    })),
  },
});

interface FeeParams {
  readonly payer: string;
  readonly rate: string;
  readonly parts: readonly { readonly amount: string; readonly account: string }[];
}
const feeParamsOf = (body: Fields): FeeParams => body['transaction_code_params'] as FeeParams;

export const respelledFee = (random: Random, { accounts }: Spellings, body: Fields): Fields => {
  const named = (code: string): unknown =>
    odds(random, 0.5) ? code : accounts.find((account) => account.code === code)?.id;
  const { payer, rate, parts, ...rest } = feeParamsOf(body);
  return {
    ...body,
    ...orEmpty(random, 'metadata', undefined),
    transaction_code_params: {
      ...nothingSaid(random, 'note', null),
      ...rest,
      payer: named(payer),
      ...(rate === '0.1' ? nothingSaid(random, 'rate', respelledAmount(random, rate)) : { rate }),
      parts: parts.map(({ amount, account }) => ({
        amount: respelledAmount(random, amount),
        account: named(account),
      })),
    },
  };
};

export const otherFee = (random: Random, { accounts }: Spellings, body: Fields): Fields => {
  const params = feeParamsOf(body);
  const [first, ...others] = params.parts as [FeeParams['parts'][number]];
  const another = (code: string): string => accounts.find((account) => account.code !== code)?.code ?? '';
  const changed = random.pick([
    { payer: another(params.payer) },
    { note: 'a note' },
    { rate: '0.2' },
    { parts: [{ ...first, amount: `1${first.amount}` }, ...others] },
    { parts: [{ ...first, account: another(first.account) }, ...others] },
    { parts: [first, ...others, first] },
  ]);
  return { ...body, transaction_code_params: { ...params, ...changed } };
};
