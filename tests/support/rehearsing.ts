/** Dry runs over REST. */
import type { Answer } from './client';
import type { TestBooks, TestLedger } from './ledger';
import { refusedWrite } from './untouched';

/** Performs a dry run, expects that it changed nothing, and returns the whole answer. */
export const rehearse = (ledger: TestLedger, books: TestBooks, path: string, body?: unknown): Promise<Answer> =>
  refusedWrite(ledger, books, (api) => api.post(`${path}?dry_run=true`, body));

/** Each balance that the write would change: account, layer, amount before and after. */
export const changesOf = ({ balances }: Answer['body']): readonly (readonly string[])[] =>
  balances.map(({ account_code, layer, before, after }: Record<string, string>) => [
    account_code,
    layer,
    before,
    after,
  ]);

/** The `code` and `message` of a dry run that would succeed. */
export const codeless = { code: null, message: null };
