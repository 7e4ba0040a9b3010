/** Returns whether the request comes from a page of the console with the CSRF token of its session. */
import type { Visitor } from '../../../../src/kernel/http/visitor';
import type { Sessions } from '../../../../src/modules/access';

export const isOurPage = (
  sessions: Pick<Sessions, 'isCsrfToken'>,
  { isSameOrigin, csrfToken }: Visitor,
  token: string,
): boolean => isSameOrigin && sessions.isCsrfToken(token, csrfToken);
