/**
 * The public interface of the import, which reads journals of other programs and this ledger's own exports, and posts them. Other packages
 * import only this file.
 */
export { importActor, importJournal, type Asked } from './run';
export { importFormats, type ImportFormat } from './formats';
export type { Progress } from './reading';
export { emptyMap, readMap, type ImportMap } from './map';
export { openSource, sourceOfBytes, type Source } from './source';
export { isStream, rejectedFileAt, type RejectedText } from './rejected-file';
export type { Reason } from './rows';
export type { Summary } from './tally';
export { createLedgerCalls, type LedgerCalls } from './ledger-calls';
export { explainFile, type Explanation } from './explain';
export type { FirstRecords } from './first-records';
