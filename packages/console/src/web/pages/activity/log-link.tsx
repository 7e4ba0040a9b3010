/** A link to the acts on one thing: in the ledger's log, or in the tenant's log, which only administrators may read. */
import { Link } from 'wouter-preact';
import { useHref, usePlace } from '../../api/place';
import { mayAs } from '../../api/session';

interface LogLinkProps {
  readonly id: string;
  /** The name of the thing, for screen readers. */
  readonly of: string;
  readonly log: 'activity' | 'log';
  /** The tenant whose log has the acts, if it is not that of the open ledger. */
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
