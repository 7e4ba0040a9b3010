/**
 * Examples of the answers of the session's routes. Most other examples are recorded from a running service. These are not, because the
 * recorded books have no operator who could sign in.
 */
import { exampleId } from '../../../../src/kernel/http/examples';
import type { RecordedAnswers } from '../../../../src/kernel/http/openapi-examples';

const session = {
  success: true,
  data: {
    operator: {
      id: exampleId('operator'),
      email: 'anna@example.com',
      name: 'Anna',
      role: 'bookkeeper',
      tenant_id: exampleId('tenant'),
    },
    csrf_token: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
    expires_at: '2026-01-15T22:00:00.000Z',
    ledgers: [
      {
        id: exampleId('ledger USD-MAIN'),
        tenant_id: exampleId('tenant'),
        tenant_name: 'demo',
        code: 'USD-MAIN',
        name: 'Main books in US dollars',
        currency: 'USD',
        storage_decimals: 2,
        display_decimals: 2,
        time_zone: 'UTC',
        fiscal_year_start: '01-01',
      },
    ],
    links_used: [],
  },
};

const at = '2026-01-15T10:00:00.000Z';
const sessions = {
  success: true,
  data: {
    sessions: [
      {
        ...{ id: exampleId('session'), is_current: true, status: 'open' },
        ...{
          began_by: 'sign_in',
          link_created_by: null,
          address: '192.0.2.7',
          agent: 'Mozilla/5.0 (X11; Linux x86_64)',
        },
        ...{ created_at: at, last_seen_at: '2026-01-15T10:20:00.000Z', expires_at: '2026-01-15T22:00:00.000Z' },
        ...{ ended_at: null, ended_by: null },
      },
    ],
  },
};

const entries = [
  { account: 'BANK', amount: '-4.50' },
  { account: 'OPEN', amount: '4.50' },
];
const preview = {
  success: true,
  data: {
    ...{ format: 'csv', proposal: null, left_out: [], rejected: [], stopped: null },
    table: { columns: ['Date', 'Text', 'Amount'], rows: [{ line: 2, cells: ['2026-01-05', 'Tea', '-4.50'] }] },
    rows: [{ line: 2, date: '2026-01-05', description: 'Tea', reference: null, entries }],
    counts: { transactions: 1, left_out: 0, rejected: 0 },
  },
};
const imported = {
  success: true,
  data: {
    ...{ format: 'csv', is_dry_run: false, read: 1, posted: 1, posted_before: 0, untried: 0, left_out: 0 },
    ...{ rejected: 0, accounts_opened: 0, journals_opened: 0, assertions_checked: 0, assertions_failed: 0 },
    ...{ rejections: [], remarks: [], rejected_file: null },
  },
};

export const sessionExamples: RecordedAnswers = {
  'readSession 200': session,
  'createSession 200': session,
  'acceptInvitation 200': session,
  'changePassword 200': session,
  'readOwnSessions 200': sessions,
  'deleteOtherSessions 200': { success: true, data: { ended: 2 } },
  'previewImport 200': preview,
  'importFile 200': imported,
  'deleteOwnSession 200': { success: true, data: { ended: 1 } },
};
