/** Strings for tests: member ledgers of one tenant, keys that may move value, and requests to do so. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './client';
import { expected, type NewLedgerOptions, type TestBooks, type TestLedger } from './ledger';
import { dataOf, freshKey, openAccount, type Fields } from './requests';

export const participation = (...codes: readonly string[]): readonly string[] => [
  'attributes:admin',
  'periods:admin',
  ...codes.map((code) => `strings:participate:${code}`),
];

/** Opens ledgers of one tenant that are members of all the strings, each with a key that may move value through them. */
export const openMembers = async <const W extends readonly NewLedgerOptions[]>(
  ledger: TestLedger,
  codes: readonly string[],
  wanted: W,
): Promise<{ readonly [K in keyof W]: TestBooks }> => {
  const members: TestBooks[] = [];
  for (const options of wanted) {
    const tenantId = members[0]?.ledger.tenantId;
    const capabilities = participation(...codes);
    members.push(await ledger.newLedger({ ...options, capabilities, ...(tenantId ? { tenantId } : {}) }));
  }
  for (const code of codes) await openString(ledger, members, { code });
  return members as unknown as { readonly [K in keyof W]: TestBooks };
};

/** A string that the first ledger's key creates and that the other ledgers are added to. */
export const openString = async (
  ledger: TestLedger,
  [first, ...others]: readonly TestBooks[],
  fields: Fields & { readonly code: string },
): Promise<Answer['body']> => {
  if (!first) throw new Error('a string is made by the key of a ledger');
  const made = dataOf(await first.api.post('/strings', { name: 'Treasury', ...fields }), 201);
  for (const { ledger: member } of others)
    expected(await ledger.app.strings.administration.addMember(member.tenantId, fields.code, member.id));
  return made;
};

/** Opens a customer's account, which is a liability: a credit increases it. */
export const openCustomer = (books: TestBooks, code: string, fields: Fields = {}): Promise<Answer['body']> =>
  openAccount(books.api, { code, name: `Customer ${code}`, type: 'liability', category: 'customer', ...fields });

export type Pair = readonly [source: TestBooks, target: TestBooks];

const between = ([source, target]: Pair): Fields => ({
  source_ledger_code: source.ledger.code,
  target_ledger_code: target.ledger.code,
  account_code: 'ALICE',
  reference: 'FX-1',
  idempotency_key: freshKey(),
});

export const conversion = (pair: Pair, fields: Fields = {}): Fields => ({
  ...between(pair),
  source_amount: '10.00',
  target_amount: '9.20',
  rate: '0.92',
  ...fields,
});

export const transferring = (pair: Pair, fields: Fields = {}): Fields => ({
  ...between(pair),
  amount: '10.00',
  ...fields,
});

/** The settled balance of an account; undefined if the ledger has no such account. */
export const settledOf = async ({ api }: TestBooks, code: string): Promise<string | undefined> => {
  const { status, body } = await api.get(`/accounts/code/${code}/balance?as_of_date=9999-12-31`);
  return status === 404 ? undefined : body.data.balances.settled;
};

export const clearingCodeOf = ({ id }: { readonly id: string }): string => `STR-${id.replaceAll('-', '')}`;

/** An exchange-rate service whose answers the test controls. */
export interface RateService {
  /** The value for LEDGER_FX_URL. */
  readonly template: string;
  /** The currency pairs that were requested, in order. */
  readonly asked: readonly string[];
  forget(): void;
  answerWith(answer: RequestListener): void;
  close(): Promise<void>;
}

export const rateAnswer =
  (rate: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ rate }));

export const startRateService = async (): Promise<RateService> => {
  const asked: string[] = [];
  let answer = rateAnswer('1.0825');
  const server = createServer((request, response) => {
    asked.push(request.url?.slice(1) ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{base}/{quote}`,
    asked,
    forget: () => void asked.splice(0),
    answerWith: (next) => void (answer = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
