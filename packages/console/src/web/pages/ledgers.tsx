/** The page with all ledgers that the person administers, by tenant, and a form that creates a ledger. */
import { useState } from 'preact/hooks';
import { administration, type AdminLedger } from '../api/administration';
import { every } from '../api/every';
import { pageOf, usePlace, useQuery } from '../api/place';
import { readSession } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { SelectField } from '../parts/form';
import { Badge, Day } from '../parts/labels';
import { Page } from '../parts/page';
import { List, logColumn, NewButton } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { NewLedger, NewTenant } from './administration/new-ledger';
import { Quota } from './administration/tenant-quota';

export const Ledgers = () => {
  const { ledger, hasAllTenants } = usePlace();
  const query = useQuery();
  const [making, setMaking] = useState<'ledger' | 'tenant'>();
  const tenants = useAnswer('tenants', () => every(administration.tenants));
  const tenantId = query.get('tenant');
  const whose = tenants.data?.find(({ id }, _, all) => id === tenantId || (tenantId === undefined && all.length === 1));
  const asked = { ...pageOf(query), ...(tenantId === undefined ? {} : { tenant_id: tenantId }) };
  const ledgers = useAnswer(`ledgers ${JSON.stringify(asked)}`, () => administration.ledgers(asked));
  const nameOf = (id: string): string => tenants.data?.find((one) => one.id === id)?.name ?? `…${id.slice(-8)}`;
  const columns: readonly Column<AdminLedger>[] = [
    { key: 'code', title: 'Code', cell: ({ code }) => <code>{code}</code> },
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    { key: 'tenant', title: 'Tenant', isWide: true, cell: (one) => nameOf(one.tenant_id) },
    { key: 'currency', title: 'Currency', cell: ({ currency }) => currency },
    { key: 'decimals', title: 'Decimals', isNumber: true, isWide: true, cell: (one) => one.storage_decimals },
    { key: 'zone', title: 'Time zone', isWide: true, cell: (one) => one.time_zone },
    {
      key: 'state',
      title: 'State',
      isWide: true,
      cell: (one) => <Badge tone={one.is_active ? 'good' : 'plain'}>{one.is_active ? 'active' : 'inactive'}</Badge>,
    },
    { key: 'at', title: 'Opened', isWide: true, cell: (one) => <Day of={one.created_at} /> },
    logColumn((one) => <LogLink log="log" id={one.id} of={one.code} tenant={one.tenant_id} />),
  ];
  return (
    <Page
      title="Ledgers"
      actions={
        <>
          {hasAllTenants ? (
            <button type="button" class="button" onClick={() => setMaking('tenant')}>
              New tenant
            </button>
          ) : null}
          <NewButton onClick={() => setMaking('ledger')}>New ledger</NewButton>
        </>
      }
    >
      {(tenants.data?.length ?? 0) > 1 ? (
        <div class="filters">
          <SelectField
            label="Tenant"
            value={tenantId ?? ''}
            onInput={(tenant) => query.set({ tenant })}
            choices={[
              { value: '', label: 'All tenants' },
              ...(tenants.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
      ) : null}
      <List
        by={ledgers}
        empty={<Empty title="No books yet">A ledger is one set of books in one currency. Create the first one.</Empty>}
        caption="Ledgers"
        columns={columns}
        rowKey={({ id }) => id}
        href={({ id }) => `/l/${id}`}
        rowClass={(one) => (one.is_active ? undefined : 'is-off')}
      />
      {whose === undefined ? null : <Quota key={whose.id} of={whose} />}
      {making === 'ledger' ? (
        <NewLedger
          tenants={tenants.data ?? []}
          tenantId={tenantId ?? ledger.tenant_id}
          onClose={() => setMaking(undefined)}
          onDone={() => {
            setMaking(undefined);
            ledgers.reload();
            // The menu in the page's header lists the ledgers of the session, so the session is read again.
            void readSession();
          }}
        />
      ) : null}
      {making === 'tenant' ? (
        <NewTenant
          onClose={() => setMaking(undefined)}
          onDone={({ id }) => {
            setMaking(undefined);
            tenants.reload();
            query.set({ tenant: id });
          }}
        />
      ) : null}
    </Page>
  );
};
