/** At least one SQLSTATE of every class that PostgreSQL lists (its manual, appendix A), and the one that our own guards raise. */
export interface SqlState {
  readonly code: string;
  readonly name: string;
  /**
   * The cause: the transaction itself, a state of the database that an operator must repair (`a fault of the system`), or one that passes
   * without repair (`a temporary fault`).
   */
  readonly whose: 'a fault of the transaction' | 'a fault of the system' | 'a temporary fault';
}

export const sqlStates: readonly SqlState[] = [
  { code: '02000', name: 'no data', whose: 'a fault of the system' },
  { code: '03000', name: 'sql statement not yet complete', whose: 'a fault of the system' },
  { code: '08006', name: 'connection failure', whose: 'a temporary fault' },
  { code: '09000', name: 'triggered action exception', whose: 'a fault of the system' },
  { code: '0A000', name: 'feature not supported', whose: 'a fault of the system' },
  { code: '0B000', name: 'invalid transaction initiation', whose: 'a fault of the system' },
  { code: '0F000', name: 'locator exception', whose: 'a fault of the system' },
  { code: '0L000', name: 'invalid grantor', whose: 'a fault of the system' },
  { code: '0P000', name: 'invalid role specification', whose: 'a fault of the system' },
  { code: '0Z000', name: 'diagnostics exception', whose: 'a fault of the system' },
  { code: '20000', name: 'case not found', whose: 'a fault of the system' },
  { code: '21000', name: 'cardinality violation', whose: 'a fault of the system' },
  { code: '22003', name: 'numeric value out of range', whose: 'a fault of the transaction' },
  { code: '22P02', name: 'invalid text representation', whose: 'a fault of the transaction' },
  { code: '23503', name: 'foreign key violation', whose: 'a fault of the transaction' },
  { code: '23514', name: 'check violation', whose: 'a fault of the transaction' },
  { code: '24000', name: 'invalid cursor state', whose: 'a fault of the system' },
  { code: '25001', name: 'active sql transaction', whose: 'a fault of the system' },
  { code: '25006', name: 'read only sql transaction', whose: 'a temporary fault' },
  { code: '25P03', name: 'idle in transaction session timeout', whose: 'a temporary fault' },
  { code: '26000', name: 'invalid sql statement name', whose: 'a fault of the system' },
  { code: '27000', name: 'triggered data change violation', whose: 'a fault of the system' },
  { code: '28000', name: 'invalid authorization specification', whose: 'a fault of the system' },
  { code: '2B000', name: 'dependent privilege descriptors still exist', whose: 'a fault of the system' },
  { code: '2D000', name: 'invalid transaction termination', whose: 'a fault of the system' },
  { code: '2F000', name: 'sql routine exception', whose: 'a fault of the system' },
  { code: '34000', name: 'invalid cursor name', whose: 'a fault of the system' },
  { code: '38000', name: 'external routine exception', whose: 'a fault of the system' },
  { code: '39000', name: 'external routine invocation exception', whose: 'a fault of the system' },
  { code: '3B000', name: 'savepoint exception', whose: 'a fault of the system' },
  { code: '3D000', name: 'invalid catalog name', whose: 'a fault of the system' },
  { code: '3F000', name: 'invalid schema name', whose: 'a fault of the system' },
  { code: '40001', name: 'serialization failure', whose: 'a temporary fault' },
  { code: '40002', name: 'transaction integrity constraint violation', whose: 'a fault of the system' },
  { code: '42501', name: 'insufficient privilege', whose: 'a fault of the system' },
  { code: '42703', name: 'undefined column', whose: 'a fault of the system' },
  { code: '42P01', name: 'undefined table', whose: 'a fault of the system' },
  { code: '44000', name: 'with check option violation', whose: 'a fault of the system' },
  { code: '53100', name: 'disk full', whose: 'a temporary fault' },
  { code: '54000', name: 'program limit exceeded', whose: 'a fault of the system' },
  { code: '55000', name: 'object not in prerequisite state', whose: 'a fault of the system' },
  { code: '55P03', name: 'lock not available', whose: 'a temporary fault' },
  { code: '57014', name: 'query canceled', whose: 'a temporary fault' },
  { code: '57P01', name: 'admin shutdown', whose: 'a temporary fault' },
  { code: '58030', name: 'io error', whose: 'a temporary fault' },
  { code: '72000', name: 'snapshot too old', whose: 'a fault of the system' },
  { code: 'F0000', name: 'config file error', whose: 'a fault of the system' },
  { code: 'HV000', name: 'fdw error', whose: 'a fault of the system' },
  { code: 'LG005', name: 'our own guard', whose: 'a fault of the transaction' },
  { code: 'P0001', name: 'raise exception', whose: 'a fault of the system' },
  { code: 'XX000', name: 'internal error', whose: 'a fault of the system' },
  { code: 'XX001', name: 'data corrupted', whose: 'a fault of the system' },
];
