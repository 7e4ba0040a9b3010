/** The formats that an import reads. */
export const importFormats = [
  ...(['hledger', 'beancount', 'csv', 'camt053', 'mt940', 'ofx', 'qif'] as const),
  ...(['gnucash', 'quickbooks', 'xero', 'datev'] as const),
] as const;
export type ImportFormat = (typeof importFormats)[number];

export const isJournal = (format: ImportFormat): boolean => format === 'hledger' || format === 'beancount';

/** Returns whether the format is a bank statement. A map must name the contra accounts of its rows. */
export const isStatement = (format: ImportFormat): boolean =>
  format === 'camt053' || format === 'mt940' || format === 'ofx' || format === 'qif';
