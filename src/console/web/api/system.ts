/** What /admin/v1/system tells of the installation. */
export interface Setting {
  readonly name: string;
  readonly is_set: boolean;
  /** Null of all that may hold a secret. */
  readonly value: string | null;
}

export interface System {
  readonly version: string;
  readonly node_version: string;
  readonly role: string;
  readonly started_at: string;
  readonly migrations: { readonly applied: readonly string[]; readonly pending: readonly string[] };
  readonly database_version: string;
  readonly pool: { readonly in_use: number; readonly open: number; readonly waiting: number; readonly max: number };
  readonly poster_lag_seconds: string;
  readonly settings: readonly Setting[];
}
