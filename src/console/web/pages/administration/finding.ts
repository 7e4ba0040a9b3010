/** What a check found, as a sentence and the rows that it names: whatever shape it comes in. */

export interface FoundLink {
  readonly label: string;
  /** Inside the ledger. */
  readonly path: string;
}

export interface Told {
  readonly sentence: string;
  readonly links: readonly FoundLink[];
}

const named: Readonly<Record<string, (id: string) => FoundLink>> = {
  account_id: (id) => ({ label: 'the account', path: `accounts/${id}` }),
  transaction_id: (id) => ({ label: 'the transaction', path: `transactions/${id}` }),
  account_set_id: (id) => ({ label: 'the account set', path: `account-sets/${id}` }),
  period_lock_id: () => ({ label: 'the period locks', path: 'period-locks' }),
  journal_id: () => ({ label: 'the journals', path: 'journals' }),
  sequence: (sequence) => ({ label: `event ${sequence}`, path: `events?event=${sequence}` }),
};

/** A word before an id in a sentence says what it is of. */
const inSentence = /\b(account|transaction)\s+([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gi;

const linksIn = (sentence: string): readonly FoundLink[] =>
  [...sentence.matchAll(inSentence)].flatMap(([, word = '', id = '']) => {
    const link = named[`${word.toLowerCase()}_id`]?.(id);
    return link === undefined ? [] : [link];
  });

export const toldOf = (finding: unknown): Told => {
  if (typeof finding === 'string') return { sentence: finding, links: linksIn(finding) };
  if (typeof finding !== 'object' || finding === null) return { sentence: String(finding), links: [] };
  const members = Object.entries(finding);
  const message = members.find(([name]) => ['message', 'sentence', 'finding'].includes(name))?.[1];
  const sentence = typeof message === 'string' ? message : JSON.stringify(finding);
  const links = members.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? (named[name]?.(String(value)) ?? []) : [],
  );
  const all = [...links, ...linksIn(sentence)];
  return { sentence, links: all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index) };
};
