/** The limits of an account's balance, and how far the balance is from each of them. */
import type { Schemas } from '../../api/client';
import { difference, isNegative, shareOf } from '../../parts/amount';
import { Badge } from '../../parts/labels';
import { Money } from '../../parts/money';

interface LimitsProps {
  readonly account: Schemas['Account'];
  readonly balance: Schemas['AccountBalance'];
}

export const Limits = ({ account, balance }: LimitsProps) => {
  const { min_balance: min, max_balance: max, limit_basis: basis, enforce_balance_limits: isEnforced } = account;
  const measured = basis === 'available' ? balance.balances.available : balance.balances.settled;
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
                  <Money of={min} currency /> <Headroom room={difference(measured, min)} verb="available to spend" />
                </dd>
              </>
            )}
            {max === null ? null : (
              <>
                <dt>Not above</dt>
                <dd>
                  <Money of={max} currency />{' '}
                  {basis === 'available' ? (
                    <span class="soft small">
                      Pending entries that would increase the balance count towards this limit
                    </span>
                  ) : (
                    <Headroom room={difference(max, measured)} verb="may still come" />
                  )}
                </dd>
              </>
            )}
            <dt>Measured by</dt>
            <dd>{basis === 'available' ? 'what is available: settled, less what is held' : 'what is settled'}</dd>
          </dl>
        </>
      )}
    </section>
  );
};

const Headroom = ({ room, verb }: { readonly room: string; readonly verb: string }) => (
  <span class={`small ${isNegative(room) ? 'is-broken' : 'soft'}`}>
    · <Money of={room} /> {isNegative(room) ? 'beyond it' : verb}
  </span>
);

const Scale = ({ min, max, at }: { readonly min: string; readonly max: string; readonly at: string }) => (
  <div class="scale" aria-hidden="true">
    <span style={{ width: `${100 * shareOf(difference(at, min), difference(max, min))}%` }} />
  </div>
);
