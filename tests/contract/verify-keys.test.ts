/** `verify` finds an idempotency key that no request has used, and one that was deleted or changed, whatever its operation and object. */
import type { Row } from '../support/tampered-values';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});
afterAll(() => tampered.close());

interface Key {
  readonly ledger_id: string;
  readonly operation: string;
  readonly made_id: string;
}

/** Adds this many keys, and returns the findings that name one of them. */
const findingsWith = async ({ ledger_id, operation, made_id }: Key, count: number): Promise<readonly string[]> => {
  const { owner, verifyRowsAfter } = tampered;
  const add = async () => {
    const { rows } = await owner.query<{ row: Row }>(
      `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
       select $1, 'added-' || n, $2, decode(repeat('01', 33), 'hex'), $3 from generate_series(1, $4::int) n
       returning to_json(idempotency_keys) as row`,
      [ledger_id, operation, made_id, count],
    );
    return { what: 'keys were added', rows: rows.map(({ row }) => row) };
  };
  const { findings } = (await verifyRowsAfter(add)).report;
  return findings.map(({ where, detail }) => `${where} ${detail}`).filter((text) => text.includes('key added-'));
};

/**
 * Operations whose key is not in the row of a transaction. For each: the type of its event, and the column with the id that the key's row
 * names.
 */
const ofEvents: Readonly<Record<string, readonly [type: string, madeId: string]>> = {
  amend: ['transaction_amended', 'l.transaction_id'],
  annotate: ['transaction_noted', `substring(s.content from '36:([0-9a-f-]{36});')::uuid`],
  close: ['account_closed', 'l.account_id'],
  extend: ['hold_extended', 'l.transaction_id'],
};

/** The number of events in which a key of this operation and object may have been used, less the number of such keys that exist. */
const unusedOf = async ({ ledger_id, operation, made_id }: Key): Promise<number> => {
  const [type, madeId] = ofEvents[operation] ?? [];
  if (!type) return 0;
  const { rows } = await tampered.owner.query<{ unused: number }>(
    `select (count(*) - (select count(*) from idempotency_keys where ledger_id = $1 and operation = $2 and made_id = $3))::int as unused
       from ledger_log l
       left join ledger_log_subjects s on s.ledger_id = l.ledger_id and s.sequence = l.sequence
      where l.ledger_id = $1 and l.type = $4 and ${madeId} = $3`,
    [ledger_id, operation, made_id, type],
  );
  return rows[0]?.unused ?? 0;
};

const operations = ['amend', 'annotate', 'close', 'extend', 'post', 'release', 'reverse', 'settle', 'transfer'];

test.each(operations)('finds an extra key to %s, and one of an object that does not exist', async (operation) => {
  const { rows } = await tampered.owner.query<Key>(
    'select operation, ledger_id, made_id from idempotency_keys where operation = $1 order by key limit 1',
    [operation],
  );
  const [key] = rows;
  if (!key) throw new Error(`the books have no key of ${operation}`);
  const unused = await unusedOf(key);
  expect(await findingsWith(key, unused)).toEqual([]);
  expect(await findingsWith(key, unused + 1)).not.toEqual([]);
  expect(await findingsWith({ ...key, made_id: key.ledger_id }, 1)).not.toEqual([]);
});

test.each(operations)('finds that a key to %s was deleted', async (operation) => {
  const { owner, verifyRowsAfter } = tampered;
  const remove = async () => {
    const { rows } = await owner.query<Row>(
      `delete from idempotency_keys
        where ctid = (select ctid from idempotency_keys where operation = $1 order by key limit 1) returning *`,
      [operation],
    );
    return { what: `a key to ${operation} was deleted`, rows };
  };
  const { done, report } = await verifyRowsAfter(remove);
  expect(report.findings.map(({ where, detail }) => `${where} ${detail}`)).toContainEqual(
    expect.stringContaining(`${done?.rows[0]?.['key'] as string}`),
  );
});

test.each(operations)('finds that the fingerprint of a key to %s was changed', async (operation) => {
  const { owner, verifyRowsAfter } = tampered;
  const change = async () => {
    const { rows } = await owner.query<Row>(
      `update idempotency_keys set fingerprint = set_byte(fingerprint, 20, 255 - get_byte(fingerprint, 20))
        where ctid = (select ctid from idempotency_keys where operation = $1 order by key limit 1) returning *`,
      [operation],
    );
    return { what: `a key to ${operation} was changed`, rows };
  };
  // The finding need not name the key: for a transfer it names the leg, because the leg's record contains the key's fingerprint.
  expect((await verifyRowsAfter(change)).report.findings).not.toEqual([]);
});

test('the books have a key of every operation', async () => {
  const { rows } = await tampered.owner.query<Key>('select distinct operation from idempotency_keys order by 1');
  expect(rows.map(({ operation }) => operation)).toEqual(operations);
});
