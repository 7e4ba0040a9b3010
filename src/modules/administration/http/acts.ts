/** The route that lists the acts of a key or a person, for example after a key was stolen. */
import { orNull } from '../../../kernel/http/answers';
import { anyInstant, array, id, instant, integer, named, object, optional, text } from '../../../kernel/http/codecs';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refused } from '../../../kernel/refusal';
import { nameOfEvent, type LedgerAct } from '../../ledgering';
import type { Act, ListActs } from '../application/acts';
import type { Territory } from '../application/territory';
import { administrationAnswers } from './status';

const actor = text({
  pattern: /^(?:[a-z0-9]{12}|ak_[a-z0-9]{12}|operator:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  max: 45,
  shape:
    'the prefix of a key (12 characters), `ak_` and the prefix of an administrator’s key, or `operator:` and an id',
});

const actShape = named(
  'Act',
  'An act of a key or a person: an event in the log of a ledger, or in the log of the tenant.',
  object({
    ledger_id: orNull(id()).described('The ledger whose log has the event; null if it is in the log of the tenant.'),
    sequence: integer(1, Number.MAX_SAFE_INTEGER).described('Its sequence in that log.'),
    type: text().described('The act: the type of the event in that log.'),
    actor: text().described('The actor: the requested one, or `link created by` that one if a link was used.'),
    subject: named(
      'ActSubject',
      'The subject of an act: its kind and its id.',
      object({
        type: text().described('The type of the object, such as `transaction` or `key`.'),
        id: text().described('The id of that object.'),
      }),
    ).described('The object that the act changed.'),
    reason: orNull(text()).described('The reason that was given; null without one, and in the log of the tenant.'),
    occurred_at: instant.described('When it happened, in UTC.'),
    hash: text().described('The hash of the event in its log, in hex.'),
  }),
);

export const actRoute = (listActs: ListActs, territory: Territory): Route =>
  administering.get(
    '/acts',
    {
      operationId: 'listActs',
      summary: 'List the acts of a key or a person, newest first: in all ledgers, and in the log of the tenant',
      description:
        'Lists the acts of one key or one person, newest first: those in the logs of all ledgers of the tenant, and those in the log of the tenant itself. Reads, dry runs and refused requests change nothing and are not in a log. A transaction is listed when it is posted or has failed. An administrator of all tenants names one; the nil UUID names the log of the installation.',
      tag: 'Log',
      needs: 'admin',
      query: object({
        actor: actor.described(
          'The key or the person, as logs name it: the prefix of a key, `ak_` and the prefix of an administrator’s key, or `operator:` and an id.',
        ),
        since: optional(anyInstant).described('Only acts at this instant or later.'),
        tenant_id: optional(id<'tenant'>()).described(
          "The tenant in which it acted; if left out, the caller's own. An administrator of all tenants names it; the nil UUID is that of no tenant.",
        ),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotNamed', 'TenantNotFound'),
      answer: array(actShape, 0, maxPageLimit),
      example: { query: { actor: exampleActor } },
    },
    async ({ caller, query, slice }) => {
      const whose = await territory.oneLog(caller, query.tenant_id);
      if (refused(whose)) return whose;
      const since = query.since === undefined ? undefined : new Date(query.since);
      return ok(await listActs(whose.right, { actor: query.actor, since }, slice));
    },
    (page) => pageReply(page, actView),
  );

/** No key has this prefix, so the example request succeeds with an empty list. */
const exampleActor = 'k7f3q9m2x5b1';

const actView = ({ kind, act }: Act): object => ({
  ledger_id: kind === 'in the books' ? act.logId : null,
  sequence: Number(act.sequence),
  type: kind === 'in the books' ? nameOfEvent(act.type) : act.type,
  actor: act.actor,
  subject: kind === 'in the books' ? subjectOf(act) : { type: act.subjectType, id: act.subjectId },
  reason: kind === 'in the books' ? act.reason : null,
  occurred_at: act.occurredAt.toISOString(),
  hash: kind === 'in the books' ? act.hash : act.hash.toString('hex'),
});

const subjectOf = (act: LedgerAct): { readonly type: string; readonly id: string } => {
  const named: readonly (readonly [type: string, id: string | null])[] = [
    ['transaction', act.transactionId],
    ['account', act.accountId],
    ['account_set', act.accountSetId],
    ['journal', act.journalId],
    ['period_lock', act.periodLockId],
    ['trancode', act.trancodeId],
    ['string_operation', act.stringOperationId],
  ];
  for (const [type, subjectId] of named) if (subjectId !== null) return { type, id: subjectId };
  throw new Error(`event ${act.sequence} of ledger ${act.logId} is about nothing`);
};
