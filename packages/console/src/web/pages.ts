/** The table of all pages inside a ledger, in the order of the navigation. Each page has a row here and a file in `pages/`. */
import type { Restriction } from './api/role';
import type { PageComponent } from './parts/page-component';

export interface PageEntry extends Restriction {
  /** The path after `/console/l/<ledger>/`; empty for the overview. A page whose path has a parameter is not in the navigation. */
  readonly path: string;
  readonly title: string;
  /** The heading above the page in the navigation; empty for the first pages, which have none. */
  readonly section: Section;
  /** True if the page is not in the navigation, because other pages link to it. */
  readonly isUnlisted?: boolean;
  readonly load: () => Promise<PageComponent>;
}

const sections = ['', 'Books', 'Reports', 'Set-up', 'Administration'] as const;

export type Section = (typeof sections)[number];

export const pages: readonly PageEntry[] = [
  {
    path: '',
    title: 'Overview',
    section: '',
    least: 'viewer',
    load: async () => (await import('./pages/overview')).Overview,
  },
  {
    path: 'transactions',
    title: 'Transactions',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/transactions')).Transactions,
  },
  {
    path: 'transactions/new',
    title: 'New transaction',
    section: 'Books',
    least: 'bookkeeper',
    isUnlisted: true,
    load: async () => (await import('./pages/new-transaction')).NewTransaction,
  },
  {
    path: 'transactions/:transactionId',
    title: 'Transaction',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/transaction')).Transaction,
  },
  {
    path: 'transactions/:transactionId/receipt',
    title: 'Receipt',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/receipt')).Receipt,
  },
  {
    path: 'import',
    title: 'Import',
    section: 'Books',
    least: 'bookkeeper',
    load: async () => (await import('./pages/import')).Import,
  },
  {
    path: 'holds',
    title: 'Holds',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/holds')).Holds,
  },
  {
    path: 'accounts',
    title: 'Chart of accounts',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/chart-of-accounts')).ChartOfAccounts,
  },
  {
    path: 'accounts/:accountId',
    title: 'Account',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/account')).Account,
  },
  {
    path: 'reports/trial-balance',
    title: 'Trial balance',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/trial-balance')).TrialBalance,
  },
  {
    path: 'reports/balance-sheet',
    title: 'Balance sheet',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/balance-sheet')).BalanceSheet,
  },
  {
    path: 'reports/income-statement',
    title: 'Income statement',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/income-statement')).IncomeStatement,
  },
  {
    path: 'reports/cash-flow',
    title: 'Cash flow statement',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/cash-flow')).CashFlow,
  },
  {
    path: 'reports/general-ledger',
    title: 'General ledger',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/general-ledger')).GeneralLedger,
  },
  {
    path: 'reports/aging',
    title: 'Ageing',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/aging')).Aging,
  },
  {
    path: 'reports/statement',
    title: 'Account statement',
    section: 'Reports',
    least: 'viewer',
    load: async () => (await import('./pages/statement')).Statement,
  },
  {
    path: 'period-locks',
    title: 'Period locks',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/period-locks')).PeriodLocks,
  },
  {
    path: 'activity',
    title: 'Activity',
    section: 'Books',
    least: 'viewer',
    load: async () => (await import('./pages/activity')).Activity,
  },
  {
    path: 'transaction-codes',
    title: 'Transaction codes',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/transaction-codes')).TransactionCodes,
  },
  {
    path: 'transaction-codes/new',
    title: 'New transaction code',
    section: 'Set-up',
    least: 'bookkeeper',
    isUnlisted: true,
    load: async () => (await import('./pages/new-transaction-code')).NewTransactionCode,
  },
  {
    path: 'transaction-codes/:transactionCodeId',
    title: 'Transaction code',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/transaction-code')).TransactionCode,
  },
  {
    path: 'account-sets',
    title: 'Account sets',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/account-sets')).AccountSets,
  },
  {
    path: 'account-sets/:accountSetId',
    title: 'Account set',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/account-set')).AccountSet,
  },
  {
    path: 'journals',
    title: 'Journals',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/journals')).Journals,
  },
  {
    path: 'attribute-definitions',
    title: 'Attributes',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/attributes')).Attributes,
  },
  {
    path: 'strings',
    title: 'Strings',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/strings')).Strings,
  },
  {
    path: 'strings/:stringCode',
    title: 'String',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/string')).StringPage,
  },
  {
    path: 'events',
    title: 'Events',
    section: 'Set-up',
    least: 'viewer',
    load: async () => (await import('./pages/events')).Events,
  },
  {
    path: 'webhook-endpoints',
    title: 'Webhooks',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/webhooks')).Webhooks,
  },
  {
    path: 'webhook-endpoints/:endpointId',
    title: 'Webhook',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/webhook')).Webhook,
  },
  {
    path: 'keys',
    title: 'Keys',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/keys')).Keys,
  },
  {
    path: 'operators',
    title: 'People',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/people')).People,
  },
  {
    path: 'ledgers',
    title: 'Ledgers',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/ledgers')).Ledgers,
  },
  {
    path: 'rates',
    title: 'Rates',
    section: 'Administration',
    least: 'admin',
    isOfAllTenants: true,
    load: async () => (await import('./pages/rates')).Rates,
  },
  {
    path: 'verifications',
    title: 'Verification',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/verification')).Verification,
  },
  {
    path: 'log',
    title: 'Audit log',
    section: 'Administration',
    least: 'admin',
    load: async () => (await import('./pages/tenant-log')).TenantLog,
  },
  {
    path: 'acts',
    title: 'Acts',
    section: 'Administration',
    least: 'admin',
    isUnlisted: true,
    load: async () => (await import('./pages/acts')).Acts,
  },
  {
    path: 'system',
    title: 'System',
    section: 'Administration',
    least: 'admin',
    isOfAllTenants: true,
    load: async () => (await import('./pages/system')).System,
  },
];

/** The pages of the navigation, grouped by heading, in the order of the table. */
export const navigation: readonly { readonly section: Section; readonly entries: readonly PageEntry[] }[] =
  sections.map((section) => ({
    section,
    entries: pages.filter((page) => page.section === section && !page.isUnlisted && !page.path.includes(':')),
  }));
