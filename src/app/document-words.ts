/** The introductions of the two OpenAPI documents: first steps, general rules, and an overview. */
import type { DocumentInfo } from '../kernel/http/openapi';
import { adminPath, apiPath } from './server';

const contact = { name: 'The operators of this service' };
/** The document names no licence, because none has been granted yet. */
const license = { name: 'Proprietary, all rights reserved', identifier: 'LicenseRef-Proprietary' };
const version = '1.0.0';

const errors = `## Errors

A refusal is \`{success: false, message, code}\`, with \`errors\` by field where fields are wrong. Branch on \`code\`, which never
changes its meaning; show \`message\`, which gives the cause and the remedy. Objects of another tenant are answered as if they did
not exist. 400 and 422 mean that the request must be changed, 409 that it conflicts with the present state, 429 and 503 that it
may be sent again after \`Retry-After\` seconds. Give the response's \`X-Request-Id\` when you ask about a 500; a request may set it.`;

const paging = `## Lists

A list returns \`limit\` items, by default 25 and at most 100, and \`meta.pagination\`. Send \`next_cursor\` as \`cursor\` with the
same filters until \`has_more\` is false. A cursor is a position, not a page number: items that are added meanwhile do not shift the pages. The order of
a list never changes. A query parameter that an operation does not know is 422, so that no filter is ignored unnoticed.`;

const rateLimits = `## Rate limits

Every key has a budget of requests per second, by default 10. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` show it in each response. Beyond it, and beyond the number of requests that one caller may have in progress, the response is 429
with \`Retry-After\`.`;

const versioning = (path: string): string => `## Versions

The version is in the path, \`${path}\`. Within it fields, codes, types of events and operations may be added; none is renamed,
removed or given another meaning. So clients must ignore what they do not know.`;

export const documentInfo: DocumentInfo = {
  title: 'Ledger',
  version,
  summary: 'A multi-tenant double-entry ledger.',
  description: `Transactions are debits and credits that are equal. A posted transaction never changes: it is reversed or voided. A key opens one
ledger, which has one currency.

## First steps

1. Send a key with every request: \`Authorization: Bearer sk_…\`.
2. \`POST /accounts\` opens two accounts, such as \`BANK\` (asset) and \`REVENUE\` (revenue).
3. \`POST /transactions\` debits one and credits the other. With \`Prefer: wait=5\` the response waits until it is posted.
4. \`GET /accounts/code/BANK/balance\` returns the balance.

\`?dry_run=true\` returns what a transaction would do, and stores nothing.

## Authentication

A key opens one ledger, so paths do not name a ledger. It has scopes (\`read\`, \`post\`, \`undo\`, \`chart\`, \`admin\`) and capabilities
for rarely needed operations; a request without the required one is 403. Keep keys on a server. A person who signed in may also call the API, with the session's cookie, the
ledger's id in \`X-Ledger\`, and for every method but GET the token of the session in \`X-CSRF-Token\`.

## Amounts and days

Amounts are decimal strings in major units, such as \`"10.50"\`: never numbers, never rounded, never with an exponent. An amount with more
decimals than the ledger stores is refused. Days are \`2026-01-15\`, instants \`2026-01-15T10:00:00.000Z\`, in UTC.

## Idempotency

If a request has an \`idempotency_key\`, in its body or as the header \`Idempotency-Key\`, it is executed once: if the same request is
sent again, it gets the first response, with \`Idempotency-Replayed: true\`. In a batch each item has a key: its own, or the header with its index
(\`KEY/0\`). The key belongs to the ledger, for all operations, permanently.
Another request with the same key is 409 \`idempotency_key_reused\`; while the first still runs, 409 \`idempotency_key_in_use\`. So a client that
lost a response sends the request again.

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
        'Posting and undoing: single transactions and batches, holds that are settled or released, reversals and voids (specification, "Transaction").',
    },
    {
      name: 'Accounts',
      description:
        'The chart of accounts, with balances as of a day, running balances and statements (specification, "Account").',
    },
    { name: 'Ledger', description: 'The ledger of the key.' },
    { name: 'Account sets', description: 'Groups of accounts, and of other groups, for reports.' },
    { name: 'Journals', description: 'Groups of transactions, which may be closed.' },
    {
      name: 'Transaction codes',
      description: 'Templates of entries with parameters, so that callers need not name accounts.',
    },
    {
      name: 'Attributes',
      description: 'The catalog of searchable attributes of transactions, one for each tenant.',
    },
    {
      name: 'Strings',
      description: 'Named groups of ledgers. Conversions and transfers between them always post both legs.',
    },
    {
      name: 'Reports',
      description: 'Reports as of any day and as known at any sequence of the log, and the journal as a file.',
    },
    {
      name: 'Proof',
      description: 'Signed checkpoints of the log, and receipts of transactions that third parties can check.',
    },
    { name: 'Periods and activity', description: 'Locks of closed periods, and the log of acts.' },
    {
      name: 'Events and webhooks',
      description:
        'Everything that the ledger decides, in order and without gaps: listed, streamed, or sent to you as signed messages.',
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
  description: `A key of an administrator, or an operator whose role is admin, administers one tenant or all of them. Objects of another tenant
are answered as if they did not exist. Every act is an event in the tenant's log.

## First steps

1. \`ledger admin-keys create\` creates a key; send it with every request: \`Authorization: Bearer ak_…\`.
2. \`POST /tenants\`, then \`POST /ledgers\`, then \`POST /keys\` create what a program needs to keep books. Store the \`key\` of the last
   response: it is shown once.

A person who signed in may also call the API, with the session's cookie, and for every method but GET the token of the session in
\`X-CSRF-Token\`. These requests have no idempotency keys: after a lost response, list the existing objects before you send it again.

${errors}

${paging}

${rateLimits}

${versioning(adminPath)}`,
  contact,
  license,
  tags: [
    { name: 'Tenants', description: 'The owners of ledgers, each separate from all others.' },
    { name: 'Ledgers', description: 'Books in one currency, each of one tenant.' },
    { name: 'Keys', description: 'API keys of ledgers: create, restrict, rotate and revoke them.' },
    { name: 'Operators', description: 'People who sign in, and the links by which they set a password.' },
    { name: 'Strings', description: 'The member ledgers of a string.' },
    { name: 'Rates', description: 'Rates that are recorded with conversions that name none.' },
    { name: 'Log', description: 'The acts on a tenant, as a chain of hashes.' },
    { name: 'System', description: 'The version and the state of the service.' },
    { name: 'Verifications', description: 'Checks of all books against their logs.' },
  ],
  basePath: adminPath,
  callers: 'administrators',
};
