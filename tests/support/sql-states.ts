/** At least one SQLSTATE of every class that PostgreSQL lists (its manual, appendix A), and the one that our own guards raise. */
export interface SqlState {
  readonly code: string;
  readonly name: string;
  /**
   * The cause: the transaction itself (`its own`), a state of the database that passes by itself (`passing`), or a state of the database
   * that an operator must repair (`of the house`).
   */
  readonly whose: 'its own' | 'of the house' | 'passing';
}

export const sqlStates: readonly SqlState[] = [
  { code: '02000', name: 'no data', whose: 'of the house' },
  { code: '03000', name: 'sql statement not yet complete', whose: 'of the house' },
  { code: '08006', name: 'connection failure', whose: 'passing' },
  { code: '09000', name: 'triggered action exception', whose: 'of the house' },
  { code: '0A000', name: 'feature not supported', whose: 'of the house' },
  { code: '0B000', name: 'invalid transaction initiation', whose: 'of the house' },
  { code: '0F000', name: 'locator exception', whose: 'of the house' },
  { code: '0L000', name: 'invalid grantor', whose: 'of the house' },
  { code: '0P000', name: 'invalid role specification', whose: 'of the house' },
  { code: '0Z000', name: 'diagnostics exception', whose: 'of the house' },
  { code: '20000', name: 'case not found', whose: 'of the house' },
  { code: '21000', name: 'cardinality violation', whose: 'of the house' },
  { code: '22003', name: 'numeric value out of range', whose: 'its own' },
  { code: '22P02', name: 'invalid text representation', whose: 'its own' },
  { code: '23503', name: 'foreign key violation', whose: 'its own' },
  { code: '23514', name: 'check violation', whose: 'its own' },
  { code: '24000', name: 'invalid cursor state', whose: 'of the house' },
  { code: '25001', name: 'active sql transaction', whose: 'of the house' },
  { code: '25006', name: 'read only sql transaction', whose: 'passing' },
  { code: '25P03', name: 'idle in transaction session timeout', whose: 'passing' },
  { code: '26000', name: 'invalid sql statement name', whose: 'of the house' },
  { code: '27000', name: 'triggered data change violation', whose: 'of the house' },
  { code: '28000', name: 'invalid authorization specification', whose: 'of the house' },
  { code: '2B000', name: 'dependent privilege descriptors still exist', whose: 'of the house' },
  { code: '2D000', name: 'invalid transaction termination', whose: 'of the house' },
  { code: '2F000', name: 'sql routine exception', whose: 'of the house' },
  { code: '34000', name: 'invalid cursor name', whose: 'of the house' },
  { code: '38000', name: 'external routine exception', whose: 'of the house' },
  { code: '39000', name: 'external routine invocation exception', whose: 'of the house' },
  { code: '3B000', name: 'savepoint exception', whose: 'of the house' },
  { code: '3D000', name: 'invalid catalog name', whose: 'of the house' },
  { code: '3F000', name: 'invalid schema name', whose: 'of the house' },
  { code: '40001', name: 'serialization failure', whose: 'passing' },
  { code: '40002', name: 'transaction integrity constraint violation', whose: 'of the house' },
  { code: '42501', name: 'insufficient privilege', whose: 'of the house' },
  { code: '42703', name: 'undefined column', whose: 'of the house' },
  { code: '42P01', name: 'undefined table', whose: 'of the house' },
  { code: '44000', name: 'with check option violation', whose: 'of the house' },
  { code: '53100', name: 'disk full', whose: 'passing' },
  { code: '54000', name: 'program limit exceeded', whose: 'of the house' },
  { code: '55000', name: 'object not in prerequisite state', whose: 'of the house' },
  { code: '55P03', name: 'lock not available', whose: 'passing' },
  { code: '57014', name: 'query canceled', whose: 'passing' },
  { code: '57P01', name: 'admin shutdown', whose: 'passing' },
  { code: '58030', name: 'io error', whose: 'passing' },
  { code: '72000', name: 'snapshot too old', whose: 'of the house' },
  { code: 'F0000', name: 'config file error', whose: 'of the house' },
  { code: 'HV000', name: 'fdw error', whose: 'of the house' },
  { code: 'LG005', name: 'our own guard', whose: 'its own' },
  { code: 'P0001', name: 'raise exception', whose: 'of the house' },
  { code: 'XX000', name: 'internal error', whose: 'of the house' },
  { code: 'XX001', name: 'data corrupted', whose: 'of the house' },
];
