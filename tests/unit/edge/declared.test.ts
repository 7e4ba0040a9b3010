import { complaintsAbout, requireDeclared } from '../../../src/kernel/http/declared';
import { object, text } from '../../../src/kernel/http/codecs';
import { get, type Route } from '../../../src/kernel/http/route';
import { ok } from '../../../src/kernel/refusal';
import { contractOf } from '../../support/answers';

const complete = get(
  '/things/:id',
  {
    operationId: 'readThing',
    summary: 'Read a thing',
    description: 'Tells one thing.',
    tag: 'Things',
    needs: 'read',
    params: object({ id: text() }),
    ok: 200,
    refusals: {},
    answer: text(),
  },
  async () => ok('thing'),
  (data) => ({ data }),
);

const without = (...names: readonly string[]): Route =>
  ({
    ...complete,
    spec: Object.fromEntries(Object.entries(complete.spec).filter(([name]) => !names.includes(name))),
  }) as unknown as Route;

describe('a route', () => {
  test('with a complete declaration has no complaint', () => {
    expect(complaintsAbout(complete)).toEqual([]);
  });

  test.each([
    ['needs', 'does not say who may call it'],
    ['description', 'does not say what it does'],
    ['params', 'has no codec for its path'],
    ['answer', 'has no codec for its answer'],
    ['ok', 'declares no status of success'],
    ['refusals', 'does not say how it refuses'],
  ])('that does not declare %s stops the start', (name, complaint) => {
    expect(() => requireDeclared([complete, without(name)])).toThrow(`GET /things/:id ${complaint}`);
  });

  test('that declares nothing gets all complaints at once', () => {
    expect(complaintsAbout(without('needs', 'params', 'answer', 'ok', 'refusals'))).toHaveLength(5);
    expect(complaintsAbout({ method: 'get', path: '/things' })).toEqual(['GET /things declares nothing at all']);
  });

  test('always has a complete declaration in the service', () => {
    expect(contractOf().routes.flatMap(complaintsAbout)).toEqual([]);
  });
});
