/** The routes of balances and statements as of a day: in the present books, or as known at an earlier sequence of the log. */
import type { TypeOf } from 'io-ts';
import { csvMediaType } from '../../../../kernel/csv';
import { array, id, object, text } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { firstSlice, maxPageLimit } from '../../../../kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { LedgerTime } from '../../../../kernel/clock';
import type { Principal } from '../../../../kernel/principal';
import type { Day } from '../../../../kernel/time';
import { dayIn } from '../../../../kernel/time-zone';
import type { AccountSetReader, BalanceReader, BalanceTotals } from '../../application/reader';
import type { StatementReader } from '../../application/statement-reader';
import type { KnownBalance, KnownBalanceQuestion, TotalsReader } from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import type { AccountSetId } from '../../domain/account-set';
import type { SequenceNotReached } from '../../domain/refusals';
import { accountEntryShape, balanceShape, setBalanceShape, statementShape } from './balance-shapes';
import { balanceQuery, statementQuery } from '../transactions/codecs';
import { maxStatementRows, statementSheet } from './statement-sheet';
import { ledgeringAnswers } from '../status';
import { accountEntryView, accountSetBalanceView, balanceView, statementView, type BalanceMoment } from '../views';

export interface Balances {
  readonly balances: Pick<BalanceReader, 'balanceByCode'>;
  readonly sets: Pick<AccountSetReader, 'accountSetBalance'>;
  readonly totals: Pick<TotalsReader, 'accountBalance' | 'accountSetBalance'>;
  readonly statements: StatementReader;
  readonly clock: LedgerTime;
}

export const balanceRoutes = ({ balances, sets, totals, statements, clock }: Balances): readonly Route[] => [
  get(
    '/accounts/code/:code/balance',
    {
      operationId: 'readAccountBalance',
      summary: 'Read the balance of an account as of a day',
      description:
        'Returns the balance of an account, named by its code, at the end of a day: settled, pending, overdue, future, and available. With `known_at_sequence` it returns the balance as known at an earlier sequence of the log. An account with a million entries takes no longer than one with ten.',
      tag: 'Accounts',
      needs: 'read',
      eventual: true,
      params: object({ code: text({ min: 1, max: 36 }).described('The account, by its code.') }),
      missing: 'AccountMissing',
      query: balanceQuery,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountMissing', 'SequenceNotReached'),
      answer: balanceShape,
      example: { params: { code: 'BANK' } },
    },
    ({ caller, params: { code }, query }) =>
      readBalance(clock, caller, query, {
        now: (asOf) => balances.balanceByCode(caller, code, asOf),
        then: (question) => totals.accountBalance(caller, code, question),
        missing: { kind: 'AccountMissing' } as const,
      }),
    ({ reading, moment }, { caller, query: { layer } }) => ({
      data: balanceView(reading, caller.denomination, { ...moment, layer }),
    }),
  ),
  get(
    '/account-sets/:id/balance',
    {
      operationId: 'readAccountSetBalance',
      summary: 'Read the balance of an account set as of a day',
      description:
        'Returns the balance of an account set at the end of a day, calculated on reading: every account in the set and in the sets within it, each counted once. Debits count as positive, because the accounts of a set may have different normal sides.',
      tag: 'Account sets',
      needs: 'read',
      eventual: true,
      params: object({ id: id<'account set'>().described('The account set, by its id.') }),
      missing: 'AccountSetMissing',
      query: balanceQuery,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountSetMissing', 'SequenceNotReached'),
      answer: setBalanceShape,
      example: { params: { id: exampleId('account set CURRENT-ASSETS') } },
    },
    ({ caller, params, query }) =>
      readBalance(clock, caller, query, {
        now: (asOf) => sets.accountSetBalance(caller, params.id as AccountSetId, asOf),
        then: (question) => totals.accountSetBalance(caller, params.id as AccountSetId, question),
        missing: { kind: 'AccountSetMissing' } as const,
      }),
    ({ reading, moment }, { caller, query: { layer } }) => ({
      data: accountSetBalanceView(reading, caller.denomination, { ...moment, layer }),
    }),
  ),
  get(
    '/accounts/:accountId/statement',
    {
      operationId: 'readAccountStatement',
      summary: 'Read the statement of an account: opening balance, entries and closing balance',
      description:
        'Returns the balance of an account before the first day, every entry from then to the last day with its running balance, and the balance after the last day: the opening balance, the debits and the credits add up to the closing balance. As JSON it is returned in pages, with its head in `meta.statement`; `Accept: text/csv` returns all of it as one table of at most 10,000 entries (else 422 `STATEMENT_TOO_LARGE`).',
      tag: 'Accounts',
      needs: 'read',
      eventual: true,
      params: object({ accountId: id<'account'>().described('The account, by its id.') }),
      missing: 'AccountMissing',
      query: statementQuery,
      list: true,
      ok: 200,
      refusals: statementRefusals,
      answer: array(accountEntryShape, 0, maxPageLimit),
      beside: { statement: statementShape },
      files: [csvMediaType],
      example: { params: { accountId: exampleId('account BANK') }, query: { from: '2026-01-01' } },
    },
    async ({ caller, params, query: { from, to, layer, known_at_sequence: sequence }, slice, mediaType }) => {
      const isTable = mediaType === csvMediaType;
      const found = await statements.statement(
        caller,
        params.accountId as AccountId,
        {
          ...{ layer: layer ?? usualLayer, from, to, now: clock.now(caller.ledgerId), timeZone: caller.timeZone },
          knownAtSequence: sequence === undefined ? undefined : BigInt(sequence),
        },
        isTable ? firstSlice(maxStatementRows) : slice,
      );
      if (!refused(found) && isTable && found.right.page.next)
        return refuse({ kind: 'TooManyEntries', max: maxStatementRows } as const);
      return found;
    },
    (statement, { caller, query: { from, layer = usualLayer }, mediaType }) => {
      const asked = { from, layer };
      const { denomination } = caller;
      if (mediaType === csvMediaType) return { data: undefined, file: statementSheet(statement, asked, denomination) };
      const { data, meta } = pageReply(statement.page, accountEntryView(caller, statement.account));
      return { data, meta: { statement: statementView(statement, denomination, asked), ...meta } };
    },
  ),
];

const usualLayer = 'settled';

/** The refusals of routes that have no body. An invalid query is always 422. */
const { Invalid: invalid, ...refusals } = only(
  ledgeringAnswers,
  'AccountMissing',
  'SequenceNotReached',
  'TooManyEntries',
  'Invalid',
);
const statementRefusals = {
  ...refusals,
  Invalid: {
    ...invalid,
    example: { errors: { from: ['must not be after the last day, which is 2026-01-31'] } },
  },
};

/** The two ways to read a balance: from the present books (`now`), or as known at a sequence of the log (`then`). */
interface Readings<Of, Missing> {
  readonly now: (asOf: Day) => Promise<(BalanceTotals & Of) | undefined>;
  readonly then: (question: KnownBalanceQuestion) => Promise<Outcome<Missing | SequenceNotReached, KnownBalance<Of>>>;
  readonly missing: Missing;
}

const readBalance = async <Of, Missing>(
  clock: LedgerTime,
  caller: Pick<Principal, 'ledgerId' | 'timeZone'>,
  { as_of_date: asked, known_at_sequence: sequence }: TypeOf<typeof balanceQuery>,
  { now, then, missing }: Readings<Of, Missing>,
): Promise<
  Outcome<Missing | SequenceNotReached, { readonly reading: BalanceTotals & Of; readonly moment: BalanceMoment }>
> => {
  if (sequence === undefined) {
    const calculatedAt = clock.now(caller.ledgerId);
    const asOf = asked ?? dayIn(caller.timeZone, calculatedAt);
    const reading = await now(asOf);
    return reading ? ok({ reading, moment: { asOf, calculatedAt, knownAtSequence: null } }) : refuse(missing);
  }
  const known = await then({ knownAtSequence: BigInt(sequence), asOf: asked, timeZone: caller.timeZone });
  if (refused(known)) return known;
  const { reading, place, asOf } = known.right;
  // The time of the answer is that of the event at the requested sequence, so that the same request returns the same answer on any day.
  return ok({ reading, moment: { asOf, calculatedAt: place.knownAt, knownAtSequence: place.sequence } });
};
