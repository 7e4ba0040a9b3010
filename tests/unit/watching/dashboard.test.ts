/** The dashboard, read with Grafana's data model, to find mistakes that Grafana would only show as an empty panel. */
import { dashboard } from '../../support/watched';

const { panels, templating, schemaVersion, uid } = dashboard();
const drawn = panels.filter(({ type }) => type !== 'row');
const expressions = drawn.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const variables = templating.list;

test('the dashboard is of Grafana 11, and has a fixed uid', () => {
  expect([uid, schemaVersion]).toEqual(['ledger', 39]);
});

test('the dashboard uses only the data source that its reader chooses', () => {
  expect(variables[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  const asked = drawn.flatMap(({ datasource, targets = [] }) => [
    datasource,
    ...targets.map((target) => target.datasource),
  ]);
  expect(new Set(asked.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ type: 'prometheus', uid: '${datasource}' })]),
  );
});

test('the dashboard uses every variable that it has, and no other', () => {
  const own = new Set(['datasource', '__rate_interval', ...variables.map(({ name }) => name)]);
  const used = [...expressions, ...variables.map(({ definition = '' }) => definition)].flatMap((text) =>
    [...text.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(used)].filter((name) => !own.has(name))).toEqual([]);
  expect([...own].filter((name) => name !== 'datasource' && !used.includes(name))).toEqual([]);
});

test('each panel has a description, and covers no other', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Map<string, string>();
  for (const { title, description, type, gridPos, targets = [] } of panels) {
    if (type !== 'row')
      expect([title, description, targets.length]).toEqual([title, expect.stringMatching(/\.$/), expect.any(Number)]);
    if (type !== 'row') expect([title, targets.length > 0]).toEqual([title, true]);
    expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, taken.get(`${x} ${y}`)]).toEqual([title, undefined]);
        taken.set(`${x} ${y}`, title);
      }
  }
});
