/**
 * The output of a start: first what the program is waiting for, then the address of the service and the next steps. With an external
 * database the output never contains a key. With the embedded database it contains a key only at the start that created the key, and on a
 * terminal.
 */
import { existsSync } from 'node:fs';
import type { Config } from './config';
import { demoKeysIn, demoOperator, type Demo } from './demo';
import { embeddedDatabaseIn } from './embedded-database';
import { healthPaths } from './pages';
import type { Service } from './serve';

/** Returns the line that is printed while the embedded database starts, which takes some seconds; undefined for any other database. */
export const firstWords = (config: Pick<Config, 'databaseUrl' | 'dataDirectory'>): string | undefined => {
  if (config.databaseUrl !== undefined) return undefined;
  return existsSync(embeddedDatabaseIn(config))
    ? `Starting the database in ${config.dataDirectory}`
    : `Creating a database with demo books in ${config.dataDirectory}`;
};

export const welcome = (
  { url, demo, invitation, isEmpty, store }: Pick<Service, 'url' | 'demo' | 'invitation' | 'isEmpty' | 'store'>,
  { role, dataDirectory }: Pick<Config, 'role' | 'dataDirectory'>,
  isTerminal: boolean,
): string =>
  [
    ...(store === 'memory' ? nothingIsKept : []),
    ...whereItListens[role](url),
    ...(role === 'worker' ? [] : nextSteps(url, demo, { isEmpty, isTerminal, dataDirectory })),
    ...(role === 'worker' || invitation === undefined ? [] : signingIn(invitation)),
    '',
  ].join('\n');

const whereItListens: Readonly<Record<Config['role'], (url: string) => readonly string[]>> = {
  all: (url) => [`The ledger listens on ${url}`, `Documentation: ${url}/docs`],
  api: (url) => [
    `The ledger listens on ${url}`,
    `Documentation: ${url}/docs`,
    'This process accepts transactions; a process with LEDGER_ROLE=worker (or all) posts them.',
  ],
  worker: (url) => [
    `The ledger's worker listens on ${url}`,
    `It posts transactions, and serves only ${healthPaths.join(', ')}. Processes with LEDGER_ROLE=api (or all) serve the API.`,
  ],
};

const nothingIsKept = [
  'IN MEMORY: NOTHING IS KEPT. When this process ends, every ledger, key and transaction in it is gone.',
  'Use it to test programs against the API. Do not keep books in it.',
  '',
];

interface Surroundings extends Pick<Config, 'dataDirectory'> {
  readonly isEmpty: boolean;
  readonly isTerminal: boolean;
}

/**
 * Returns the next steps. The key is printed at the start that created it, and at any start on a terminal: a service manager would store
 * the output of each start.
 */
const nextSteps = (
  url: string,
  demo: Demo | undefined,
  { isEmpty, isTerminal, dataDirectory }: Surroundings,
): readonly string[] => {
  const demoKey = demo?.keys['USD-MAIN'];
  if (demoKey !== undefined && !demo?.isNew && !isTerminal)
    return [
      '',
      `The demo's keys are in ${demoKeysIn({ dataDirectory })}.`,
      `A link for the console: npx ledger operators invite --email ${demoOperator.email}`,
    ];
  if (demoKey !== undefined)
    return [
      '',
      `A key for the demo ledger USD-MAIN: ${demoKey}`,
      ...(demo?.adminKey === undefined ? [] : [`A key of an administrator, for /admin/v1: ${demo.adminKey}`]),
      'Try it:',
      '',
      `  curl -s -H 'Authorization: Bearer ${demoKey}' ${url}/api/v1/ledger`,
    ];
  return isEmpty ? firstSteps : ['Create a key with: npx ledger keys create --ledger <id or code>'];
};

/** The link can be used once, within a day. */
const signingIn = (invitation: string): readonly string[] => ['', `Sign in to the console, once: ${invitation}`];

const firstSteps = [
  '',
  'There are no books in this database yet. Create a tenant, a ledger and a key:',
  '',
  `  npx ledger tenants create --name 'My company'`,
  `  npx ledger ledgers create --tenant 'My company' --code MAIN --name 'Main books' --currency EUR`,
  '  npx ledger keys create --ledger MAIN',
  '',
  'Or create demo books: npx ledger demo',
];
