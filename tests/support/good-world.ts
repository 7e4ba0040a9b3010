/** The ledgers that successful requests are sent to, with some data in them. */
import type { Ledger } from '../../src/modules/ledgering';
import { client, type Client } from './client';
import { expected, type TestBooks, type TestLedger } from './ledger';
import { dataOf, openAccount } from './requests';

/** The data for good requests: two ledgers of one tenant, each with the accounts CASH and SALES, in one string. */
export interface GoodWorld {
  readonly books: TestBooks;
  readonly api: Client;
  readonly source: Ledger;
  /** A ledger in a different currency than `source`. */
  readonly target: Ledger;
  /** A ledger in the same currency as `source`. */
  readonly sister: Ledger;
}

export const stringCode = 'GROUP';
export const everyCapability = [
  'attributes:admin',
  'periods:admin',
  'events:admin',
  `strings:participate:${stringCode}`,
];

export const openWorld = async (
  ledger: TestLedger,
  clientOf: (key: string) => Client = (key) => client(ledger.baseUrl, key),
): Promise<GoodWorld> => {
  const books = await ledger.newLedger({ capabilities: everyCapability });
  const target = await ledger.newLedger({ tenantId: books.ledger.tenantId, currency: 'EUR' });
  const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
  const api = clientOf(books.key);
  for (const one of [api, clientOf(target.key), clientOf(sister.key)]) {
    await openAccount(one, { code: 'CASH', name: 'Cash at hand', category: 'customer' });
    await openAccount(one, { code: 'SALES', name: 'Sales', type: 'revenue', category: 'customer' });
  }
  dataOf(await api.post('/strings', { code: stringCode, name: 'A group' }), 201);
  for (const { ledger: member } of [target, sister])
    expected(await ledger.app.strings.administration.addMember(member.tenantId, stringCode, member.id));
  return { books, api, source: books.ledger, target: target.ledger, sister: sister.ledger };
};
