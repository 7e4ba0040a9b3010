/** Whether a page of ours asks, which knows the token of its session. */
import type { Visitor } from '../../../../src/kernel/http/visitor';
import type { Sessions } from '../../../../src/modules/access';

export const isOurPage = (
  sessions: Pick<Sessions, 'isCsrfToken'>,
  { isSameOrigin, csrfToken }: Visitor,
  token: string,
): boolean => isSameOrigin && sessions.isCsrfToken(token, csrfToken);
