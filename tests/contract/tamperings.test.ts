/**
 * Random tampering of all kinds by a superuser, with every trigger switched off: rows changed, removed, copied and swapped, objects
 * reopened, rights and decimals changed, logs rewritten with recomputed hashes. `verify` names the ledger or tenant of each change. The
 * file of checkpoints is the only data that the superuser cannot reach. `make proof` tries a hundred changes; the seed is printed.
 */
import { createVerifyTenantLogs } from '../../src/modules/access/application/verify-tenant-logs';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import { createVerify } from '../../src/modules/ledgering/application/verify';
import { createVerifying } from '../../src/modules/proof/application/verifying';
import { PostgresTreeStore } from '../../src/modules/proof/postgres/tree-store';
import { loggedCodes } from '../support/logged-codes';
import { logsOn, signAll, signingInto } from '../support/proven-logs';
import { seedOf } from '../support/random';
import { reopenings } from '../support/reopened';
import { rewriteLog, rewritings } from '../support/rewritten-log';
import { fillTenantLog, retoldTamperings } from '../support/rewritten-tenant-log';
import { copies } from '../support/tampered-values';
import { openTamperedBooks, randomFrom, readInside, tamperer, type TamperedBooks } from '../support/tampering';

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);
const count = Number(process.env['LEDGER_TEST_TAMPERINGS'] ?? 8);

let tampered: TamperedBooks;
/** The file of checkpoints, the only data that the superuser cannot reach. */
const file: string[] = [];

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { books, callers, owner } = tampered;
  await fillTenantLog(owner, callers[0].ledgerId);
  await signAll(signingInto(books, logsOn(books.unitOfWork, callers), file));
});
afterAll(() => tampered.close());

/** All findings, as texts. */
const findings = async (): Promise<readonly string[]> => {
  const inside = readInside(tampered.owner);
  const store = new PostgresTreeStore(inside);
  const { findings: found } = await createVerify({
    books: new PostgresBooksReader(inside, loggedCodes),
    clock: tampered.clock,
  })();
  const signed = await createVerifying({ store, logs: logsOn(inside) })(file.join('\n'));
  const tenants = await createVerifyTenantLogs(new PostgresTenantLog(inside))();
  return [...found, ...signed.findings, ...tenants.flatMap(({ named }) => named)].map((one) => JSON.stringify(one));
};

const pick = <A>(from: readonly A[]): A => from[random(from.length)] as A;
const ledgerId = (): string => pick(tampered.callers).ledgerId;
/** Runs one statement, and returns the texts that name the changed row. */
const run = async (statement: string): Promise<readonly unknown[]> =>
  (await tampered.owner.query<{ place: string }>(statement)).rows.map(({ place }) => place);

/** The kinds of tampering. Each returns texts of which one must be in a finding; undefined if the constraints refused every attempt. */
const kinds: Readonly<Record<string, () => Promise<readonly unknown[] | undefined>>> = {
  'a row changed': async () => {
    const [table, column] = pick([
      ...([
        ['entries', 'amount'],
        ['entries', 'account_id'],
        ['transactions', 'description'],
      ] as const),
      ...([
        ['transactions', 'effective_date'],
        ['account_balances', 'debits'],
        ['accounts', 'name'],
      ] as const),
      ...([
        ['idempotency_keys', 'fingerprint'],
        ['trancodes', 'entries_template'],
      ] as const),
    ]);
    const done = await tamperer(tampered.owner, random).change(table, column);
    return done?.rows.map(({ ledger_id: id }) => id);
  },
  'a row removed': async () => {
    const table = pick(['entries', 'transactions', 'idempotency_keys', 'account_balances', 'ledger_log']);
    return (await tamperer(tampered.owner, random).remove(table)).rows.map(({ ledger_id: id }) => id);
  },
  'a row added': async () => {
    const [table, differing] = pick(copies.filter(([, { ledger_id: other }]) => other === undefined));
    return (await tamperer(tampered.owner, random).copy(table, differing)).rows.map(({ ledger_id: id }) => id);
  },
  'rows swapped': async () => {
    const [table, column] = pick([
      ['entries', 'amount'],
      ['transactions', 'description'],
      ['accounts', 'type'],
    ] as const);
    return (await tamperer(tampered.owner, random).swap(table, column))?.rows.map(({ ledger_id: id }) => id);
  },
  'an object reopened': async () => run(pick(reopenings)[1]),
  'decimals changed': () =>
    run(`update ledgers set storage_decimals = storage_decimals + 1 where id = '${ledgerId()}' returning id as place`),
  'a log rewritten': async () => {
    const whose = pick(tampered.callers).ledgerId;
    await rewriteLog(tampered.owner, whose, (log) => pick(rewritings)[1](log, random));
    return [whose];
  },
  ...Object.fromEntries(retoldTamperings.map(([kind, tamper]) => [kind, () => tamper(tampered.owner)])),
};

const drawn = Array.from({ length: count }, (_, index) => [index + 1, pick(Object.keys(kinds))] as const);

describe(`tamperings by LEDGER_TEST_SEED=${seed}`, () => {
  test('none is found in untouched books', async () => {
    await tampered.owner.query('begin');
    expect(await findings()).toEqual([]);
    await tampered.owner.query('rollback');
  });

  test.each(drawn)('%i: %s', async (_, kind) => {
    await tampered.owner.query(`begin; set local session_replication_role = replica; set local time zone 'UTC'`);
    try {
      const places = await kinds[kind]?.();
      if (!places) return;
      expect(places).not.toEqual([]);
      const found = await findings();
      expect({
        kind,
        places,
        found: found.filter((text) => places.some((place) => text.includes(String(place)))),
      }).not.toMatchObject({ found: [] });
    } finally {
      await tampered.owner.query('rollback');
    }
  });
});
