/** Tests that both clients offer every generated group of operations: a group that no client has cannot be called. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLedgerClient } from '../../../clients/typescript/src/client';
import * as operations from '../../../clients/typescript/src/generated/operations';

type Made = new (...sent: never[]) => object;
const groups = Object.entries(operations).flatMap(([name, made]) =>
  name.endsWith('Resource') ? [[name, made as unknown as Made] as const] : [],
);
const client = createLedgerClient({ baseUrl: 'http://127.0.0.1:1', key: 'sk_none' });
const members: readonly unknown[] = [client, ...Object.values(client)];

const python = resolve(__dirname, '../../../clients/python/src/ledger_client');
const written = readdirSync(python)
  .filter((file) => file.endsWith('.py'))
  .map((file) => readFileSync(join(python, file), 'utf8'))
  .join('\n');

test.each(groups)('%s is a member of the TypeScript client', (_, made) => {
  expect(members.some((member) => member instanceof made)).toBe(true);
});

test.each(groups)('%s is a member of the Python client, with and without asyncio', (name) => {
  expect(written).toMatch(new RegExp(`[ (.]${name}\\b`));
  expect(written).toMatch(new RegExp(`[ (.]Async${name}\\b`));
});
