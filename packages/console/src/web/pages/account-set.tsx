/** The page of an account set: its sums on a day, and its members as a tree. */
import { useMemo, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { mayAs } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { formatDay } from '../parts/day';
import { useSending } from '../parts/form';
import { Id } from '../parts/labels';
import { actColumn, RowButton } from '../parts/list';
import { Money } from '../parts/money';
import { For, Page } from '../parts/page';
import { Answered, Empty, Loading, Problem } from '../parts/states';
import type { Column } from '../parts/table';
import { Tree } from '../parts/tree';
import { Confirm } from '../parts/confirm';
import type { PageParams } from '../parts/page-component';
import { SubjectLog } from './activity/subject-log';
import { AddMember } from './account-sets/add-member';
import { rowsOf, type MemberNode } from './account-sets/membership';
import { SetDrawer } from './account-sets/set-drawer';
import { useMembership } from './account-sets/use-membership';
import './account-sets/account-sets.css';
import { setApart } from '../parts/direction';

export const AccountSet = ({ params }: { readonly params: PageParams }) => {
  const id = params.accountSetId ?? '';
  const { asOf } = usePlace();
  const href = useHref();
  const [, navigate] = useLocation();
  const [doing, setDoing] = useState<'change' | 'delete'>();
  const set = useAnswer(`account-set ${id}`, () =>
    ask(client.GET('/api/v1/account-sets/{id}', { params: { path: { id } } })),
  );
  const query = asOf === undefined ? {} : { as_of_date: asOf };
  const sums = useAnswer(`account-set balance ${id} ${asOf}`, () =>
    ask(client.GET('/api/v1/account-sets/{id}/balance', { params: { path: { id }, query } })),
  );
  const deleting = useSending(
    () => ask(client.DELETE('/api/v1/account-sets/{id}', { params: { path: { id } } })),
    () => navigate(href('account-sets')),
  );
  if (set.data === undefined)
    return (
      <Page title="Account set">
        {set.problem === undefined ? <Loading /> : <Problem of={set.problem} retry={set.reload} />}
      </Page>
    );
  return (
    <Page
      title={set.data.name}
      name={set.data.code}
      over={<Link href={href('account-sets')}>Account sets</Link>}
      under={
        <span class="row">
          <code>{set.data.code}</code> <Id of={id} />
        </span>
      }
      actions={
        <For least="bookkeeper">
          <button type="button" class="button" onClick={() => setDoing('change')}>
            Change
          </button>
          <button type="button" class="button is-grave" onClick={() => setDoing('delete')}>
            Delete
          </button>
        </For>
      }
    >
      {set.data.description === null ? null : <p class="prose">{set.data.description}</p>}
      <Answered by={sums}>{(data) => <Sums of={data} />}</Answered>
      <Members set={set.data} onChange={sums.reload} />
      <SubjectLog id={id} version={set.data.updated_at} />
      {doing === 'change' ? (
        <SetDrawer
          set={set.data}
          onClose={() => setDoing(undefined)}
          onDone={() => {
            setDoing(undefined);
            set.reload();
          }}
        />
      ) : null}
      {doing === 'delete' ? (
        <Confirm
          title="Delete this set"
          word={set.data.code}
          action="Delete set"
          onClose={() => setDoing(undefined)}
          onConfirm={() => void deleting.send(undefined)}
          sending={deleting}
        >
          <p class="prose">Its members are unchanged. The log keeps the history of the set.</p>
        </Confirm>
      ) : null}
    </Page>
  );
};

const Sums = ({ of: sums }: { readonly of: Schemas['AccountSetBalance'] }) => (
  <section class="stack">
    <dl class="sums">
      <div>
        <dt>Settled, as of {formatDay(sums.as_of_date)}</dt>
        <dd>
          <Money of={sums.balances.settled} currency={sums.currency} isLarge />
        </dd>
      </div>
      {(['pending', 'overdue', 'future', 'available'] as const).map((name) => (
        <div key={name}>
          <dt>{name[0]?.toUpperCase() + name.slice(1)}</dt>
          <dd>
            <Money of={sums.balances[name]} />
          </dd>
        </div>
      ))}
    </dl>
    <p class="small soft">
      The balance increases on the {sums.normal_balance} side.{' '}
      {sums.layer_details.settled.entry_count.toLocaleString('en')} settled entries.
    </p>
  </section>
);

const Members = ({ set, onChange }: { readonly set: Schemas['AccountSet']; readonly onChange: () => void }) => {
  const { asOf, role } = usePlace();
  const href = useHref();
  const { insides, problem, read, readMore } = useMembership(set.id);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<MemberNode>();
  const query = { account_set_code: set.code, ...(asOf === undefined ? {} : { as_of_date: asOf }) };
  // Requests the balances of all accounts in the set and in the sets below it, with one request.
  const report = useAnswer(`account-set accounts ${set.code} ${asOf}`, () =>
    ask(client.GET('/api/v1/reports/trial-balance', { params: { query } })),
  );
  const balances = useMemo(
    () => new Map((typeof report.data === 'object' ? report.data.rows : []).map((row) => [row.account_id, row])),
    [report.data],
  );
  const changed = (setId: string): void => {
    void read(setId);
    report.reload();
    onChange();
  };
  const taking = useSending(
    ({ setId, member }: MemberNode) =>
      ask(
        client.DELETE('/api/v1/account-sets/{id}/members/{memberId}', {
          params: { path: { id: setId, memberId: member.member_id } },
        }),
      ),
    () => {
      if (leaving !== undefined) changed(leaving.setId);
      setLeaving(undefined);
    },
  );
  const rows = useMemo(() => rowsOf(set.id, insides, open), [set.id, insides, open]);
  const columns: readonly Column<MemberNode>[] = [
    {
      key: 'code',
      title: 'Member',
      cell: ({ member, isMore, setId }) =>
        isMore ? (
          <button type="button" class="button is-plain is-small" onClick={() => void readMore(setId)}>
            More members
          </button>
        ) : (
          <code>{member.code}</code>
        ),
    },
    { key: 'name', title: 'Name', isWide: true, cell: ({ member, isMore }) => (isMore ? '' : member.name) },
    {
      key: 'kind',
      title: 'Kind',
      isWide: true,
      cell: ({ member, isMore }) => (isMore ? '' : member.member_type === 'account' ? 'account' : 'set'),
    },
    {
      key: 'balance',
      title: 'Settled',
      isNumber: true,
      cell: ({ member, isMore }) =>
        isMore || member.member_type !== 'account' ? null : <Money of={balances.get(member.member_id)?.balance} />,
    },
    ...(mayAs(role, 'bookkeeper')
      ? [
          actColumn((node: MemberNode) =>
            node.isMore ? null : (
              <RowButton of={node.member.code} onClick={() => setLeaving(node)}>
                Remove
              </RowButton>
            ),
          ),
        ]
      : []),
  ];
  return (
    <section class="part">
      <div class="row spread">
        <h2>Members</h2>
        <For least="bookkeeper">
          <button type="button" class="button" onClick={() => setAdding(true)}>
            Add members
          </button>
        </For>
      </div>
      {problem === undefined ? null : <Problem of={problem} />}
      {report.problem === undefined ? null : <Problem of={report.problem} retry={report.reload} />}
      {!insides.has(set.id) ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Empty title="No members yet">Add accounts or other sets: the balance above is their sum.</Empty>
      ) : (
        <Tree
          caption="Members with their settled balances"
          columns={columns}
          rows={rows}
          href={({ member, isMore }) =>
            isMore
              ? href(`account-sets/${set.id}`)
              : href(
                  member.member_type === 'account'
                    ? `accounts/${member.member_id}`
                    : `account-sets/${member.member_id}`,
                )
          }
          onToggle={({ key, item, isOpen }) => {
            const next = new Set(open);
            if (isOpen) next.delete(key);
            else next.add(key);
            setOpen(next);
            if (!insides.has(item.member.member_id)) void read(item.member.member_id);
          }}
        />
      )}
      {isAdding ? <AddMember setId={set.id} onClose={() => setAdding(false)} onDone={() => changed(set.id)} /> : null}
      {leaving === undefined ? null : (
        <Confirm
          title={`Remove ${setApart(leaving.member.code)}`}
          action="Remove"
          sending={taking}
          onConfirm={() => void taking.send(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p class="prose">
            {leaving.setId === set.id
              ? 'The balance of this set then excludes it, on every day, including past days.'
              : 'It is removed from its parent set, and so from every balance above it.'}
          </p>
        </Confirm>
      )}
    </section>
  );
};
