/** How much all keys and people of a tenant together may ask; who administers all tenants changes it. */
import { useState } from 'preact/hooks';
import { administration, type Tenant, type TenantQuota } from '../../api/administration';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Dialog } from '../../parts/dialog';
import { setApart } from '../../parts/direction';
import { FormProblem, TextField, useSending } from '../../parts/form';
import { Moment } from '../../parts/labels';
import { Answered } from '../../parts/states';
import { LogLink } from '../activity/log-link';
import { isRate } from '../keys/rights';

export const Quota = ({ of: tenant }: { readonly of: Tenant }) => {
  const { hasAllTenants } = usePlace();
  const [isChanging, setChanging] = useState(false);
  const quota = useAnswer(`quota of ${tenant.id}`, () => administration.quota(tenant.id));
  return (
    <section class="part">
      <div class="row spread">
        <h2>Quota of {setApart(tenant.name)}</h2>
        {hasAllTenants && quota.data !== undefined ? (
          <button type="button" class="button" onClick={() => setChanging(true)}>
            Change the quota
          </button>
        ) : null}
        <LogLink log="log" id={tenant.id} of={`the tenant ${setApart(tenant.name)} and its quota`} tenant={tenant.id} />
      </div>
      <Answered by={quota}>
        {(told) => (
          <>
            <p class="prose">
              {told.requests_per_second === null
                ? 'None: each of its keys may ask as often as its own budget allows.'
                : `All its keys and people together may ask ${told.requests_per_second.toLocaleString('en')} times a second, whatever each of them may.`}
              {told.set_at === null ? null : (
                <span class="small soft">
                  {' '}
                  Set <Moment of={told.set_at} isAgo />.
                </span>
              )}
            </p>
            {isChanging ? (
              <ChangeQuota
                of={told}
                tenant={tenant}
                onClose={() => setChanging(false)}
                onDone={() => {
                  setChanging(false);
                  quota.reload();
                }}
              />
            ) : null}
          </>
        )}
      </Answered>
    </section>
  );
};

interface ChangeQuotaProps {
  readonly of: TenantQuota;
  readonly tenant: Tenant;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const ChangeQuota = ({ of: quota, tenant, onClose, onDone }: ChangeQuotaProps) => {
  const [rate, setRate] = useState(quota.requests_per_second === null ? '' : String(quota.requests_per_second));
  const setting = useSending(
    () => administration.setQuota(tenant.id, { requests_per_second: rate.trim() === '' ? null : Number(rate) }),
    onDone,
  );
  const isGood = rate.trim() === '' || isRate(rate.trim());
  return (
    <Dialog
      title={`Quota of ${setApart(tenant.name)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="quota" class="button is-main" disabled={!isGood || setting.isSending}>
            Set it
          </button>
        </>
      }
    >
      <form
        id="quota"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) void setting.send(undefined);
        }}
      >
        <p class="prose">
          In force within a second. It bounds all keys and people of the tenant together; each has a budget of its own
          within it.
        </p>
        <TextField
          label="Requests a second"
          name="requests_per_second"
          value={rate}
          onInput={setRate}
          problem={setting.problem}
          isAmount
          isFocused
          hint="From 1 to 1,000,000, or nothing for no bound; what is beyond them is answered with 429."
        />
        <FormProblem of={setting.problem} shown={['requests_per_second']} />
      </form>
    </Dialog>
  );
};
