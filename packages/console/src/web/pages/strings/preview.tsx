/** Shows the two legs of a conversion or transfer, before or after they are posted. */
import { Link } from 'wouter-preact';
import { useHref } from '../../api/place';
import type { Schemas } from '../../api/client';
import { Money } from '../../parts/money';
import type { Member } from './movement-form';

type Operation = Schemas['StringOperation'];

interface LegsProps {
  readonly operation: Operation;
  readonly members: readonly Member[];
  /** Whether the transactions exist, so that links to them work. */
  readonly isPosted: boolean;
}

export const Legs = ({ operation, members, isPosted }: LegsProps) => (
  <div class="legs">
    <Leg leg={operation.source} members={members} isPosted={isPosted} title="leaves" />
    <svg class="legs-arrow" viewBox="0 0 56 16" aria-hidden="true">
      <path d="M1 8h52M46 2l7 6-7 6" />
    </svg>
    <Leg leg={operation.target} members={members} isPosted={isPosted} title="arrives" isTarget />
  </div>
);

/** Returns the decimals of a member's ledger, which may differ from those of the page's ledger. */
export const decimalsOf = (members: readonly Member[], code: string): { readonly decimals?: number } => {
  const member = members.find((one) => one.code === code);
  return member === undefined ? {} : { decimals: member.display_decimals };
};

interface LegProps extends Omit<LegsProps, 'operation'> {
  readonly leg: Operation['source'];
  readonly title: string;
  readonly isTarget?: boolean;
}

const Leg = ({ leg, members, isPosted, title, isTarget = false }: LegProps) => {
  const href = useHref();
  const currency = members.find(({ code }) => code === leg.ledger_code)?.currency;
  return (
    <div class={`leg${isTarget ? ' is-target' : ''}`}>
      <span class="small soft">
        {title} <code>{leg.ledger_code}</code>
      </span>
      <Money
        of={leg.amount}
        {...(currency === undefined ? {} : { currency })}
        {...decimalsOf(members, leg.ledger_code)}
      />
      {isPosted ? (
        <Link
          class="small"
          href={`/l/${leg.ledger_id}${href(`transactions/${leg.transaction_id}`).replace(/^\/l\/[^/]+/, '')}`}
        >
          See the transaction
        </Link>
      ) : null}
    </div>
  );
};
