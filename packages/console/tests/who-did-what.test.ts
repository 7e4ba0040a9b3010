/** Tests that the console shows the acts on every kind of object in a log. A new kind needs a page, or a reason why it has none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupsOfTypes } from '../src/web/pages/events/subject';

const root = join(__dirname, '../../..');
const pages = join(root, 'packages/console/src/web/pages');

/** Maps each kind of subject in a ledger's log to the page that shows the acts on it, or links to them. */
const ofLedger: Readonly<Record<string, string>> = {
  transaction: 'transaction/time-line.tsx',
  hold: 'transaction/time-line.tsx',
  account: 'account.tsx',
  account_set: 'account-set.tsx',
  journal: 'journals.tsx',
  period: 'period-locks.tsx',
  trancode: 'transaction-code.tsx',
};

/** Maps each kind of subject in a tenant's log to the page that shows the acts on it, or links to them. */
const ofTenant: Readonly<Record<string, string>> = {
  tenant: 'administration/tenant-quota.tsx',
  quota: 'administration/tenant-quota.tsx',
  ledger: 'ledgers.tsx',
  key: 'keys.tsx',
  operator: 'people.tsx',
  invitation: 'people.tsx',
  string: 'string.tsx',
  string_member: 'strings/members.tsx',
  rate: 'rates.tsx',
  attribute_definition: 'attributes.tsx',
  attribute_settings: 'attributes.tsx',
  webhook_endpoint: 'webhook.tsx',
};

const without: Readonly<Record<string, string>> = {
  string_operation: 'it is made once and never changed, and each of its transactions tells who made it',
  session: 'only its person begins it; the acts of the person tell how it ended',
  admin_key: 'the console has no page of these keys, which the command line alone makes and revokes',
};

/** Returns the kinds of objects whose changes database triggers record, by their names in the log. */
const toldByTriggers = (): readonly string[] => {
  const folder = join(root, 'migrations');
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const planes = texts.flatMap((text) =>
    [...text.matchAll(/when plane = '\w+' then '(\w+)'/g)].map(([, name]) => name),
  );
  return [...new Set([...planes, 'webhook_endpoint'])] as string[];
};

test('each kind of subject in the log of a ledger has a page or a reason to have none', () => {
  const subjects = [...groupsOfTypes.keys()];
  expect(subjects.length).toBeGreaterThan(5);
  expect(subjects.filter((subject) => !(subject in ofLedger) && !(subject in without))).toEqual([]);
});

test('each kind of subject in the log of a tenant has a page or a reason to have none', () => {
  const subjects = toldByTriggers();
  expect(subjects).toContain('rate');
  expect(subjects.filter((subject) => !(subject in ofTenant) && !(subject in without))).toEqual([]);
});

test.each(Object.entries(ofLedger))('%s: %s reads the log of the ledger', (_, page) => {
  expect(readFileSync(join(pages, page), 'utf8')).toMatch(
    /<SubjectLog id=|<LogLink log="activity"|\/api\/v1\/activity/,
  );
});

test.each(Object.entries(ofTenant))('%s: %s reads the log of the tenant', (_, page) => {
  expect(readFileSync(join(pages, page), 'utf8')).toMatch(/<TenantSubjectLog id=|<LogLink\s+log="log"/);
});
