/** The routes of balances and statements: as of a day, as they are now or as they were known at an earlier place of the log. */
import { array, id, object, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { anyKey, get, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refuse, refused } from '../../../kernel/refusal';
import { dayOf, type Clock } from '../../../kernel/time';
import type { AccountSetReader, BalanceReader } from '../application/reader';
import type { StatementReader } from '../application/statement-reader';
import type { KnownBalance, TotalsReader } from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { AccountSetId } from '../domain/account-set';
import { balanceQuery, statementQuery } from './codecs';
import { accountEntryShape, balanceShape, setBalanceShape, statementShape } from './shapes';
import { ledgeringAnswers } from './status';
import { accountEntryView, accountSetBalanceView, balanceView, statementView, type BalanceMoment } from './views';

export interface Balances {
  readonly balances: Pick<BalanceReader, 'balanceByCode'>;
  readonly sets: Pick<AccountSetReader, 'accountSetBalance'>;
  readonly totals: Pick<TotalsReader, 'accountBalance' | 'accountSetBalance'>;
  readonly statements: StatementReader;
  readonly clock: Clock;
}

export const balanceRoutes = ({ balances, sets, totals, statements, clock }: Balances): readonly Route[] => [
  get(
    '/accounts/code/:code/balance',
    {
      operationId: 'readAccountBalance',
      summary: 'Read the balance of an account as of a day',
      tag: 'Accounts',
      needs: anyKey,
      eventual: true,
      params: object({ code: text({ min: 1, max: 36 }) }),
      missing: 'AccountMissing',
      query: balanceQuery,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountMissing', 'SequenceNotReached'),
      answer: balanceShape,
      example: { params: { code: 'BANK' } },
    },
    async ({ caller, params: { code }, query: { as_of_date: asked, known_at_sequence: sequence } }) => {
      if (sequence !== undefined) {
        const known = await totals.accountBalance(caller, code, { knownAtSequence: BigInt(sequence), asOf: asked });
        return refused(known) ? known : ok({ reading: known.right.reading, moment: momentOf(known.right) });
      }
      const moment = momentNow(clock, asked);
      const reading = await balances.balanceByCode(caller, code, moment.asOf);
      return reading ? ok({ reading, moment }) : refuse({ kind: 'AccountMissing' } as const);
    },
    ({ reading, moment }, { caller, query: { layer } }) => ({
      data: balanceView(reading, caller.denomination, { ...moment, layer }),
    }),
  ),
  get(
    '/account-sets/:id/balance',
    {
      operationId: 'readAccountSetBalance',
      summary: 'Read the balance of an account set as of a day',
      tag: 'Account sets',
      needs: anyKey,
      eventual: true,
      params: object({ id: id<'account set'>() }),
      missing: 'AccountSetMissing',
      query: balanceQuery,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountSetMissing', 'SequenceNotReached'),
      answer: setBalanceShape,
      example: { params: { id: exampleId('account set CURRENT-ASSETS') } },
    },
    async ({ caller, params, query: { as_of_date: asked, known_at_sequence: sequence } }) => {
      const setId = params.id as AccountSetId;
      if (sequence !== undefined) {
        const known = await totals.accountSetBalance(caller, setId, { knownAtSequence: BigInt(sequence), asOf: asked });
        return refused(known) ? known : ok({ reading: known.right.reading, moment: momentOf(known.right) });
      }
      const moment = momentNow(clock, asked);
      const reading = await sets.accountSetBalance(caller, setId, moment.asOf);
      return reading ? ok({ reading, moment }) : refuse({ kind: 'AccountSetMissing' } as const);
    },
    ({ reading, moment }, { caller, query: { layer } }) => ({
      data: accountSetBalanceView(reading, caller.denomination, { ...moment, layer }),
    }),
  ),
  get(
    '/accounts/:accountId/statement',
    {
      operationId: 'readAccountStatement',
      summary: 'Read the statement of an account: opening balance, entries and closing balance',
      tag: 'Accounts',
      needs: anyKey,
      eventual: true,
      params: object({ accountId: id<'account'>() }),
      missing: 'AccountMissing',
      query: statementQuery,
      list: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountMissing', 'SequenceNotReached'),
      answer: array(accountEntryShape, 0, maxPageLimit),
      beside: { statement: statementShape },
      example: { params: { accountId: exampleId('account BANK') }, query: { from: '2026-01-01', to: '2026-12-31' } },
    },
    ({ caller, params, query: { from, to, layer = 'settled', known_at_sequence: sequence }, slice }) =>
      statements.statement(
        caller,
        params.accountId as AccountId,
        {
          ...{ layer, from, to, today: dayOf(clock.now()) },
          knownAtSequence: sequence === undefined ? undefined : BigInt(sequence),
        },
        slice,
      ),
    (statement, { caller, query: { from, layer = 'settled' } }) => {
      const { data, meta } = pageReply(statement.page, accountEntryView(caller, statement.account));
      return { data, meta: { statement: statementView(statement, caller.denomination, { from, layer }), ...meta } };
    },
  ),
];

const momentNow = (clock: Clock, asked: BalanceMoment['asOf'] | undefined): BalanceMoment => {
  const now = clock.now();
  return { asOf: asked ?? dayOf(now), calculatedAt: now, knownAtSequence: null };
};

/** Nothing of it is of the day on which it is asked. */
const momentOf = ({ place, asOf }: KnownBalance<object>): BalanceMoment => ({
  asOf,
  calculatedAt: place.knownAt ?? new Date(0),
  knownAtSequence: place.sequence,
});
