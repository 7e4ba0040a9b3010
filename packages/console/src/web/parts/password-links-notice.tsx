/**
 * A notice after sign-in that lists the one-time links with which the password was set. A link in the list that the person did not use
 * shows that somebody else had access to the account.
 */
import { useState } from 'preact/hooks';
import type { Session } from '../api/session';
import { foreignText } from './foreign-text';
import { Moment } from './labels';

/** The links that have been shown since the page was loaded. If the person enters the password again, they are not shown again. */
const shown = new Set<string>();

export const PasswordLinksNotice = ({ session }: { readonly session: Session }) => {
  const [, setCount] = useState(0);
  const links = session.links_used.filter(({ used_at: at }) => !shown.has(at));
  if (!session.isNew || links.length === 0) return null;
  const close = (): void => {
    for (const { used_at: at } of session.links_used) shown.add(at);
    setCount((count) => count + 1);
  };
  return (
    <aside class="note is-warn" aria-label="Links that set your password">
      <p>Your password was set through a link within the last 30 days:</p>
      <ul>
        {links.map(({ used_at: at, created_by: actor, created_by_name: name, address }) => (
          <li key={at}>
            <Moment of={at} />, from {address}, through a link that {foreignText(name ?? actor)} created
          </li>
        ))}
      </ul>
      <p>
        If it was not you who used one of them, somebody else has signed in as you: check{' '}
        <a href="/console/your-sessions">your sessions</a>, change your password, and inform an administrator.{' '}
        <button type="button" class="button is-small" onClick={close}>
          Close
        </button>
      </p>
    </aside>
  );
};
