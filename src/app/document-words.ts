/** The introductions of the two documents: first steps, general rules, and an overview. */
import type { DocumentInfo } from '../kernel/http/openapi';
import { adminPath, apiPath } from './server';

const contact = { name: 'The operators of this service' };
/** No licence has been granted yet. */
const license = { name: 'Proprietary, all rights reserved', identifier: 'LicenseRef-Proprietary' };
const version = '1.0.0';

const errors = `## Errors

A refusal is \`{success: false, message, code}\`, with \`errors\` by field where fields are wrong. Branch on \`code\`, which never
changes its meaning; show \`message\`, which says cause and cure. What belongs to another tenant is answered as what does not
exist. 400 and 422 say that the request must change, 409 that it does not fit what there is, 429 and 503 that it may be sent
again after \`Retry-After\` seconds. Name the answer's \`X-Request-Id\` when you ask about a 500; a request may bring its own.`;

const paging = `## Lists

A list answers \`limit\` items, 25 unless asked and 100 at most, and \`meta.pagination\`. Send \`next_cursor\` as \`cursor\` with the
same filters until \`has_more\` is false. A cursor is a position, not a number: what is added meanwhile shifts nothing. The order of
a list never changes. A query parameter that an operation does not know is 422, so that no filter is ignored unnoticed.`;

const rateLimits = `## Rate limits

Every key has a budget of requests a second, 10 unless it was given another. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` tell it with each answer. Beyond it, and beyond the number of requests that one caller may have in progress, the answer is 429
with \`Retry-After\`.`;

const versioning = (path: string): string => `## Versions

The version is in the path, \`${path}\`. Within it fields, codes, types of events and operations may be added; none is renamed,
taken away or given another meaning. So ignore what you do not know.`;

export const documentInfo: DocumentInfo = {
  title: 'Ledger',
  version,
  summary: 'A multi-tenant double-entry ledger.',
  description: `Transactions are debits and credits that are equal. A posted transaction never changes: it is reversed or voided. A key opens one
ledger, which has one currency.

## First steps

1. Send a key with every request: \`Authorization: Bearer sk_…\`.
2. \`POST /accounts\` opens two accounts, such as \`BANK\` (asset) and \`REVENUE\` (revenue).
3. \`POST /transactions\` debits the one and credits the other. \`Prefer: wait=5\` answers when it is posted.
4. \`GET /accounts/code/BANK/balance\` returns the balance.

\`?dry_run=true\` answers what a transaction would do, and does nothing.

## Authentication

A key is good for one ledger, so no path names one. It has scopes (\`read\`, \`post\`, \`undo\`, \`chart\`, \`admin\`) and capabilities
for what is rare; what it lacks is 403. A key stays on a server. A person who signed in may call too, with the session's cookie, the
ledger's id in \`X-Ledger\`, and for every method but GET the token of the session in \`X-CSRF-Token\`.

## Amounts and days

Amounts are decimal strings in major units, such as \`"10.50"\`: never numbers, never rounded, never with an exponent. What has more
decimals than the ledger stores is refused. Days are \`2026-01-15\`, instants \`2026-01-15T10:00:00.000Z\`, in UTC.

## Idempotency

Where a request has an \`idempotency_key\`, in its body or as the header \`Idempotency-Key\`, it is done once: the same request sent
again is answered as the first time, with \`Idempotency-Replayed: true\`. The key belongs to the ledger, across all operations, for good.
Another request under it is 409 \`idempotency_key_reused\`; while the first still runs, 409 \`idempotency_key_in_use\`. So a client that
lost an answer sends the request again.

${errors}

${paging}

${rateLimits}

${versioning(apiPath)}`,
  contact,
  license,
  tags: [
    {
      name: 'Transactions',
      description:
        'Posting, and undoing what was posted: single transactions and batches, holds that are settled or released, reversals and voids (specification, "Transaction").',
    },
    {
      name: 'Accounts',
      description:
        'The chart of accounts, with balances as of a day, running balances and statements (specification, "Account").',
    },
    { name: 'Ledger', description: 'The ledger that the key opens.' },
    { name: 'Account sets', description: 'Groups of accounts, and of other groups, for reports.' },
    { name: 'Journals', description: 'Groups of transactions, which may be closed.' },
    {
      name: 'Transaction codes',
      description: 'Templates of entries with parameters, so that callers name what happened and not the accounts.',
    },
    {
      name: 'Attributes',
      description: 'The catalog of the searchable texts that transactions carry, one for the tenant.',
    },
    {
      name: 'Strings',
      description: 'Named groups of ledgers, between which value is converted and transferred, both legs or none.',
    },
    {
      name: 'Reports',
      description: 'Reports as of any day and as known at any place of the log, and the journal as a file.',
    },
    {
      name: 'Proof',
      description: 'Signed checkpoints of the log, and receipts of transactions that a stranger can check.',
    },
    { name: 'Periods and activity', description: 'Locking what is closed, and the log of what was done.' },
    {
      name: 'Events and webhooks',
      description:
        'Everything that the ledger decides, in order and without a gap: to be read, streamed, or sent to you signed.',
    },
    {
      name: 'Files at the console',
      description: 'Files that a signed-in person imports, by a page of this service in a browser. Programs use keys.',
    },
    {
      name: 'Signing in',
      description: 'Sessions of people, for pages of this service in a browser. Programs use keys.',
    },
  ],
  basePath: apiPath,
};

export const adminDocumentInfo: DocumentInfo = {
  title: 'Ledger administration',
  version,
  summary: 'Tenants, their ledgers, keys, operators and strings.',
  description: `A key of an administrator, or an operator whose role is admin, administers one tenant or all of them. What is of another tenant is
answered as what does not exist. Every act is a line of the tenant's log.

## First steps

1. \`ledger admin-keys create\` makes a key; send it with every request: \`Authorization: Bearer ak_…\`.
2. \`POST /tenants\`, then \`POST /ledgers\`, then \`POST /keys\` make what a program needs to keep books. Keep the \`key\` of the last
   answer: it is shown once.

A person who signed in may call too, with the session's cookie, and for every method but GET the token of the session in
\`X-CSRF-Token\`. What is made here has no idempotency keys: after a lost answer, list what there is before sending it again.

${errors}

${paging}

${rateLimits}

${versioning(adminPath)}`,
  contact,
  license,
  tags: [
    { name: 'Tenants', description: 'Whose books they are: each apart from all others.' },
    { name: 'Ledgers', description: 'Books in one currency, each of one tenant.' },
    { name: 'Keys', description: 'API keys of ledgers: create, restrict, rotate and revoke them.' },
    { name: 'Operators', description: 'People who sign in, and the links by which they set a password.' },
    { name: 'Strings', description: 'Which ledgers take part in a string.' },
    { name: 'Rates', description: 'Rates that conversions take where they name none.' },
    { name: 'Log', description: 'The acts on a tenant, as a chain of hashes.' },
    { name: 'System', description: 'The version and the state of the service.' },
    { name: 'Verifications', description: 'Re-deriving what must always be true.' },
  ],
  basePath: adminPath,
  callers: 'administrators',
};
