/** `verify` finds transactions that were taken out of the index of attributes, because a search would not find them. */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});
afterAll(() => tampered.close());

/** Stores the definition of a key of the books, and fills its index, which the books lack in part. */
const define = (state: string): string =>
  `insert into attribute_definitions (id, tenant_id, key, label, index_state, created_at, updated_at)
   select gen_random_uuid(), tenant_id, 'channel', 'Channel', '${state}', now(), now() from ledgers where code = 'NORTH'`;
const fill = `insert into transaction_attributes (ledger_id, key, value, transaction_id)
  select ledger_id, 'channel', attributes ->> 'channel', id from transactions
   where attributes ->> 'channel' is not null and ledger_id = (select id from ledgers where code = 'NORTH') on conflict do nothing`;
const remove = `delete from transaction_attributes where key = 'channel' and ledger_id = (select id from ledgers where code = 'NORTH')
   and transaction_id = (select min(transaction_id::text)::uuid from transaction_attributes
                          where key = 'channel' and ledger_id = (select id from ledgers where code = 'NORTH'))`;

test.each<[what: string, statements: readonly string[], details: readonly string[]]>([
  ['an intact index gives no finding', [define('ready')], []],
  ['a deleted row of the index is found', [define('ready'), remove], ['is not indexed with channel = till']],
  ['a deleted row gives no finding while the index is being filled', [define('building'), remove], []],
  ['a deleted row gives no finding after the index was turned off', [define('off'), remove], []],
])('%s', async (_, statements, details) => {
  const { owner, callers, verifyAfter } = tampered;
  const { report } = await verifyAfter(async () => {
    for (const statement of [fill, ...statements]) expect((await owner.query(statement)).rowCount).toBeGreaterThan(0);
  }, callers[0].ledgerId);
  expect(report.findings).toEqual(
    details.map((detail) => expect.objectContaining({ check: 'attributes-are-indexed', detail })),
  );
});
