/** Reads the sums of accounts up to days at the end of the log, from the sums of days, months and years. */
import type { Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { itemsAPiece, type Pieces } from '../../../../kernel/pieces';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { finished, inSlices } from '../../../../kernel/running/slices';
import { daysBetween, type Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { Turnover } from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';

interface Asked {
  /** The accounts to read; undefined for all accounts. */
  readonly ids: readonly AccountId[] | undefined;
  readonly layer: Layer;
  /** The days, each once. */
  readonly days: readonly Day[];
}

export const nothing: Turnover = { debits: 0n, credits: 0n };

/** Returns the sums of each account up to each of the days, in the order of the days. Accounts without entries are left out. */
export const readSumsNow = async (
  tx: Tx,
  ledgerId: LedgerId,
  { ids, layer, days }: Asked,
): Promise<ReadonlyMap<AccountId, readonly Turnover[]>> => {
  const asked = { ledger_id: ledgerId, layer, account_ids: ids ? plainArray(ids) : null };
  const chains = chainsOf(days);
  const read = await Promise.all(chains.map((chain) => readChain(tx, asked, chain)));
  const parts = chains.flatMap((chain, index) => {
    const places = chain.map((day) => days.indexOf(day));
    return (read[index] ?? []).map(({ from, lists }) => ({ places: places.slice(from), lists }));
  });
  return finished(addedUp(parts, days.length), inSlices());
};

/**
 * The maximum number of days between two consecutive days of a chain. For longer distances, a new chain is cheaper, because its first day
 * uses the sums of whole years.
 */
const maxDaysInChain = 92;

type Chain = readonly [Day, ...Day[]];

/** Returns the days in order as chains: a new chain begins where two consecutive days are far apart. */
const chainsOf = (days: readonly Day[]): readonly Chain[] => {
  const chains: [Day, ...Day[]][] = [];
  for (const day of days.toSorted()) {
    const chain = chains.at(-1);
    if (chain && daysBetween(chain.at(-1) as Day, day) <= maxDaysInChain) chain.push(day);
    else chains.push([day]);
  }
  return chains;
};

/** Sums or changes that count on a day of the chain and on all days after it. */
interface Part {
  /** The place of the day in the chain. */
  readonly from: number;
  readonly lists: SumsRow;
}

/** Reads the sums up to the first day, and the changes up to each following day, so that adjacent months are read only once. */
const readChain = async (
  tx: Tx,
  {
    account_ids,
    ...asked
  }: { readonly ledger_id: LedgerId; readonly layer: Layer; readonly account_ids: string | null },
  chain: Chain,
): Promise<readonly Part[]> => {
  const [day] = chain;
  const [base, changes] = await Promise.all([
    account_ids === null
      ? fetchRows(tx, sql.read_sums_of_all_now, { ...asked, day })
      : fetchRows(tx, sql.read_sums_of_some_now, { ...asked, day, account_ids }),
    chain.length === 1 ? [] : fetchRows(tx, sql.read_changes_now, { ...asked, days: plainArray(chain), account_ids }),
  ]);
  return [
    ...base.map((lists) => ({ from: 0, lists })),
    ...changes.map(({ n, ...lists }) => ({ from: Number(n) - 1, lists })),
  ];
};

interface Added {
  /** The places of the days on which the values count, in the list of all days. */
  readonly places: readonly number[];
  readonly lists: SumsRow;
}

/** Adds up the parts account by account. */
function* addedUp(parts: readonly Added[], length: number): Pieces<ReadonlyMap<AccountId, readonly Turnover[]>> {
  const sums = new Map<AccountId, Turnover[]>();
  for (const { places, lists } of parts) {
    if (lists.account_ids === null) continue;
    const debits = (lists.debits as string).split(',');
    const credits = (lists.credits as string).split(',');
    for (const [index, id] of (lists.account_ids.split(',') as AccountId[]).entries()) {
      let course = sums.get(id);
      if (!course) sums.set(id, (course = new Array<Turnover>(length).fill(nothing)));
      addTo(course, places, { debits: BigInt(debits[index] as string), credits: BigInt(credits[index] as string) });
      if (index % itemsAPiece === 0) yield;
    }
  }
  return sums;
}

/** Adds the values to the sums at these places. Consecutive days without changes between them share one object. */
const addTo = (course: Turnover[], places: readonly number[], { debits, credits }: Turnover): void => {
  let before: Turnover | undefined;
  let after = nothing;
  for (const place of places) {
    const known = course[place] as Turnover;
    if (known !== before) {
      before = known;
      after = { debits: known.debits + debits, credits: known.credits + credits };
    }
    course[place] = after;
  }
};

/** The sums as three comma-separated lists; null if there are no rows. */
interface SumsRow {
  readonly account_ids: string | null;
  readonly debits: string | null;
  readonly credits: string | null;
}

const sql = loadStatements(__filename, {
  read_sums_of_some_now: parameters('ledger_id', 'account_ids', 'layer', 'day').rows<SumsRow>(),
  read_sums_of_all_now: parameters('ledger_id', 'layer', 'day').rows<SumsRow>(),
  read_changes_now: parameters('ledger_id', 'account_ids', 'layer', 'days').rows<SumsRow & { readonly n: string }>(),
});
