/** The ledgers of a string. Administrators can add and remove ledgers. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { administration } from '../../api/administration';
import type { Schemas } from '../../api/client';
import { every } from '../../api/every';
import { usePlace } from '../../api/place';
import { mayAs } from '../../api/session';
import { useAnswer } from '../../api/use-answer';
import { Confirm } from '../../parts/confirm';
import { FormProblem, SelectField, useSending } from '../../parts/form';
import { useForm } from '../../parts/form-frame';
import { actColumn, RowButton } from '../../parts/list';
import { For } from '../../parts/page';
import { Answered } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { LogLink } from '../activity/log-link';
import type { Member } from './movement-form';
import { setApart } from '../../parts/direction';

interface MembersProps {
  readonly string: Schemas['LedgerString'];
  readonly onChange: () => void;
}

export const Members = ({ string, onChange }: MembersProps) => {
  const { ledger, role } = usePlace();
  const [leaving, setLeaving] = useState<Member>();
  const taking = useSending(
    (member: Member) => administration.takeMember(string.code, member.id),
    () => {
      setLeaving(undefined);
      onChange();
    },
  );
  const columns: readonly Column<Member>[] = [
    {
      key: 'code',
      title: 'Ledger',
      cell: ({ id, code }) => (
        <>
          <Link href={`/l/${id}`}>
            <code>{code}</code>
          </Link>
          {id === ledger.id ? <span class="small soft"> this one</span> : null}
        </>
      ),
    },
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    { key: 'currency', title: 'Currency', cell: ({ currency }) => currency },
    ...(mayAs(role, 'admin')
      ? [
          actColumn((member: Member) => (
            <>
              <LogLink log="log" id={`${string.id}/${member.id}`} of={`${member.code} as a member`} />
              <RowButton
                of={member.code}
                onClick={() => {
                  taking.clear();
                  setLeaving(member);
                }}
              >
                Remove
              </RowButton>
            </>
          )),
        ]
      : []),
  ];
  return (
    <div class="stack">
      <Table caption="Members" isCaptionHidden columns={columns} rows={string.ledgers} rowKey={({ id }) => id} />
      <For least="admin">
        <AddMember string={string} onChange={onChange} />
      </For>
      {leaving === undefined ? null : (
        <Confirm
          title={`Remove ${setApart(leaving.code)} from ${setApart(string.code)}`}
          action="Remove"
          sending={taking}
          onConfirm={() => void taking.send(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p class="prose">
            The string can then no longer move amounts from or to this ledger. Earlier movements stay, and so does its
            clearing account with its balance.
          </p>
        </Confirm>
      )}
    </div>
  );
};

/** The form that adds a ledger to the string. It lists all ledgers of the tenant that are not members. */
const AddMember = ({ string, onChange }: MembersProps) => {
  const { ledger } = usePlace();
  const tenantId = ledger.tenant_id;
  const ledgers = useAnswer(`ledgers of ${tenantId}`, () =>
    every((slice) => administration.ledgers({ tenant_id: tenantId, ...slice })),
  );
  const form = useForm(
    { ledger_id: '' },
    (values) => administration.addMember(string.code, values.ledger_id),
    () => {
      form.set('ledger_id', '');
      onChange();
    },
  );
  if (ledgers.data === undefined) return <Answered by={ledgers}>{() => null}</Answered>;
  const others = ledgers.data.filter(({ id }) => !string.ledgers.some((member) => member.id === id));
  if (others.length === 0) return <p class="small soft">Every ledger of the tenant is a member.</p>;
  return (
    <form class="filters" onSubmit={form.onSubmit}>
      <SelectField
        label="Add a ledger"
        {...form.field('ledger_id')}
        choices={[
          { value: '', label: 'Choose …' },
          ...others.map(({ id, code, currency }) => ({ value: id, label: `${code} (${currency})` })),
        ]}
      />
      <button class="button" disabled={form.values.ledger_id === '' || form.isSending}>
        Add ledger
      </button>
      <FormProblem of={form.problem} shown={form.shown} />
    </form>
  );
};
