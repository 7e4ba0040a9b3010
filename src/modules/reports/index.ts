/** Reports on the books, and exports of the journal and the general ledger for auditors and other programs. */
export {
  JOURNAL_EXPORTS,
  type ExportQuestion,
  type JournalExports,
  type JournalFile,
} from './application/export-journal';
export { AGINGS, AGING_LIMITS } from './application/aging';
export { CASH_FLOWS, CASH_FLOW_LIMITS } from './application/cash-flow';
export { GENERAL_LEDGERS } from './application/general-ledger';
export type { TooManyExports } from './domain/journal/refusals';
export type { Invalid as InvalidReport } from './domain/refusals';
export { journalFormatNames } from './domain/journal/formats';
export { REPORTS, type Reports } from './application/reports';
