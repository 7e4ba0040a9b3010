/** A table with the sessions of a person: origin, start and last use. People with the right to end sessions see a button for each. */
import type { AdminSchemas } from '../api/schemas';
import { foreignText } from './foreign-text';
import { Badge, Moment } from './labels';
import { actColumn, RowButton } from './list';
import { Table, type Column } from './table';

export type ShownSession = Omit<AdminSchemas['OperatorSession'], 'operator_id'> & { readonly is_current?: boolean };

interface SessionTableProps {
  readonly rows: readonly ShownSession[];
  readonly isLoading: boolean;
  readonly isEnding: boolean;
  readonly onEnd: (session: ShownSession) => void;
}

export const SessionTable = ({ rows, isLoading, isEnding, onEnd }: SessionTableProps) => {
  const columns: readonly Column<ShownSession>[] = [
    {
      key: 'where',
      title: 'From',
      cell: ({ address, agent, is_current: isCurrent }) => (
        <>
          <strong>{address}</strong>
          {isCurrent === true ? <span class="small soft"> this session</span> : null}
          <div class="small soft cut" title={agent ?? undefined}>
            {agent === null ? 'an unnamed browser' : foreignText(agent)}
          </div>
        </>
      ),
    },
    {
      key: 'since',
      title: 'Signed in',
      cell: ({ created_at: at, link_created_by: by }) => (
        <>
          <Moment of={at} isAgo />
          {by === null ? null : <div class="small soft">through a link created by {foreignText(by)}</div>}
        </>
      ),
    },
    { key: 'used', title: 'Last used', isWide: true, cell: ({ last_seen_at: at }) => <Moment of={at} isAgo /> },
    {
      key: 'state',
      title: 'State',
      cell: ({ status }) => <Badge tone={status === 'open' ? 'good' : 'plain'}>{status}</Badge>,
    },
    actColumn((session) =>
      session.status !== 'open' || session.is_current === true ? null : (
        <RowButton of={`the session from ${session.address}`} onClick={() => onEnd(session)} isDisabled={isEnding}>
          End
        </RowButton>
      ),
    ),
  ];
  return (
    <Table
      caption="Sessions, newest first"
      isCaptionHidden
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowClass={({ status }) => (status === 'open' ? undefined : 'is-off')}
      isLoading={isLoading}
    />
  );
};
