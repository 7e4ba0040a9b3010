/** Rates of conversions whose request has none: from an HTTP service in any condition, or stored by operators. */
import type { RequestListener, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterThisTurn } from '../../src/kernel/running/event-loop';
import { replace } from '../../src/kernel/token';
import { RATE_SOURCE, type RateSource } from '../../src/modules/strings/application/ports';
import { failuresToOpen, HttpRates, openMs, timeoutMs } from '../../src/modules/strings/rates/http-rates';
import { maxRateAgeHours } from '../../src/modules/strings/rates/stored-rates';
import type { Answer } from '../support/client';
import { asOwner } from '../support/database';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, onLedger, without, type Fields } from '../support/requests';
import { freePort } from '../support/service-process';
import {
  conversion,
  openCustomer,
  openMembers,
  rateAnswer,
  startRateService,
  transferring,
  type RateService,
} from '../support/strings';
import { allUntouched } from '../support/untouched';

let service: RateService;
let clock: HandClock;
let source: RateSource;
let ledger: TestLedger;
let dollars: TestBooks;
let euros: TestBooks;
let all: readonly TestBooks[];

beforeAll(async () => {
  service = await startRateService();
  ledger = await startLedger([replace(RATE_SOURCE, [], () => ({ rate: (base, quote) => source.rate(base, quote) }))]);
  all = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }, { currency: 'USD' }]);
  [dollars, euros] = all as [TestBooks, TestBooks];
  await openCustomer(dollars, 'ALICE');
});
afterAll(async () => {
  await ledger.close();
  await service.close();
  expect([...new Set(ledger.complaints.map(({ message }) => message))]).toEqual(['a request could not be served now']);
});
beforeEach(() => {
  clock = new HandClock('2026-01-15T10:00:00.000Z');
  source = new HttpRates(service.template, clock);
  service.answerWith(rateAnswer('1.0825'));
  service.forget();
});

const rateless = (fields: Fields = {}): Fields => without(conversion([dollars, euros], fields), 'rate');
const convert = (body: Fields): Promise<Answer> => dollars.api.post('/strings/S/convert', body);

const expectUnavailable = (answer: Answer): void => {
  expectRefusal(answer, 503, 'SERVICE_UNAVAILABLE');
  expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
};

/** Expects a refusal that writes nothing and leaves the idempotency key unused, so that the request can be repeated when a rate exists. */
const refusesForNow = async (): Promise<void> => {
  const body = rateless();
  expectUnavailable(await allUntouched(ledger, all, () => convert(body)));
  source = new HttpRates(service.template, clock);
  service.answerWith(rateAnswer('1.0825'));
  expect(dataOf(await convert(body), 201)).toMatchObject({ replayed: false, rate: '1.0825' });
};

setFlagsFromString('--expose-gc');
const tidyUp = runInNewContext('gc') as () => void;

const text =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

describe('a conversion without a rate', () => {
  test('requests the rate from the source’s currency to the target’s, and records it', async () => {
    const { correlation_id: id, rate } = dataOf(await convert(rateless()), 201);
    expect([rate, service.asked]).toEqual(['1.0825', ['USD/EUR']]);
    const [row] = await onLedger(ledger, dollars, (query) =>
      query('select record from string_operations where ledger_id = $1 and id = $2', [dollars.ledger.id, id]),
    );
    expect(row?.['record']).toMatchObject({
      rate: '1.0825',
      rate_source: new URL(service.template).host,
      rate_at: clock.now().toISOString(),
    });
  });

  test.each<[string, string]>([
    ['{"rate":"1.08"}', '1.08'],
    ['{"rate": 1.0825000}', '1.0825000'],
    ['{"rate":0.123456789012345678}', '0.123456789012345678'],
    ['{"was":{"rate":7.5},"rate":8.5}', '8.5'],
    ['{"rate":8.5,"was":{"rate":7.5}}', '8.5'],
    [`{"note":"${'x'.repeat(65_000)}","rate":"2"}`, '2'],
  ])('uses the rate of %.40s digit by digit', async (answer, rate) => {
    service.answerWith(text(answer));
    expect(dataOf(await convert(rateless()), 201).rate).toBe(rate);
  });

  test('keeps the given amounts, whatever the rate', async () => {
    service.answerWith(rateAnswer('1000000'));
    const data = dataOf(await convert(rateless({ source_amount: '1.00', target_amount: '0.01' })), 201);
    expect([data.source.amount, data.target.amount, data.rate]).toEqual(['1.00', '0.01', '1000000']);
  });

  test('is replayed with the rate of its first answer, without asking the service again', async () => {
    const body = rateless();
    const first = dataOf(await convert(body), 201);
    service.answerWith(rateAnswer('2'));
    expect(dataOf(await convert(body), 200)).toEqual({ ...first, replayed: true });
    expect(service.asked).toHaveLength(1);
  });

  test('delays no other conversion while the service is slow', async () => {
    const held = new Promise<ServerResponse>((resolve) => service.answerWith((_, response) => resolve(response)));
    const waiting = convert(rateless());
    const response = await held;
    dataOf(await convert(conversion([dollars, euros])), 201);
    dataOf(await euros.api.post('/strings/S/convert', conversion([dollars, euros])), 201);
    response.end('{"rate":"3"}');
    expect(dataOf(await waiting, 201).rate).toBe('3');
  });
});

describe('a conversion is refused with 503, and can be retried, while the rate service', () => {
  test('is down', async () => {
    source = new HttpRates(`http://127.0.0.1:${await freePort()}/{base}/{quote}`, clock);
    await refusesForNow();
  });

  test('does not answer in time', async () => {
    service.answerWith(() => clock.advance(timeoutMs));
    await refusesForNow();
  });

  // If garbage is collected after an answer has begun, Node may lose the abort signal of its fetch. This must not make the service wait for
  // ever.
  test('begins its answer and does not end it in time', async () => {
    service.answerWith((_, response) => void response.write('{"rate":'));
    const ask = globalThis.fetch;
    const asking = jest.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const answer = await ask(...asked);
      if (!String(asked[0]).startsWith(new URL(service.template).origin)) return answer;
      asking.mockRestore();
      afterThisTurn(() => (tidyUp(), clock.advance(timeoutMs)));
      return answer;
    });
    await refusesForNow();
  });

  test.each<[string, RequestListener]>([
    ['hangs up', (request) => request.socket.destroy()],
    ['hangs up in the middle', (_, response) => response.write('{"rate":"1', () => response.destroy())],
    ['answers HTML', text('<!doctype html><p>1.0825</p>', 200, { 'Content-Type': 'text/html' })],
    ['answers 500', text('{"rate":"1.0825"}', 500)],
    ['answers 502 with ten megabytes', text(Buffer.alloc(10_000_000, ' '), 502)],
    ['answers 204', text('', 204)],
    ['answers nothing', text('')],
    ['answers NaN', text('{"rate":NaN}')],
    ['answers "NaN"', rateAnswer('NaN')],
    ['answers Infinity', rateAnswer('Infinity')],
    ['answers 0', rateAnswer(0)],
    ['answers "0.00"', rateAnswer('0.00')],
    ['answers a negative number', rateAnswer(-1.5)],
    ['answers a negative text', rateAnswer('-1.5')],
    ['answers an exponent', text('{"rate":1e3}')],
    ['answers digits of another alphabet', rateAnswer('١')],
    ['answers null', text('null')],
    ['answers a rate that is null', rateAnswer(null)],
    ['answers a list', rateAnswer(['1'])],
    ['answers a nested rate', text('{"data":{"rate":"1"}}')],
    ['answers more digits than a rate has', rateAnswer(`1.${'0'.repeat(19)}`)],
    ['answers ten megabytes', text(`{"rate":"1"${' '.repeat(10_000_000)}}`)],
    ['answers ten megabytes without a length', (_, response) => void response.write(' '.repeat(10_000_000))],
  ])('%s', async (_, answer) => {
    service.answerWith(answer);
    await refusesForNow();
  });

  test('redirects; the redirect is not followed', async () => {
    service.answerWith((request, response) => {
      if (request.url === '/elsewhere') response.end('{"rate":"1"}');
      else response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    await refusesForNow();
    expect(service.asked).not.toContain('elsewhere');
  });
});

const expectUnknown = (answer: Answer): void => {
  expectRefusal(answer, 422, 'STRING_OPERATION_INVALID');
  expect(answer.headers.get('Retry-After')).toBeNull();
  expect(answer.body.message).toBe(
    'Nothing was moved, because no rate from USD to EUR is known: give `rate`, or have an operator set one.',
  );
};

describe('an unknown rate', () => {
  test('is refused with its cure, leaves the key unused, and does not count as a failure of the service', async () => {
    service.answerWith(text(Buffer.alloc(10_000_000, ' '), 404));
    const body = rateless();
    expectUnknown(await allUntouched(ledger, all, () => convert(body)));
    for (let count = 0; count < failuresToOpen; count++) expectUnknown(await convert(rateless()));
    service.answerWith(rateAnswer('1.2'));
    expect(dataOf(await convert(body), 201)).toMatchObject({ replayed: false, rate: '1.2' });
  });
});

describe('the rate service is never asked', () => {
  test('if the request gives the rate', async () => {
    source = { rate: () => Promise.reject(new Error('it was asked')) };
    expect(dataOf(await convert(conversion([dollars, euros], { rate: '4.2' })), 201).rate).toBe('4.2');
  });

  test('by a transfer', async () => {
    source = { rate: () => Promise.reject(new Error('it was asked')) };
    const [, , target] = all as [TestBooks, TestBooks, TestBooks];
    dataOf(await dollars.api.post('/strings/S/transfer', transferring([dollars, target])), 201);
  });

  test.each<[string, Fields, number]>([
    ['an unknown account', { account_code: 'NOBODY' }, 422],
    ['a foreign ledger', { target_ledger_code: 'ELSEWHERE' }, 403],
    ['an amount of zero', { source_amount: '0' }, 422],
  ])('for %s', async (_, fields, status) => {
    expect((await convert(rateless(fields))).status).toBe(status);
    expect(service.asked).toEqual([]);
  });
});

describe('a rate service that fails repeatedly', () => {
  const fail = async (times: number): Promise<void> => {
    service.answerWith(text('', 500));
    for (let count = 0; count < times; count++) expectUnavailable(await convert(rateless()));
  };

  test('is not asked for a while, then asked once, and used again when it answers', async () => {
    await fail(failuresToOpen);
    expect(service.asked).toHaveLength(failuresToOpen);
    service.answerWith(rateAnswer('1.5'));
    clock.advance(openMs - 1_000);
    const alone = await convert(rateless());
    expectUnavailable(alone);
    expect(alone.headers.get('Retry-After')).toBe('1');
    expect(service.asked).toHaveLength(failuresToOpen);

    clock.advance(1_000);
    await fail(1);
    expectUnavailable(await convert(rateless()));
    expect(service.asked).toHaveLength(failuresToOpen + 1);

    clock.advance(openMs);
    service.answerWith(rateAnswer('1.5'));
    expect(dataOf(await convert(rateless()), 201).rate).toBe('1.5');
    await fail(failuresToOpen - 1);
    service.answerWith(rateAnswer('1.6'));
    expect(dataOf(await convert(rateless()), 201).rate).toBe('1.6');
  });

  test('delays no conversion that gives its own rate', async () => {
    await fail(failuresToOpen);
    dataOf(await convert(conversion([dollars, euros])), 201);
  });
});

describe('stored rates', () => {
  test('are valid for a day, in their own direction only', async () => {
    // All ledgers of a database share the stored rates, so this needs its own service.
    const plain = await startLedger([], { alone: true });
    const [from, to] = await openMembers(plain, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }]);
    await openCustomer(from, 'ALICE');
    const body = without(conversion([from, to]), 'rate');
    const send = () => from.api.post('/strings/S/convert', body);
    const answer = () => allUntouched(plain, [from, to], send);

    expectUnknown(await answer());
    await plain.app.strings.setRate('EUR', 'USD', '1.08');
    expectUnknown(await answer());
    await plain.app.strings.setRate('USD', 'EUR', '0.91');
    await plain.app.strings.setRate('USD', 'EUR', '0.92');
    const age = (hours: number) =>
      asOwner(plain.databaseUrl, (owner) =>
        owner.query(`update fx_rates set set_at = now() - make_interval(mins => $1)`, [Math.round(hours * 60)]),
      );
    await age(maxRateAgeHours + 0.05);
    expectUnavailable(await answer());
    await age(maxRateAgeHours - 0.05);
    expect(dataOf(await send(), 201).rate).toBe('0.92');
    await plain.close();
  });
});
