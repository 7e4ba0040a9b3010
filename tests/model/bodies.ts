/** Turns a drawn draft into the body of a request, with the ids and codes that the ledger has now. */
import { nowhere } from '../support/requests';
import { codes, type Draft } from './commands';
import type { NaiveLedger } from './naive-ledger';
import type { Account, Decimals, EntryBody, Side, TransactionBody } from './records';

export const bodyOf = (draft: Draft, key: string, naive: NaiveLedger, decimals: Decimals): TransactionBody => {
  const { flaw } = draft;
  const source =
    draft.source === undefined ? undefined : naive.transactions[draft.source % (naive.transactions.length || 1)];
  const isPaired = source !== undefined || flaw === 'unknown source';
  const journal = flaw === 'unknown journal' ? nowhere : naive.journals[draft.journal ?? 2]?.id;
  return {
    effective_date: draft.day,
    description: flaw ?? 'a transaction',
    idempotency_key: key,
    entries: entriesOf(draft, naive, decimals),
    ...(draft.layer === undefined ? {} : { layer: draft.layer }),
    ...(draft.expires === undefined || /settled/i.test(draft.layer ?? 'settled') ? {} : { expires_at: draft.expires }),
    ...(draft.reference === undefined ? {} : { reference: draft.reference }),
    ...(journal === undefined ? {} : { journal_id: journal }),
    ...(draft.correlationId === undefined ? {} : { correlation_id: draft.correlationId }),
    ...(isPaired && flaw !== 'half a pair' ? { correlation_source_id: source?.id ?? nowhere } : {}),
    ...(isPaired || flaw === 'half a pair' ? { correlation_type: 'follows' } : {}),
  };
};

const entriesOf = (
  { moves, by, isMerged, mentions, flaw }: Draft,
  { accounts }: NaiveLedger,
  { print }: Decimals,
): readonly EntryBody[] => {
  const entry = (type: Side, at: number, units: bigint): EntryBody => ({
    ...nameOf(accounts, at, by),
    type,
    amount: print(units),
  });
  const total = moves.reduce((sum, { units }) => sum + units, 0n);
  const entries = isMerged
    ? [...moves.map(({ to, units }) => entry('debit', to, units)), entry('credit', moves[0]?.from ?? 0, total)]
    : moves.flatMap(({ from, to, units }) => [entry('debit', to, units), entry('credit', from, units)]);
  const [first, ...rest] = entries as [EntryBody, ...EntryBody[]];
  const description = mentions === undefined ? {} : { description: accounts[mentions]?.id ?? 'nobody' };
  return [{ ...first, ...description, ...flawOf(flaw, first, print(total + 1n)) }, ...rest];
};

const nameOf = (
  accounts: readonly Account[],
  at: number,
  by: Draft['by'],
): Pick<EntryBody, 'account_id' | 'account_code'> => {
  const { id = nowhere, code = 'NONE' } = accounts[at] ?? {};
  return by === 'id' ? { account_id: id } : { account_code: by === 'code' ? code : (codes[at] ?? 'NONE') };
};

const flawOf = (flaw: Draft['flaw'], { account_id }: EntryBody, wrong: string): Partial<EntryBody> => {
  switch (flaw) {
    case 'unbalanced':
      return { amount: wrong };
    case 'zero':
      return { amount: '0.0' };
    case 'too fine':
      return { amount: '1.000000001' };
    case 'unknown account':
      return account_id === undefined ? { account_code: 'NONE' } : { account_id: nowhere };
    case 'unknown journal':
    case 'unknown source':
    case 'half a pair':
    case undefined:
      return {};
  }
};
