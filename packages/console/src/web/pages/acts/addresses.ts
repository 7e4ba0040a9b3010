/** The addresses of an act and of its subject. Acts may be of another ledger than the one that is open. */
import { pathOfSubject, type Subject } from '../events/subject';

export interface PlacedAct {
  /** Null where the log of the tenant tells of it. */
  readonly ledger_id: string | null;
  readonly sequence: number;
  readonly subject: Subject;
}

type Href = (path: string, query?: Readonly<Record<string, string | number>>) => string;

/** `href` makes addresses inside the ledger that is open. */
const inLedger = (ledgerId: string, own: string): string => own.replace(/^\/l\/[^/]+/, `/l/${ledgerId}`);

/** The log of the tenant is read by pages, so that an old event of it has no address. */
export const addressOfAct = ({ ledger_id: ledgerId, sequence }: PlacedAct, href: Href): string | undefined =>
  ledgerId === null ? undefined : inLedger(ledgerId, href('activity', { event: sequence }));

export const addressOfSubject = ({ ledger_id: ledgerId, subject }: PlacedAct, href: Href): string | undefined => {
  const path = ledgerId === null ? undefined : pathOfSubject(subject);
  return ledgerId === null || path === undefined ? undefined : inLedger(ledgerId, href(path));
};
