/** Checks of the log: it has no gaps, and records exactly what happened to each transaction and account. */
import { ledgerChecks } from './sql-check';

export const logChecks = ledgerChecks(__filename, {
  'head-agrees': 'The head of the ledger has the sequences of the last event and of the last posted transaction.',
  'events-are-dense': 'The sequences of the log run from 1 without a gap.',
  'transactions-are-dense': 'The sequences of posted transactions run from 1 without a gap, in the order of the log.',
  'decisions-are-logged':
    'Each posted or failed transaction has one event of the log that records this, with the same time, sender and reason.',
  'undoing-is-logged':
    'A transaction is void exactly if one event of the log voided it. The event after each reversal, release and settlement says so, with the same facts.',
  'chart-is-logged':
    'The log has the creation of each account, journal and period lock, and the removal of each that no longer exists.',
  'members-are-logged':
    'An account set has exactly the members that the log added to it and did not remove, each since that event.',
  'contents-are-kept':
    'Each event about the chart has its text, whose hash is the content hash of the event, and the text is about the subject of the event.',
  'correlations-are-listed':
    'Each posted or failed transaction of a correlation is listed in it under its event, and nothing else is listed.',
});
