/**
 * The limits of an account's balance, and how far the balance is from each of them. The service judges a limit on the day of a posting and
 * on every later day, so only the available balance of today shows how much a posting may still take.
 */
import type { Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { difference, isNegative, shareOf } from '../../parts/amount';
import { Badge } from '../../parts/labels';
import { Money } from '../../parts/money';

interface LimitsProps {
  readonly account: Schemas['Account'];
  readonly balance: Schemas['AccountBalance'];
}

export const Limits = ({ account, balance }: LimitsProps) => {
  const { min_balance: min, max_balance: max, limit_basis: basis, enforce_balance_limits: isEnforced } = account;
  const { asOf } = usePlace();
  const isAvailable = basis === 'available';
  // On an earlier or later as-of date, the distance says nothing about a posting of today.
  const showsRoom = asOf === undefined;
  const measured = isAvailable ? balance.balances.available : balance.balances.settled;
  return (
    <section class="part" aria-labelledby="limits">
      <div class="row spread">
        <h2 id="limits">Limits</h2>
        {min === null && max === null ? null : (
          <Badge tone={isEnforced ? 'good' : 'plain'}>{isEnforced ? 'enforced' : 'not enforced'}</Badge>
        )}
      </div>
      {min === null && max === null ? (
        <p class="prose">No limits. With a limit, a posting that would exceed it is refused.</p>
      ) : (
        <>
          {min !== null && max !== null ? <Scale min={min} max={max} at={measured} /> : null}
          <dl class="facts">
            {min === null ? null : (
              <>
                <dt>Not below</dt>
                <dd>
                  <Money of={min} currency />{' '}
                  {showsRoom ? (
                    <Headroom
                      room={difference(measured, min)}
                      left={isAvailable ? 'may still be taken today' : 'above it today'}
                      beyond={isAvailable ? 'beyond it' : 'beyond it today'}
                    />
                  ) : null}
                </dd>
              </>
            )}
            {max === null ? null : (
              <>
                <dt>Not above</dt>
                <dd>
                  <Money of={max} currency />{' '}
                  {isAvailable ? (
                    <span class="soft small">
                      Pending entries that would increase the balance count towards this limit
                    </span>
                  ) : showsRoom ? (
                    <Headroom room={difference(max, measured)} left="below it today" beyond="beyond it today" />
                  ) : null}
                </dd>
              </>
            )}
            <dt>Measured by</dt>
            <dd>
              {isAvailable
                ? 'the available balance: the lowest settled balance of this and all later days, less the open holds on the layer pending that would reduce it'
                : 'the settled balance at the end of each day'}
            </dd>
          </dl>
          <p class="small soft">Limits are checked on the day of a posting and on every later day.</p>
        </>
      )}
    </section>
  );
};

interface HeadroomProps {
  readonly room: string;
  /** The words after an amount up to the limit, and after an amount beyond it. */
  readonly left: string;
  readonly beyond: string;
}

const Headroom = ({ room, left, beyond }: HeadroomProps) => (
  <span class={`small ${isNegative(room) ? 'is-broken' : 'soft'}`}>
    · <Money of={room} /> {isNegative(room) ? beyond : left}
  </span>
);

const Scale = ({ min, max, at }: { readonly min: string; readonly max: string; readonly at: string }) => (
  <div class="scale" aria-hidden="true">
    <span style={{ width: `${100 * shareOf(difference(at, min), difference(max, min))}%` }} />
  </div>
);
