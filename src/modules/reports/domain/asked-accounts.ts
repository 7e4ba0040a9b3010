/** The parameters that select the accounts of a report. Its table repeats them, because a reader of the file does not know the request. */
export interface AskedAccounts {
  readonly account_set_code: string | undefined;
  readonly account_type: string | undefined;
  readonly code_prefix: string | undefined;
}

const names = ['account_set_code', 'account_type', 'code_prefix'] as const;

/** Returns a text for each parameter that is given: `code_prefix AR`. */
export const accountsTexts = (asked: AskedAccounts): readonly string[] =>
  names.flatMap((name) => (asked[name] === undefined ? [] : [`${name} ${asked[name]}`]));
