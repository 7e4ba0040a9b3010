/** Each node of a cluster is queried separately. The answers are simulated here; the cluster suite queries real nodes. */
import { DatabaseNodes, type NodeStatement } from '../../../src/kernel/postgres/nodes';
import type { PostgresTx } from '../../../src/kernel/postgres/sql';
import { Unavailable } from '../../../src/kernel/refusal';
import type { Scope, Tx } from '../../../src/kernel/unit-of-work';

const statement: NodeStatement<never, { ledger: string }> = {
  statement: { name: 'ask', text: 'select f(count(*)) as ledger from ledger_heads where ledger_id = $1' },
  parameters: ['beside'],
  places: { beside: 0 },
};

type Answer = (beside: string) => readonly object[];

const east = { name: 'east:5432', beside: 'in the east' };
const west = { name: 'west:5432', beside: 'in the west' };
const away = (): never => {
  throw new Unavailable('The database cannot be reached or is too busy.', 1);
};

/** Simulates nodes that give this answer, and counts how often the nodes were listed. */
const nodesThat = (answer: Answer) => {
  const asked = { lists: 0 };
  const ask = async ({ values = [] }: { values?: readonly string[] }) => {
    const [beside] = values;
    if (beside === undefined) asked.lists++;
    return { rows: beside === undefined ? [east, west] : answer(beside) };
  };
  const read = <A>(_: Scope, work: (tx: Tx) => Promise<A>): Promise<A> =>
    work({ pipeline: { ask } } as unknown as PostgresTx);
  return { asked, nodes: new DatabaseNodes({ read }, 'many nodes') };
};

test('the answers of all nodes are returned together, and the list of nodes is kept', async () => {
  const { asked, nodes } = nodesThat((beside) => [{ ledger: beside }]);
  const all = {
    rows: [{ ledger: east.beside }, { ledger: west.beside }],
    nodes: [
      { name: east.name, isAway: false },
      { name: west.name, isAway: false },
    ],
  };
  expect([await nodes.ask(statement, {}), await nodes.ask(statement, {})]).toEqual([all, all]);
  expect(asked.lists).toBe(1);
});

test('a node that is away is named, and the others answer', async () => {
  const { nodes } = nodesThat((beside) => (beside === east.beside ? away() : [{ ledger: beside }]));
  expect(await nodes.ask(statement, {})).toEqual({
    rows: [{ ledger: west.beside }],
    nodes: [
      { name: east.name, isAway: true },
      { name: west.name, isAway: false },
    ],
  });
});

test('a query fails if no node answers', async () => {
  await expect(nodesThat(away).nodes.ask(statement, {})).rejects.toThrow(Unavailable);
});

test('a query fails if one node has a fault', async () => {
  const { nodes } = nodesThat(() => {
    throw new Error('no such function');
  });
  await expect(nodes.ask(statement, {})).rejects.toThrow('no such function');
});
