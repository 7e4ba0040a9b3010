/**
 * Compares the values that a write sends with those in its answer and in the created object: nothing may be rounded, trimmed or
 * reinterpreted.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../../src/kernel/http/route';
import { isAmountText } from '../../src/kernel/money';
import type { BareAnswer, BareClient } from './bare-client';
import type { GoodRequest } from './good-requests';
import { jsonOf } from './request-fields';
import type { Fields } from './requests';

export const faultsInEcho = async (
  route: Route,
  request: GoodRequest,
  answer: BareAnswer,
  bare: BareClient,
): Promise<readonly string[]> => {
  if (request.body === undefined) return [];
  const body = JSON.parse(jsonOf(request.body)) as Fields;
  const data = (JSON.parse(answer.text) as { data: Fields }).data;
  switch (route.path) {
    case '/transactions':
      return differences(body, await read(bare, `/transactions/${String(data['id'])}`));
    case '/transactions/batch': {
      const [first] = data['results'] as readonly Fields[];
      const [item] = body['transactions'] as readonly Fields[];
      if (first?.['status'] !== 'pending') return [];
      return differences(item ?? {}, await read(bare, `/transactions/${String(first?.['id'])}`));
    }
    case '/strings/:code/convert':
    case '/strings/:code/transfer':
      return differences({ amount: body['amount'] ?? body['source_amount'] }, data['source'] as Fields);
    case '/transactions/:transactionId':
    case '/transactions/:transactionId/extend': {
      // The answer shows the key and date with which the transaction or the hold was posted, so the key and date of this request are not
      // compared.
      const { idempotency_key: _, date: __, ...others } = body;
      return differences(others, data);
    }
    case '/period-locks/:id/release':
      return differences({ release_reason: body['reason'] }, data);
    default:
      return differences(body, data);
  }
};

const read = async (bare: BareClient, path: string): Promise<Fields> =>
  (JSON.parse((await bare.send('GET', path)).text) as { data: Fields }).data;

/**
 * Returns the members whose values differ, among those that were both sent and shown. A member that was left out or sent as null may have a
 * default.
 */
const differences = (sent: Fields, shown: Fields): readonly string[] =>
  Object.entries(sent)
    .filter(([name, value]) => value !== null && Object.hasOwn(shown, name) && !isSame(value, shown[name], name))
    .map(([name, value]) => `${name} was sent as ${JSON.stringify(value)} and is ${JSON.stringify(shown[name])}`);

const isSame = (sent: unknown, shown: unknown, name: string): boolean => {
  if (isDeepStrictEqual(plain(sent), plain(shown))) return true;
  if (name === 'entries')
    return (sent as readonly Fields[]).every(
      (entry, index) => differences(entry, (shown as readonly Fields[])[index] ?? {}).length === 0,
    );
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  if (name.endsWith('date')) return shown === `${sent}T00:00:00.000Z`;
  if (name === 'layer' || name.endsWith('id')) return sent.toLowerCase() === shown;
  return isAmountText(sent) && isAmountText(shown) && bare(sent) === bare(shown);
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** The amount without insignificant zeros. */
const bare = (amount: string): string => {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  return whole === '0' && decimals === '' ? '0' : `${sign}${whole}.${decimals}`;
};
