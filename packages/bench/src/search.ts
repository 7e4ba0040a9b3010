/**
 * Measures searches in a long ledger. Each search reads the first page of the transactions with a word, an amount, a metadata value or an
 * origin. Some values match many transactions, some match one in a hundred thousand, and some match a single transaction. Descriptions
 * consist of the words of a small vocabulary; references and order numbers are unique.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { apiPath } from '../../../src/app/server';
import { type HistoryPlan } from './history';
import { percentilesOf } from './percentiles';
import { seedLedger, type SeededLedger, type SeededWords } from './postgres/seeded-ledger';
import { openReader, untilDone } from './reading';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface SearchPlan extends Pick<HistoryPlan, 'transactions'> {
  /** The number of requests for each search. */
  readonly asks: number;
  readonly seed: number;
}

const indexedWithinMs = 180_000;
const warmUpAsks = 5;
const searchBlockEvents = 128;

const goods = ['paper', 'coffee', 'hosting', 'insurance', 'freight', 'rent', 'repairs', 'licences', 'travel', 'fuel'];
const partners = [
  'Alder',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
  'Oak',
];
/** One in this many transactions contains the rare word. */
const rareEach = 100_000;

const wordsOf = (number: number): SeededWords => ({
  description: `${goods[number % goods.length]} from ${partners[(number * 7) % partners.length]}${number % rareEach === 77 ? ' quarantined' : ''}`,
  reference: `INV-${(number * 7_919) % 100_000_007}`,
  metadata: { order: `O${number}`, channel: number % 3 === 0 ? 'shop' : 'web' },
});

export const measureSearch = async (
  stage: Stage,
  tenantId: TenantId,
  { transactions, asks, seed }: SearchPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const ledger = await seedLedger(stage.installation, tenantId, {
    ...{ ledger: 'searched', transactions, entriesOfAccount: Math.ceil(transactions / 100), seed, wordsOf },
    rememberedTransactions: new Set(),
    rememberedEntries: new Set(),
  });
  const indexedSeconds = await untilSearchable(stage, ledger);
  say(`filled ${wholeNumber(transactions)} transactions; they were indexed ${indexedSeconds.toFixed(1)} s later`);
  await stage.owner.vacuum();
  const ask = await openReader(stage, ledger.key);
  const any = (time: number): number => (time * 7_919 * 131) % transactions;
  const searches: readonly { readonly name: string; query(time: number): Readonly<Record<string, string>> }[] = [
    { name: 'a common word', query: (time) => ({ text: goods[time % goods.length] as string }) },
    {
      name: 'two words',
      query: (time) => ({ text: `${goods[time % goods.length]} ${partners[time % partners.length]}` }),
    },
    { name: 'a rare word', query: () => ({ text: 'quarantined' }) },
    { name: 'the number of an invoice', query: (time) => ({ text: String((any(time) * 7_919) % 100_000_007) }) },
    { name: 'a word that nothing has', query: (time) => ({ text: `nothing${time}` }) },
    { name: 'amounts of a range', query: () => ({ min_amount: '10.00', max_amount: '20.00' }) },
    { name: 'an exact amount', query: (time) => ({ min_amount: amountAt(time), max_amount: amountAt(time) }) },
    { name: 'a common value of metadata', query: () => ({ 'metadata[channel]': 'shop' }) },
    { name: 'a rare value of metadata', query: (time) => ({ 'metadata[order]': `O${any(time)}` }) },
    { name: 'an origin that all have', query: () => ({ origin: 'post' }) },
    { name: 'an origin that none has', query: () => ({ origin: 'reversal' }) },
  ];
  const taken = searches.map((search) => ({ ...search, ms: new Array<number>(), rows: 0 }));
  for (let time = -warmUpAsks; time < asks; time++)
    for (const search of taken) {
      const query = new URLSearchParams(search.query(Math.abs(time)));
      const { body, milliseconds } = await ask({ path: `${apiPath}/transactions?${query.toString()}` });
      search.rows = (JSON.parse(body) as { readonly data: readonly unknown[] }).data.length;
      if (time >= 0) search.ms.push(milliseconds);
    }
  const figures = taken.map(({ name, ms, rows }) => ({ name, rows, ms: percentilesOf(ms) }));
  const bytes = (await stage.owner.sizeOf('search_blocks')) / transactions;
  return {
    title: `Searches of ${wholeNumber(transactions)} transactions: ms until the last byte of the first page, ${asks} times each`,
    tables: [
      {
        columns: ['', 'rows', 'p50', 'p99'],
        rows: figures.map(({ name, rows, ms }) => [
          name,
          String(rows),
          millisecondsText(ms.p50),
          millisecondsText(ms.p99),
        ]),
      },
    ],
    remarks: [
      `The index takes ${bytes.toFixed(1)} bytes per transaction, in blocks of ${searchBlockEvents} events; it was complete ${indexedSeconds.toFixed(1)} s after the last transaction.`,
    ],
    judgements: figures.map(({ name, ms }) => judge(`search by ${name}, p99`, ms.p99, goals.search)),
    figures: { search: figures, bytesPerTransaction: bytes },
  };
};

const amountAt = (time: number): string => `${1 + ((time * 37) % 900)}.${String((time * 61) % 100).padStart(2, '0')}`;

/** Waits until the service has indexed all complete blocks of the log. The service does so at intervals. Returns the seconds waited. */
const untilSearchable = async ({ owner }: Stage, { ledgerId }: SeededLedger): Promise<number> => {
  const head = await owner.lastEvent(ledgerId);
  const isIndexed = async (): Promise<boolean> => (await owner.searchableThrough(ledgerId)) + searchBlockEvents > head;
  return untilDone(isIndexed, indexedWithinMs, 'the service does not index the log');
};
