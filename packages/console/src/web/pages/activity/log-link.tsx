/** A link to the log of one object, in the ledger's log or in the tenant's log. Only administrators may read the tenant's log. */
import { Link } from 'wouter-preact';
import { useHref, usePlace } from '../../api/place';
import { mayAs } from '../../api/session';

interface LogLinkProps {
  readonly id: string;
  /** The name of the object, for screen readers. */
  readonly of: string;
  readonly log: 'activity' | 'log';
  /** The id of the tenant whose log contains the acts, if it is not the tenant of the open ledger. */
  readonly tenant?: string;
}

export const LogLink = ({ id, of, log, tenant }: LogLinkProps) => {
  const href = useHref();
  const { role } = usePlace();
  if (log === 'log' && !mayAs(role, 'admin')) return null;
  return (
    <Link class="button is-plain is-small" href={href(log, { subject_id: id, tenant })}>
      Log<span class="heard"> of {of}</span>
    </Link>
  );
};
