/** Checks of the log: it has no gaps, and records exactly what happened to each transaction and account. */
import { ledgerChecks } from './sql-check';

export const logChecks = ledgerChecks(__filename, {
  'head-agrees': 'The head of the ledger stands at the last event and at the last transaction that took effect.',
  'events-are-dense': 'The sequences of the log run from 1 without a gap.',
  'transactions-are-dense':
    'The sequences of the transactions that took effect run from 1 without a gap, in the order of the log.',
  'decisions-are-logged':
    'Each decided transaction was posted or failed by one event of the log, and both tell it alike: when, for whom, why.',
  'undoing-is-logged':
    'A transaction is void exactly if one event of the log made it so, each reversal, release and settlement is told of by one behind it, and all tell it alike.',
  'chart-is-logged':
    'The log knows of each account, journal and period lock, and of none that is gone without its saying so.',
  'members-are-logged':
    'An account set has the members that the log added to it and did not remove, each since then, and no others.',
  'contents-are-kept':
    'Each event about the chart has its text, whose hash is the content hash of the event, and the text is about the subject of the event.',
  'correlations-are-listed':
    'Each decided transaction of a correlation has its place in it, by the event that decided it, and nothing else has one.',
});
