/**
 * The ledgers that the console lists. A session has at most 100 of them, in the order of their codes, and those that the address names. An
 * administrator reads the others page by page; nobody else can list them, and everybody can open a ledger by its code.
 */
import type { Answer } from './answer';
import { readUntil, type AskPage } from './every';

/** The maximum number of ledgers in a session, without those that the address names. */
export const mostInSession = 100;

/** Returns whether there may be ledgers that the session does not list. A session does not say whether its list is complete. */
export const mayBeIncomplete = (listed: readonly unknown[]): boolean => listed.length >= mostInSession;

interface Identified {
  readonly id: string;
}

export interface FurtherLedgers<Ledger> {
  readonly ledgers: readonly Ledger[];
  /** The cursor of the next page; undefined if every page has been read. */
  readonly cursor: string | undefined;
}

/**
 * Returns the next ledgers that are not listed yet. It reads on until a page has such a ledger or the list ends, because the pages have
 * another order than the session.
 */
export const furtherLedgers = async <Ledger extends Identified>(
  page: AskPage<Ledger>,
  listed: ReadonlySet<string>,
  from: string | undefined,
): Promise<Answer<FurtherLedgers<Ledger>>> => {
  const isFurther = ({ id }: Ledger): boolean => !listed.has(id);
  const answer = await readUntil(page, (read) => read.some(isFurther), { from });
  if (!answer.ok) return answer;
  const cursor = answer.pagination?.next_cursor ?? undefined;
  return { ...answer, data: { ledgers: answer.data.filter(isFurther), cursor } };
};

/** Returns the sentence that says which ledgers are listed. `isRead` is true once an administrator has read every page. */
export const extentOf = (listed: readonly { readonly code: string }[], isRead: boolean, mayPage: boolean): string =>
  isRead
    ? `${listed.length === 1 ? 'The only ledger is' : `All ${listed.length} ledgers are`} listed.`
    : mayPage
      ? `${listed.length} ${listed.length === 1 ? 'ledger is' : 'ledgers are'} listed. There may be more.`
      : `Only the first ${mostInSession} ledgers by code are listed, up to ${listed[mostInSession - 1]?.code ?? ''}. Open any other ledger by its code or id, which an administrator finds on the page Ledgers.`;

/** Returns whether several tenants have a ledger with this code. Such a code opens none of their ledgers. */
export const isOfSeveral = (named: string, listed: readonly { readonly code: string }[]): boolean =>
  listed.filter(({ code }) => code === named).length > 1;
