/** Attacks with request bodies that need as much work as a batch may need: entries, arithmetic, texts, patterns, and unknown members. */
import { newId } from '../../../../../src/kernel/ids';
import { batchBodies } from '../../load/bodies';
import type { AttackedBooks } from '../../postgres/attacked-books';
import {
  asking,
  legs,
  maxEntries,
  maxItems,
  maxItemsOfMaxEntries,
  printedTransactions,
  type Ammunition,
  type Attack,
} from './attack';

const toBatch = (transaction: () => string, items = maxItems): Attack['carryOut'] => {
  const body = batchBodies(transaction, items);
  return asking(() => () => ({ method: 'POST', path: '/transactions/batch', body: body() }));
};

const byCode = (transaction_code: string, params: object): (() => string) =>
  printedTransactions({ entries: undefined, transaction_code, transaction_code_params: params });

/** Returns the entries of a template; `more` adds members to the entry at an index. */
const templateEntries = (count: number, more: (index: number) => object = () => ({})): readonly object[] =>
  legs(count, (index) => ({ account_code: undefined, account: index % 2 === 0 ? 'CASH' : 'SALES', ...more(index) }));

/** An attack with batches that have the maximum number of entries. */
const wideBatches: Attack = {
  name: 'batches of very many entries',
  carryOut: toBatch(printedTransactions({ entries: legs(maxEntries) }), maxItemsOfMaxEntries),
};

/** An attack with templates of a hundred entries whose amounts are calculated: a small body that needs much arithmetic. */
const wideTemplates: Attack = {
  name: 'batches of wide templates',
  prepare: async ({ post }) => {
    await post('/trancodes', {
      ...{ code: 'WIDE', name: 'WIDE' },
      params_schema: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { type: 'decimal' }])),
      entries_template: {
        entries: templateEntries(maxEntries, () => ({
          amount: '{round(params.a*params.b*params.c/params.d,2)}',
        })),
      },
    });
    return {};
  },
  carryOut: toBatch(
    byCode('WIDE', { a: '1234567.890123', b: '9876543.210987', c: '1.000000000001', d: '7654321.123457' }),
    maxItemsOfMaxEntries,
  ),
};

/** The number of entries with a text. Together their texts are just below the limit on the text that a transaction code may produce. */
const wordyEntries = 16;
const words = '\u{1f4b6}'.repeat(1_000);

/**
 * Creates a transaction code whose template repeats a long default text. A request without parameters then produces as much text as a
 * transaction may have.
 */
export const createWordyCode = async ({ post }: AttackedBooks): Promise<Ammunition> => {
  const { id } = await post<{ readonly id: string }>('/trancodes', {
    ...{ code: 'WORDY', name: 'WORDY', params_schema: { words: { type: 'string', default: words } } },
    entries_template: {
      entries: templateEntries(maxEntries, (index) => (index < wordyEntries ? { description: '{params.words}' } : {})),
    },
  });
  return { id };
};

const wordyTemplates: Attack = {
  name: 'batches of templates with long texts',
  prepare: createWordyCode,
  carryOut: asking(() => {
    const body = batchBodies(byCode('WORDY', {}), maxItemsOfMaxEntries);
    return (number) => ({
      method: 'POST',
      path: number % 2 === 0 ? '/transactions/batch' : '/transactions/batch?dry_run=true',
      body: body(),
    });
  }),
};

const parameters = Array.from({ length: 99 }, (_, number) => `p${number}`);
const filledParameters = parameters.slice(0, 10);
const itemsOfTexts = 95;
const longestText = 'a'.repeat(1_000);

/** A regular expression whose compiled form is just below the limit for patterns. */
const longestProgram = '([^b]?){330}([^c]?){160}b';

/** An attack that matches texts of maximum length against `longestProgram`, in batches of maximum size. */
const patternBatch: Attack = {
  name: 'patterns in a batch',
  prepare: async ({ post }) => {
    const text = { type: 'string', pattern: longestProgram, required: false };
    await post('/trancodes', {
      ...{ code: 'PATTERNS', name: 'PATTERNS' },
      params_schema: Object.fromEntries(parameters.map((name) => [name, text])),
      entries_template: { entries: templateEntries(2) },
    });
    return {};
  },
  carryOut: toBatch(
    byCode('PATTERNS', Object.fromEntries(filledParameters.map((name) => [name, longestText]))),
    itemsOfTexts,
  ),
};

/** The number of unknown members in a body. The body stays below the size from which the service treats bodies as bulky. */
const strangeNames = 12_000;

/** An attack with unknown members, and with entries that have no members. Each of them could produce an error message of its own. */
const strangeMembers: Attack = {
  name: 'unknown members',
  carryOut: asking(() => {
    const names = Array.from({ length: strangeNames }, (_, number) => [`x${number}`, 1] as const);
    const unknown = JSON.stringify(Object.fromEntries(names));
    const empty = batchBodies(printedTransactions({ entries: Array(maxEntries).fill({}) }), maxItemsOfMaxEntries);
    const path = `/trancodes/${newId<'transaction-code'>()}/validate-params`;
    return (number) =>
      number % 2 === 0
        ? { method: 'POST', path, body: unknown, headers: { Prefer: 'handling=strict' } }
        : { method: 'POST', path: '/transactions/batch', body: empty() };
  }),
};

const streams = 100;

/**
 * An attack with a hundred streams of one ledger and as many postings in it as possible. The service must send each event to a hundred
 * streams.
 */
const crowdedStreams: Attack = {
  name: 'streams of current events',
  carryOut: asking(() => {
    const body = batchBodies(printedTransactions({}), maxItems);
    // A stream stays open until the end of the attack, and counts as a request without a response.
    return (number) =>
      number % 2 === 0 && number < 2 * streams
        ? { path: '/events', headers: { Accept: 'text/event-stream' } }
        : { method: 'POST', path: '/transactions/batch', body: body() };
  }),
};

export const batches = [wideBatches, wideTemplates, wordyTemplates, patternBatch, strangeMembers, crowdedStreams];
