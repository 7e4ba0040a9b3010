/**
 * Checkpoints of the tenants' logs on PostgreSQL: the file of checkpoints reveals whatever a superuser rewrites in them, even if every row,
 * event and hash is consistent again, so that no other check finds it.
 */
import { createVerifyTenantLogs } from '../../src/modules/access/application/verify-tenant-logs';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { createVerifying } from '../../src/modules/proof/application/verifying';
import { readCheckpoint } from '../../src/modules/proof/domain/checkpoint';
import { PostgresTreeStore } from '../../src/modules/proof/postgres/tree-store';
import { logsOn, signAll, signingInto } from '../support/proven-logs';
import { fillTenantLog, retoldTamperings, rewriteTenantLog, tenantRewritings } from '../support/rewritten-tenant-log';
import { openTamperedBooks, readInside, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;
/** The checkpoints as LEDGER_CHECKPOINT_FILE stores them. */
const file: string[] = [];

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { books, callers, owner } = tampered;
  await fillTenantLog(owner, callers[0].ledgerId);
  await signAll(signingInto(books, logsOn(books.unitOfWork, callers), file));
});
afterAll(() => tampered.close());

/** Does the work, returns the findings with the checkpoints and without them, and rolls everything back. */
const found = async <A>(work: () => Promise<A>) => {
  const { owner } = tampered;
  await owner.query(`begin; set local session_replication_role = replica; set local time zone 'UTC'`);
  try {
    const done = await work();
    const inside = readInside(owner);
    const verify = createVerifying({ store: new PostgresTreeStore(inside), logs: logsOn(inside) });
    const { findings, logs } = await verify(file.join('\n'));
    const without = (await createVerifyTenantLogs(new PostgresTenantLog(inside))()).flatMap(({ named }) => named);
    return { done, findings, logs, without };
  } finally {
    await owner.query('rollback');
  }
};

test('the logs of ledgers, tenant and installation are signed, each under its own origin', async () => {
  const { callers } = tampered;
  const logs = file.map((note) => readCheckpoint(note)?.log);
  expect(logs.map((log) => log?.of).toSorted()).toEqual(['ledger', 'ledger', 'tenant', 'tenant']);
  for (const log of logs) {
    const path = log?.of === 'ledger' ? `${log.id}` : `tenants/${log?.id}`;
    expect(file.some((note) => note.startsWith(`ledger.test/${path}\n`))).toBe(true);
  }
  const ids = logs.map((log) => log?.id);
  expect(ids).toEqual(
    expect.arrayContaining([callers[0].ledgerId, callers[0].tenantId, '00000000-0000-0000-0000-000000000000']),
  );
});

test('untouched logs have no findings', async () => {
  expect(await found(async () => undefined)).toMatchObject({ findings: [], without: [], logs: 4 });
});

test.each(retoldTamperings)('%s: found with the checkpoints alone', async (_, tamper) => {
  const {
    done: [tenantId],
    findings,
    without,
  } = await found(() => tamper(tampered.owner));
  expect(without).toEqual([]);
  expect(findings).toEqual([
    {
      ...{ ledgerId: null, tenantId, where: expect.stringMatching(/^note \d+ of the file$/) },
      detail: expect.stringMatching(/are not those that were signed: one after event 0 was changed/),
    },
  ]);
});

test.each(tenantRewritings)('%s in the log of a tenant: found with the checkpoints', async (_, rewrite) => {
  const { tenantId } = tampered.callers[0];
  const { findings } = await found(() => rewriteTenantLog(tampered.owner, tenantId, rewrite));
  expect(findings).toEqual([expect.objectContaining({ ledgerId: null, tenantId })]);
});
