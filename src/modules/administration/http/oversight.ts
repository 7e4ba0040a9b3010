/** The routes of the tenant's log, of the state of the service and of verifications. */
import { array, id, named, object, optional, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refused } from '../../../kernel/refusal';
import type { Access } from '../../access';
import type { Proof } from '../../proof';
import { checkpointShape, checkpointView, fromSize } from '../../proof/http/answers';
import type { SystemReport } from '../application/system';
import type { Territory } from '../application/territory';
import type { ScheduledVerifications } from '../application/scheduled';
import type { Verifications } from '../application/verifications';
import { scheduledVerificationShape } from './schedule-shape';
import { systemShape, tenantEventShape, verificationShape } from './shapes';
import { administrationAnswers } from './status';
import { scheduledVerificationView, systemView, tenantEventView, verificationView } from './views';

const { get, post } = administering;
const needs = 'admin';
const newVerification = named(
  'NewVerification',
  'The ledgers to verify.',
  object({
    ledger_id: optional(id<'ledger'>()).described('One ledger; if left out, all ledgers that the caller administers.'),
  }),
);

export const logRoute = (access: Pick<Access, 'tenantLog'>, territory: Territory): Route =>
  get(
    '/log',
    {
      operationId: 'listTenantEvents',
      summary:
        'List the acts on a tenant, its ledgers, keys, operators and strings, newest first; for all tenants together if none is named',
      description:
        'Lists the acts on a tenant, its ledgers, keys, operators and strings, newest first, as a chain of hashes. Without `tenant_id` it lists all tenants that the caller administers together; the nil UUID names the log of the installation, which belongs to no tenant.',
      tag: 'Log',
      needs,
      query: object({
        tenant_id: optional(id<'tenant'>()).described(
          'Returns only the log of this tenant; the nil UUID stands for the log of the installation.',
        ),
        subject_id: optional(text({ min: 1, max: 100 })).described(
          'Only acts on this object: a key, a person, a ledger, a webhook endpoint or any other subject of the log, by the `subject.id` of its events.',
        ),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound'),
      answer: array(tenantEventShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => {
      const whose = await territory.log(caller, query.tenant_id);
      return refused(whose)
        ? whose
        : ok(await access.tenantLog({ tenantId: whose.right, subjectId: query.subject_id }, slice));
    },
    (page) => pageReply(page, tenantEventView),
  );

export const checkpointRoute = (proof: Pick<Proof, 'checkpoint'>, territory: Territory): Route =>
  get(
    '/log/checkpoint',
    {
      operationId: 'readTenantCheckpoint',
      summary: "Read the latest signed checkpoint of a tenant's log",
      description:
        "Returns the last signed checkpoint of a tenant's log: store its `note` outside the service, and `ledger verify --checkpoints` detects every later change of the log up to it. An administrator of all tenants names the tenant; the nil UUID is the log of the installation. With `from`, the size of a checkpoint that you kept, it also proves that the log has only grown since.",
      tag: 'Log',
      needs,
      query: object({
        tenant_id: optional(id<'tenant'>()).described(
          'The tenant; the nil UUID for the log of the installation. An administrator of all tenants must name it.',
        ),
        from: fromSize,
      }),
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound', 'TenantNotNamed', 'CheckpointMissing'),
      answer: checkpointShape,
    },
    async ({ caller, query }) => {
      const whose = await territory.oneLog(caller, query.tenant_id);
      return refused(whose) ? whose : proof.checkpoint({ of: 'tenant', id: whose.right }, query.from);
    },
    checkpointView,
  );

export const systemRoute = (readSystem: () => Promise<SystemReport>, territory: Territory): Route =>
  get(
    '/system',
    {
      operationId: 'readSystem',
      summary: 'Read the state of the installation: versions, migrations, connections and settings',
      description:
        'Returns the state of the installation: versions, migrations, connections, the delay of posting, and the names of the settings in use. It shows no value that may contain a secret. Requires an administrator of all tenants.',
      tag: 'System',
      needs,
      ok: 200,
      refusals: only(administrationAnswers, 'AllTenantsNeeded'),
      answer: systemShape,
    },
    async ({ caller }) => {
      const may = territory.all(caller);
      return refused(may) ? may : ok(await readSystem());
    },
    (state) => ({ data: systemView(state) }),
  );

export const verificationRoutes = (verifications: Verifications, territory: Territory): readonly Route[] => [
  post(
    '/verifications',
    {
      operationId: 'createVerification',
      summary:
        'Re-derive everything that must always be true: of one ledger, of all that the caller administers. In this process, one at a time',
      description:
        'Starts to verify one ledger, or all ledgers that the caller administers, in this process, and answers at once; `GET /verifications/{id}` returns the progress. A tenant has one at a time (409 `VERIFICATION_RUNNING`); others wait for their turn.',
      tag: 'Verifications',
      needs,
      body: newVerification,
      ok: 202,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'VerificationRunning'),
      answer: verificationShape,
      example: { body: { ledger_id: exampleId('ledger') } },
    },
    async ({ caller, body }) => {
      const ledger = body.ledger_id && (await territory.ledger(caller, body.ledger_id));
      if (ledger && refused(ledger)) return ledger;
      return verifications.begin({ tenantId: caller.tenantId, ledgerId: ledger ? ledger.right.id : null });
    },
    (verification) => ({
      data: verificationView(verification),
      headers: { Location: `/admin/v1/verifications/${verification.id}` },
    }),
  ),
  get(
    '/verifications/:verificationId',
    {
      operationId: 'readVerification',
      summary: 'Read the progress and the findings of a verification; this process remembers the last twenty',
      description:
        'Returns the progress and the findings of a verification. A process remembers only the last twenty that it ran itself.',
      tag: 'Verifications',
      needs,
      params: object({ verificationId: id<'verification'>().described('The verification, by its id.') }),
      missing: 'VerificationNotFound',
      ok: 200,
      refusals: only(administrationAnswers, 'VerificationNotFound'),
      answer: verificationShape,
      example: { params: { verificationId: exampleId('verification') } },
    },
    async ({ caller, params }) => verifications.read(caller, params.verificationId),
    (verification) => ({ data: verificationView(verification) }),
  ),
];

export const scheduledVerificationRoute = (
  scheduled: Pick<ScheduledVerifications, 'read'>,
  territory: Territory,
): Route =>
  get(
    '/scheduled-verification',
    {
      operationId: 'readScheduledVerification',
      summary: 'Read the result of the last scheduled verification, and whether one is running',
      description:
        'Returns the result of the last complete verification that a worker ran on schedule (`LEDGER_VERIFY_EVERY`), in any process, and whether one is running. It is stored in the database. Requires an administrator of all tenants.',
      tag: 'Verifications',
      needs,
      ok: 200,
      refusals: only(administrationAnswers, 'AllTenantsNeeded'),
      answer: scheduledVerificationShape,
    },
    async ({ caller }) => {
      const may = territory.all(caller);
      return refused(may) ? may : ok(await scheduled.read());
    },
    (schedule) => ({ data: scheduledVerificationView(schedule) }),
  );
