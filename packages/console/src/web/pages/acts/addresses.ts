/** Returns links to an act and to its subject. Both may be in a ledger other than the open one. */
import { pathOfSubject, type Subject } from '../events/subject';

export interface PlacedAct {
  /** The ledger whose log contains the act; null for the tenant's log. */
  readonly ledger_id: string | null;
  readonly sequence: number;
  readonly subject: Subject;
}

type Href = (path: string, query?: Readonly<Record<string, string | number>>) => string;

/** Takes an address that `href` has built for the open ledger, and returns the same address in the ledger of the act. */
const inLedger = (ledgerId: string, own: string): string => own.replace(/^\/l\/[^/]+/, `/l/${ledgerId}`);

/** Returns the address of an act; undefined for an act in the tenant's log, because a single event of that log has no address. */
export const addressOfAct = ({ ledger_id: ledgerId, sequence }: PlacedAct, href: Href): string | undefined =>
  ledgerId === null ? undefined : inLedger(ledgerId, href('activity', { event: sequence }));

export const addressOfSubject = ({ ledger_id: ledgerId, subject }: PlacedAct, href: Href): string | undefined => {
  const path = ledgerId === null ? undefined : pathOfSubject(subject);
  return ledgerId === null || path === undefined ? undefined : inLedger(ledgerId, href(path));
};
