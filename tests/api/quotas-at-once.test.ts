/** Two PostgreSQL transactions compete for the last object that a quota allows. The second one is decided after the first has ended. */
import { quotas } from '../../src/kernel/quotas';
import { appoint, type TestAdministrator } from '../support/administration';
import type { Answer } from '../support/client';
import { asOwner } from '../support/database';
import { startLedger, type TestLedger } from '../support/ledger';
import { lockIsWaitedFor } from '../support/outside';
import { quotaKinds, type QuotaKind, type QuotaWorld } from '../support/quota-kinds';
import { dataOf, expectRefusal } from '../support/requests';

let ledger: TestLedger;
let chief: TestAdministrator;
let world: QuotaWorld;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  chief = await appoint(ledger);
});
afterAll(() => ledger.close());

/**
 * Creates an object while another transaction, still open, has inserted the last object that the quota allows. `end` then ends that
 * transaction.
 */
const meeting = ({ quota, table, differs, present, create }: QuotaKind, end: 'commit' | 'rollback'): Promise<Answer> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    const { id, tenantId } = world.books.ledger;
    dataOf(await create(world, 'first'), 201);
    dataOf(await chief.api.put(`/tenants/${tenantId}/quota`, { limits: { [quota]: present + 2 } }), 200);
    const [column, whose] = quotas[quota].per === 'tenant' ? ['tenant_id', tenantId] : ['ledger_id', id];
    await owner.query('begin');
    // Creations within a ledger lock the ledger's head, so this transaction locks it as well.
    if (whose === id) await owner.query('select from ledger_heads where ledger_id = $1 for update', [id]);
    await owner.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${differs}))).* from ${table} t where ${column} = $1 limit 1`,
      [whose],
    );
    const creating = create(world, 'second');
    await lockIsWaitedFor(ledger.databaseUrl, creating);
    await owner.query(end);
    return creating;
  });

describe.each(quotaKinds)('a concurrent creation at the quota of $quota', (kind) => {
  beforeEach(async () => {
    const books = await ledger.newLedger({ capabilities: ['periods:admin', 'events:admin'] });
    world = { books, admin: (await appoint(ledger, books.ledger.tenantId)).api };
  });

  test('is refused when the first transaction commits', async () => {
    expectRefusal(await meeting(kind, 'commit'), 409, 'QUOTA_REACHED');
  });

  test('succeeds when the first transaction rolls back', async () => {
    dataOf(await meeting(kind, 'rollback'), 201);
  });
});
