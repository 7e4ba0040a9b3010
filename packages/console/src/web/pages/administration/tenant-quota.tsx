/**
 * Shows the quotas of a tenant: requests per second, and the maximum numbers of its objects. Administrators of all tenants may change them.
 */
import { useState } from 'preact/hooks';
import { administration, type Tenant, type TenantQuota } from '../../api/administration';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { setApart } from '../../parts/direction';
import { TextField } from '../../parts/form';
import { FormDialog, useForm } from '../../parts/form-frame';
import { Moment } from '../../parts/labels';
import { Answered } from '../../parts/states';
import { TableFrame } from '../../parts/table-frame';
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
        {(data) => (
          <>
            <p class="prose">
              {data.requests_per_second === null
                ? 'None: each of its keys may send as many requests as its own budget allows.'
                : `All its keys and people together may send ${data.requests_per_second.toLocaleString('en')} requests per second, whatever each of them may send.`}
              {data.set_at === null ? null : (
                <span class="small soft">
                  {' '}
                  Set <Moment of={data.set_at} isAgo />.
                </span>
              )}
            </p>
            <TableFrame>
              <table class="table is-plain">
                <caption>Limits of the tenant</caption>
                <thead>
                  <tr>
                    <th scope="col">Objects</th>
                    <th scope="col" class="number">
                      At most
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {limits.map(([name, things]) => (
                    <tr key={name}>
                      <th scope="row">{things}</th>
                      <td class="number">
                        {data.limits[name].most.toLocaleString('en')}
                        {data.limits[name].is_usual ? '' : ' (set for it)'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableFrame>
            {isChanging ? (
              <ChangeQuota
                of={data}
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

type LimitName = keyof TenantQuota['limits'];

const words: Readonly<Record<LimitName, string>> = {
  ledgers: 'ledgers',
  keys: 'active API keys',
  people: 'people',
  strings: 'strings',
  webhook_endpoints: 'webhook endpoints in each ledger',
  account_sets: 'account sets in each ledger',
  journals: 'journals in each ledger',
  transaction_codes: 'transaction codes in each ledger',
  period_locks: 'period locks in force in each ledger',
};
const limits = Object.entries(words) as readonly (readonly [LimitName, string])[];

const isNumber = (typed: string): boolean => /^\d{0,6}$/.test(typed);

interface ChangeQuotaProps {
  readonly of: TenantQuota;
  readonly tenant: Tenant;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const ChangeQuota = ({ of: quota, tenant, onClose, onDone }: ChangeQuotaProps) => {
  const numberOf = (typed = ''): number | null => (typed.trim() === '' ? null : Number(typed));
  const form = useForm<Readonly<Record<string, string>>, TenantQuota>(
    {
      requests_per_second: String(quota.requests_per_second ?? ''),
      ...Object.fromEntries(
        limits.map(([name]) => [`limits.${name}`, quota.limits[name].is_usual ? '' : String(quota.limits[name].most)]),
      ),
    },
    (values) =>
      administration.setQuota(tenant.id, {
        requests_per_second: numberOf(values.requests_per_second),
        limits: Object.fromEntries(limits.map(([name]) => [name, numberOf(values[`limits.${name}`])])),
      }),
    onDone,
  );
  const { requests_per_second: rate = '', ...most } = form.values;
  return (
    <FormDialog
      form={form}
      id="quota"
      title={`Quota of ${setApart(tenant.name)}`}
      submit="Set the quota"
      onClose={onClose}
      isReady={
        (rate.trim() === '' || isRate(rate.trim())) && Object.values(most).every((typed) => isNumber(typed.trim()))
      }
    >
      <p class="prose">
        Takes effect within a second. The limit applies to the requests of all keys and people of the tenant together;
        each of them also has a limit of its own.
      </p>
      <TextField
        label="Requests per second"
        {...form.field('requests_per_second')}
        isAmount
        isFocused
        hint="From 1 to 1,000,000; leave empty for no limit. Requests above the limit are answered with 429."
      />
      <p class="prose">
        The tenant may have at most this many of each, and keeps those that it already has. An empty field sets the
        default.
      </p>
      {limits.map(([name, label]) => (
        <TextField key={name} label={`Maximum, ${label}`} {...form.field(`limits.${name}`)} isAmount />
      ))}
    </FormDialog>
  );
};
