/**
 * Judges the effects of administrators' requests: the last value of each register, and acts in periods in which they were forbidden. The
 * order in which this process sent requests and received answers decides, so no clock matters.
 */
import { transactionCode, type StagedBooks } from './books';
import { isAcknowledged, type Administering, type Noted } from './diary';

export type Registered = Noted & { readonly wish: Administering };

export const isRegistered = (noted: Noted): noted is Registered => noted.wish.kind === 'administer';

/**
 * Returns the values that a register may have at the end: those of requests that took effect, unless a request that was sent after their
 * answer took effect too, and those of requests whose effect is unknown. If no request is known to have taken effect, also the initial
 * value.
 */
export const possibleValues = (register: string, initial: string, notes: readonly Noted[]): ReadonlySet<string> => {
  const own = notes.filter(isRegistered).filter(({ wish }) => wish.register === register);
  const happened = own.filter(isAcknowledged);
  const maybe = own.filter((noted) => !isAcknowledged(noted) && noted.unheard > 0);
  const lastSent = Math.max(0, ...happened.map(({ sentAt }) => sentAt));
  const values = [...happened.filter(({ answeredAt }) => (answeredAt ?? Infinity) > lastSent), ...maybe].map(
    ({ wish }) => wish.value,
  );
  return new Set(happened.length === 0 ? [initial, ...values] : values);
};

/**
 * Finds acts that succeeded although they were forbidden during the whole request, and acts that were refused although nothing forbade
 * them.
 */
export const trespasses = ({ ledgers }: StagedBooks, notes: readonly Noted[], posted: (key: string) => boolean) => {
  const wrong: string[] = [];
  const complain = (what: string, { wish }: Noted): void =>
    void wrong.push(`${what}: ${JSON.stringify(wish).slice(0, 300)}`);
  const deprecations = notes.filter(({ wish }) => wish.kind === 'deprecate');
  const memberships = notes.filter(isRegistered).filter(({ wish }) => wish.register.startsWith('member '));
  for (const noted of notes) {
    const { wish, sentAt, answeredAt = Infinity, answer } = noted;
    const code = answer?.body?.code as string | undefined;
    if (wish.kind === 'post')
      for (const { body, asSent } of wish.items) {
        const named = (asSent as { readonly transaction_code?: string }).transaction_code;
        if (named === undefined || named === transactionCode) continue;
        const ended = deprecations.filter(
          (other) => other.ledger === noted.ledger && other.wish.kind === 'deprecate' && other.wish.code === named,
        );
        if (posted(body.idempotency_key) && ended.some((end) => isAcknowledged(end) && sentAt > (end.answeredAt ?? 0)))
          complain(`${body.idempotency_key} was accepted by a code that had been deprecated before it was sent`, noted);
        if (code === 'TRANCODE_DEPRECATED' && !ended.some((end) => end.sentAt < answeredAt))
          complain('it was refused for a deprecation that nobody asked for', noted);
      }
    if (wish.kind !== 'move') continue;
    const sides = [wish.source, wish.target].map((side) => ledgers.find((ledger) => ledger === side)?.id);
    const changes = memberships.filter(({ wish: { register } }) => sides.includes(register.slice('member '.length)));
    const isOut = changes.some(
      (removal) =>
        removal.wish.value === 'no' &&
        isAcknowledged(removal) &&
        (removal.answeredAt ?? Infinity) < sentAt &&
        !changes.some(
          (other) =>
            other.wish.value === 'yes' &&
            other.wish.register === removal.wish.register &&
            other.sentAt < answeredAt &&
            (other.answeredAt ?? Infinity) > removal.sentAt,
        ),
    );
    if (isOut && noted.operationId !== undefined) complain('it moved value of a ledger that was not a member', noted);
    const isForbidden = code === 'STRING_FOREIGN_LEDGER' || code === 'STRING_KEY_NOT_IN_STRING';
    if (isForbidden && !changes.some(({ wish: { value }, sentAt: since }) => value === 'no' && since < answeredAt))
      complain('it was refused for a removal that nobody asked for', noted);
  }
  return wrong;
};
