/** Leads to what was done to one thing: in the log of its ledger, or in the log of its tenant, which administrators alone may read. */
import { Link } from 'wouter-preact';
import { useHref, usePlace } from '../../api/place';
import { mayAs } from '../../api/session';

interface LogLinkProps {
  readonly id: string;
  /** The name of the thing, for screen readers. */
  readonly of: string;
  readonly log: 'activity' | 'log';
  /** The tenant whose log tells of it, if it is another than that of the open ledger. */
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
