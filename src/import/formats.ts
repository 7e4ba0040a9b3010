/** The formats that an import reads. */
export const importFormats = ['hledger', 'beancount', 'csv', 'camt053', 'mt940', 'ofx', 'qif', 'gnucash'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const isJournal = (format: ImportFormat): boolean => format === 'hledger' || format === 'beancount';
