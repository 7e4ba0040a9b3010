/** Returns links to the objects that a finding of a verification mentions. */

export interface FoundLink {
  readonly label: string;
  /** The path of the page inside the ledger. */
  readonly path: string;
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  account: (id) => `accounts/${id}`,
  transaction: (id) => `transactions/${id}`,
  event: (sequence) => `events?event=${sequence}`,
  sequence: (sequence) => `events?event=${sequence}`,
};

/** Matches a kind of object followed by its id or number, such as `transaction 01a2…`. */
const named =
  /\b(account|transaction|event|sequence)\s+([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{1,15})\b/gi;

const isId = /-/;

export const linksIn = (text: string): readonly FoundLink[] => {
  const links = [...text.matchAll(named)].flatMap(([, said = '', id = '']): readonly FoundLink[] => {
    const word = said.toLowerCase();
    // Accounts and transactions have ids, and events have sequence numbers. Other combinations do not become links.
    if (isId.test(id) !== (word === 'account' || word === 'transaction')) return [];
    const path = pages[word]?.(id);
    return path === undefined ? [] : [{ label: isId.test(id) ? `the ${word}` : `event ${id}`, path }];
  });
  return links.filter(({ path }, index) => links.findIndex((other) => other.path === path) === index);
};
