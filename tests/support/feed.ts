/** Reads the event feed of a ledger. */
import type { Answer, Client } from './client';
import { dataOf, type Fields } from './requests';

export type Event = Answer['body'];

/** A page of the feed: its events, and the sequence that it reaches. */
export const pageIn = (answer: Answer) => {
  const events: readonly Event[] = dataOf(answer, 200);
  const { through_sequence, head_sequence } = answer.body.meta as Record<'through_sequence' | 'head_sequence', number>;
  const { through_hash, log_epoch } = answer.body.meta as Record<'through_hash' | 'log_epoch', string>;
  return { events, through_sequence, head_sequence, through_hash, log_epoch };
};

export const feedOf = async (api: Client, query = '', headers: Record<string, string> = {}) =>
  pageIn(await api.get(`/events?${query}`, headers));

/** The sequence of the last event. */
export const headOf = async (api: Client): Promise<number> => (await feedOf(api, 'limit=1')).head_sequence;

/** Resolves once the ledger's log has reached `sequence`. The service holds each answer back until there are new events. */
export const atSequence = async (api: Client, sequence: number): Promise<void> => {
  // The service lets a reader wait only for the next event, so each request waits for one event.
  for (let head = await headOf(api); head < sequence;)
    head = (await feedOf(api, `after_sequence=${head}&limit=1`, { Prefer: 'wait=20' })).head_sequence;
};

/** All events after the sequence `after` that match the query, read page by page. */
export const eventsOf = async (api: Client, query = '', limit = () => 1_000, after = 0): Promise<readonly Event[]> => {
  const events: Event[] = [];
  for (let through = after; ;) {
    const page = await feedOf(api, `${query}&after_sequence=${through}&limit=${limit()}`);
    events.push(...page.events);
    through = page.through_sequence;
    if (through >= page.head_sequence) return events;
  }
};

/** The balances of a transaction's accounts on its layers, at the end of its day, in the form of the balance endpoint. */
export const balancesOf = async (api: Client, { entries, date }: Fields): Promise<readonly Fields[]> => {
  const places = new Map<string, Event>();
  for (const entry of entries as Event[]) places.set(entry.account_id + entry.layer, entry);
  const day = (date as string).slice(0, 10);
  const balances: Fields[] = [];
  for (const { account_id, account_code, layer } of places.values()) {
    const path = `/accounts/code/${account_code}/balance?as_of_date=${day}`;
    const { layer_details } = dataOf(await api.get(path), 200);
    balances.push({ account_id, account_code, layer, as_of_date: day, balance: layer_details[layer].balance });
  }
  return balances;
};

/** A transaction code for card sales, as the body of POST /trancodes. */
export const cardSale = {
  code: 'CARD_SALE',
  name: 'Card sale',
  params_schema: { amount: { type: 'decimal', required: true } },
  entries_template: {
    entries: [
      { account: 'TILL', type: 'debit', amount: '{params.amount}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
  metadata: { note: 'ä"\n', a: [1, null] },
};
