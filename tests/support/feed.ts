/** The feed of a ledger as a test reads it. */
import type { Answer, Client } from './client';
import { dataOf } from './requests';

export type Event = Answer['body'];

export const feedOf = async (api: Client, query = ''): Promise<Answer['body']> =>
  dataOf(await api.get(`/events?${query}`), 200);

/** All that was asked for behind a sequence, page after page. */
export const eventsOf = async (api: Client, query = '', limit = () => 1_000, after = 0): Promise<readonly Event[]> => {
  const events: Event[] = [];
  for (let through = after; ;) {
    const page = await feedOf(api, `${query}&after_sequence=${through}&limit=${limit()}`);
    events.push(...page.events);
    through = page.through_sequence;
    if (through >= page.head_sequence) return events;
  }
};
