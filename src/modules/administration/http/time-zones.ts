/** The time zone of a ledger, and the route that changes it. */
import { id, named, object, optional, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { LedgerId } from '../../../kernel/ids';
import { refused } from '../../../kernel/refusal';
import { ledgerShape, ledgerView } from '../../ledgering/http/answers';
import type { ChangeLedgerTimeZone } from '../application/change-time-zone';
import type { Territory } from '../application/territory';
import { administrationAnswers } from './status';

const { patch } = administering;

export const timeZone = text({
  pattern: /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/,
  max: 64,
  shape: 'the name of a time zone such as Europe/Zurich',
});

export const timeZoneRoutes = (territory: Territory, changeTimeZone: ChangeLedgerTimeZone): readonly Route[] => [
  patch(
    '/ledgers/:ledgerId',
    {
      operationId: 'changeLedger',
      summary: 'Change the time zone of a ledger',
      description:
        'Changes where the days of a ledger begin. From then on it decides which day is today: the day of each balance, report, settlement, release and reversal that names none, and the day on which a hold expires. Posted transactions keep their day. Keys follow within a second.',
      tag: 'Ledgers',
      needs: 'admin',
      params: object({ ledgerId: id<'ledger'>().described('The ledger, by its id.') }),
      body: named(
        'LedgerChange',
        'The members of a ledger that can change: its time zone.',
        object({
          time_zone: optional(timeZone).described('The IANA name of its time zone, such as `Europe/Zurich`.'),
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
      return refused(ledger) ? ledger : changeTimeZone(caller, ledger.right, body.time_zone);
    },
    (ledger) => ({ data: ledgerView(ledger) }),
  ),
];
