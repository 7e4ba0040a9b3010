/** The page of a string: its members, the position of each member, and forms for conversions and transfers. */
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { mayAs } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { Badge, Id } from '../parts/labels';
import { For, Page } from '../parts/page';
import { Loading, Problem } from '../parts/states';
import { Tabs } from '../parts/tabs';
import type { PageParams } from '../parts/page-component';
import { TenantSubjectLog } from './activity/subject-log';
import { Members } from './strings/members';
import { MovementTab } from './strings/movement-tab';
import { Positions } from './strings/positions';
import './strings/strings.css';

export const StringPage = ({ params }: { readonly params: PageParams }) => {
  const code = params.stringCode ?? '';
  const href = useHref();
  const { role } = usePlace();
  const asking = useAnswer(`string ${code}`, () =>
    ask(client.GET('/api/v1/strings/{code}', { params: { path: { code } } })),
  );
  const string = asking.data;
  if (string === undefined)
    return (
      <Page title="String">
        {asking.problem === undefined ? <Loading /> : <Problem of={asking.problem} retry={asking.reload} />}
      </Page>
    );
  const movements = mayAs(role, 'bookkeeper')
    ? ([
        {
          id: 'convert',
          title: 'Convert',
          draw: () => <MovementTab key="convert" string={string} operation="convert" />,
        },
        {
          id: 'transfer',
          title: 'Transfer',
          draw: () => <MovementTab key="transfer" string={string} operation="transfer" />,
        },
      ] as const)
    : [];
  return (
    <Page
      title={string.name}
      name={string.code}
      over={<Link href={href('strings')}>Strings</Link>}
      under={
        <span class="row">
          <code>{string.code}</code> <Id of={string.id} />
          {string.is_active ? null : <Badge tone="warn">inactive</Badge>}
        </span>
      }
      actions={
        <For least="admin">
          <Link href={href('rates')} className="button">
            Rates
          </Link>
        </For>
      }
    >
      {string.description === null ? null : <p class="prose">{string.description}</p>}
      <Tabs
        label="Parts of the string"
        tabs={[
          { id: 'members', title: 'Members', draw: () => <Members string={string} onChange={asking.reload} /> },
          {
            id: 'positions',
            title: 'Clearing positions',
            draw: () => (
              <div class="stack">
                <Positions string={string} />
              </div>
            ),
          },
          ...movements,
        ]}
      />
      <TenantSubjectLog id={string.id} version={string.updated_at} />
    </Page>
  );
};
