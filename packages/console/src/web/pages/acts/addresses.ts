/** The addresses of an act and of its subject, which may be in another ledger than the open one. */
import { pathOfSubject, type Subject } from '../events/subject';

export interface PlacedAct {
  /** Null if the act is in the tenant's log. */
  readonly ledger_id: string | null;
  readonly sequence: number;
  readonly subject: Subject;
}

type Href = (path: string, query?: Readonly<Record<string, string | number>>) => string;

/** Replaces the open ledger in an address made by `href` with the ledger of the act. */
const inLedger = (ledgerId: string, own: string): string => own.replace(/^\/l\/[^/]+/, `/l/${ledgerId}`);

/** The address of an act; undefined for the tenant's log, which has no address for a single event. */
export const addressOfAct = ({ ledger_id: ledgerId, sequence }: PlacedAct, href: Href): string | undefined =>
  ledgerId === null ? undefined : inLedger(ledgerId, href('activity', { event: sequence }));

export const addressOfSubject = ({ ledger_id: ledgerId, subject }: PlacedAct, href: Href): string | undefined => {
  const path = ledgerId === null ? undefined : pathOfSubject(subject);
  return ledgerId === null || path === undefined ? undefined : inLedger(ledgerId, href(path));
};
