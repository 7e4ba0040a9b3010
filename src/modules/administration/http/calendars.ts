/** The codecs for the time zone and the fiscal year of a ledger, and the route that changes them. */
import { id, named, object, optional, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { LedgerId } from '../../../kernel/ids';
import { refused } from '../../../kernel/refusal';
import { ledgerShape, ledgerView } from '../../ledgering/http/answers';
import type { ChangeLedgerCalendar } from '../application/change-calendar';
import type { Territory } from '../application/territory';
import { administrationAnswers } from './status';

const { patch } = administering;

export const timeZone = text({
  pattern: /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/,
  max: 64,
  shape: 'the name of a time zone such as Europe/Zurich',
});

export const fiscalYearStart = text({
  pattern: /^[0-9]{2}-[0-9]{2}$/,
  max: 5,
  shape: 'a month and a day such as 04-01',
});

export const calendarRoutes = (territory: Territory, changeCalendar: ChangeLedgerCalendar): readonly Route[] => [
  patch(
    '/ledgers/:ledgerId',
    {
      operationId: 'changeLedger',
      summary: 'Change the time zone or the fiscal year of a ledger',
      description:
        'Changes the time zone of a ledger, or the first day of its fiscal year. The time zone determines which day is today: the default day of balances, reports, settlements, releases and reversals, and the day on which a hold expires. Posted transactions keep their day. The change takes effect within a second. The fiscal year divides the earnings of the balance sheet, and the quarters and years of report columns.',
      tag: 'Ledgers',
      needs: 'admin',
      params: object({ ledgerId: id<'ledger'>().described('The ledger, by its id.') }),
      body: named(
        'LedgerChange',
        'The members of a ledger that can change: its time zone and its fiscal year.',
        object({
          time_zone: optional(timeZone).described('The IANA name of its time zone, such as `Europe/Zurich`.'),
          fiscal_year_start: optional(fiscalYearStart).described(
            'The month and the day on which its fiscal year begins, such as `04-01`.',
          ),
        }),
      ),
      missing: 'LedgerNotFound',
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'InvalidLedger'),
      answer: ledgerShape,
      example: { params: { ledgerId: exampleId('ledger') }, body: { time_zone: 'Europe/Zurich' } },
    },
    async ({ caller, params, body }) => {
      const ledger = await territory.ledger(caller, params.ledgerId as LedgerId);
      if (refused(ledger)) return ledger;
      return changeCalendar(caller, ledger.right, {
        timeZone: body.time_zone,
        fiscalYearStart: body.fiscal_year_start,
      });
    },
    (ledger) => ({ data: ledgerView(ledger) }),
  ),
];
