/** Errors that are the database's answer, and errors that mean it is unreachable. */
import { asFault, isAnswer, isUnavailable, notOpened, refusesCommit } from '../../../src/kernel/postgres/sql';
import { HouseFault, mayCondemn, Unavailable } from '../../../src/kernel/refusal';
import { sqlStates } from '../../support/sql-states';

const error = (members: object): Error => Object.assign(new Error('it failed'), members);

test.each<[what: string, error: Error, isAnswer: boolean, isUnavailable: boolean]>([
  ['a refusal of the database', error({ code: '23505' }), true, false],
  ['a refusal of our own guards', error({ code: 'LG001' }), true, false],
  ['a lock that was not obtained', error({ code: '55P03' }), true, true],
  ['a server that shuts down', error({ code: '57P01' }), false, true],
  ['a broken pipe, whose code is as long as an SQLSTATE', error({ code: 'EPIPE', errno: -32 }), false, true],
  ['a connection that was reset', error({ code: 'ECONNRESET', errno: -104 }), false, true],
  ['a socket that is gone', error({ code: 'ERR_STREAM_DESTROYED' }), false, true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), false, true],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), false, true],
  ['a server that does not answer', new Error('Query read timeout'), false, true],
  ['a programming fault', new TypeError('undefined is not a function'), false, false],
])('isAnswer and isUnavailable classify %s', (_, given, answers, isAway) => {
  expect([isAnswer(given), isUnavailable(given)]).toEqual([answers, isAway]);
});

test.each([
  ['a constraint that is checked at the commit', '23503', true],
  ['a node that went away in its part of the commit', 'XX000', false],
  ['a server that goes down', '57P01', false],
])('a commit that is answered with %s (%s) did not happen: %s', (_, code, refuses) => {
  expect(refusesCommit(Object.assign(new Error('an answer'), { code }))).toBe(refuses);
});

test.each(sqlStates)('$code ($name) is $whose', ({ code, whose }) => {
  const fault = asFault(error({ code }));
  expect([mayCondemn(fault), fault instanceof Unavailable, fault instanceof HouseFault]).toEqual([
    whose === 'a fault of the transaction',
    whose !== 'a fault of the transaction',
    whose === 'a fault of the system',
  ]);
});

test.each([new TypeError('a bug'), new Unavailable('away', 1, { cause: error({ code: '23505' }) }), undefined, 'text'])(
  '%p condemns no transaction',
  (fault) => expect(mayCondemn(fault)).toBe(false),
);

test.each(sqlStates)(
  'a connection that is refused with $code condemns no transaction, and is answered 503',
  ({ code }) => {
    const fault = asFault(notOpened(error({ code })));
    expect([mayCondemn(fault), fault instanceof Unavailable]).toEqual([false, true]);
  },
);
