/** Every text in the rows of a ledger, in all tables, so that a test can find texts that no client sent. */
import { readRecorded } from '../../src/modules/ledgering/domain/formats/reading';
import type { TestLedger } from './ledger';
import { asOwner } from './database';

/** Patterns of texts that the service itself generates. No hostile value matches them. */
const made = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
  /^\\x[0-9a-f]*$/,
  /^-?\d+(\.\d\d)?$/,
  // Matches prefixes of keys, and codes of clearing accounts.
  /^[0-9a-z]{12}$/,
  /^STR-[0-9a-f]{32}$/,
  // Matches encrypted webhook secrets.
  /^1\.[A-Za-z0-9+/]{90,}=*$/,
  // Matches signed checkpoints.
  /^ledger\/[0-9a-f-]{36}\n\d+\n[A-Za-z0-9+/]{43}=\nat [0-9T:.Z-]+\n\n— ledger [A-Za-z0-9+/]+=*\n?$/,
  // Matches the latest redelivery of an endpoint, as JSON.
  /^\{"id":"[0-9a-f-]{36}",("delivery_id":"[0-9a-f-]{36}"|"from_sequence":\d+,"to_sequence":(\d+|null))\}$/,
];

const today = (): string => new Date().toISOString().slice(0, 10);
/**
 * The day on which the tests started. Midnight may pass while they run, so texts that equal this day or the present day are both left out.
 */
const startedOn = today();

export const storedTexts = (ledger: TestLedger, ledgerIds: readonly string[]): Promise<ReadonlySet<string>> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    await owner.query(`select set_config('ledger.scope', $1, false)`, [`{${ledgerIds.join(',')}}`]);
    const texts = new Set<string>();
    const { rows: tables } = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'ledger_id' and table_name <> 'api_keys'`,
    );
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: unknown }>(
        // The service computes these columns: the ranges of stored sums, the state of a hold, and the hashed text of an object.
        `select to_jsonb(t) - array['first_day', 'span', 'open_since', 'hold_state', 'content'] as row from ${name} t where ledger_id = any ($1)`,
        [ledgerIds],
      );
      for (const { row } of rows) for (const text of textsIn(unfolded(row), true)) texts.add(text);
    }
    // Leaves out the present day: the service writes it as the date of an object whose request has no date.
    for (const day of [startedOn, today()]) texts.delete(day);
    return new Set([...texts].filter((text) => !made.some((pattern) => pattern.test(text))));
  });

/** For an event about the chart, replaces the stored text by the object that it describes. */
const unfolded = (row: unknown): unknown => {
  const { content, ...columns } = row as { readonly content?: string };
  if (content === undefined) return columns;
  const { kind: _, ...about } = readRecorded(content);
  const { limits: __, ...thing } = Object.assign({}, ...Object.values(about)) as { readonly limits?: unknown };
  return { ...columns, ...thing };
};

/** The texts in a value, including member names. Names of columns are left out. */
export const textsIn = (value: unknown, isRow = false): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item));
  return Object.entries(value).flatMap(([name, member]) => [...(isRow ? [] : [name]), ...textsIn(member)]);
};
