/** The definition of an attribute: its label, and the states of its index. */
import { newId } from '../../../src/kernel/ids';
import { changed, define, type AttributeDefinition } from '../../../src/modules/attributes/domain/definition';

const at = new Date('2026-01-15T10:00:00.000Z');
const later = new Date('2026-01-15T11:00:00.000Z');
const region = (isIndexed: boolean): AttributeDefinition =>
  define({ key: 'region', label: 'Region', isIndexed }, newId(), at);

describe('a definition', () => {
  test('starts without an index, or with one that is being built', () => {
    expect(region(false)).toMatchObject({ indexState: 'off', indexRound: 0, createdAt: at, updatedAt: at });
    expect(region(true)).toMatchObject({ indexState: 'building', indexRound: 1 });
  });

  test('changes only its label, or only its index', () => {
    const before = region(true);
    expect(changed(before, { label: null }, later)).toEqual({ ...before, label: null, updatedAt: later });
    expect(changed(before, { isIndexed: false }, later)).toEqual({ ...before, indexState: 'off', updatedAt: later });
  });

  test('rebuilds its index each time it is turned on', () => {
    const off = changed({ ...region(true), indexState: 'ready' }, { isIndexed: false }, later);
    expect(off).toMatchObject({ indexState: 'off', indexRound: 1 });
    expect(changed(off, { isIndexed: true }, later)).toMatchObject({ indexState: 'building', indexRound: 2 });
  });

  test.each(['building', 'ready'] as const)('keeps its index %s when it is turned on again', (indexState) => {
    const before: AttributeDefinition = { ...region(true), indexState };
    expect(changed(before, { isIndexed: true }, later)).toBe(before);
    expect(changed(before, { isIndexed: true, label: 'R' }, later)).toMatchObject({
      indexState,
      indexRound: 1,
      label: 'R',
    });
  });

  test('stays as it is if a change has no effect', () => {
    const before = region(false);
    for (const change of [{}, { label: 'Region' }, { isIndexed: false }, { label: undefined, isIndexed: undefined }])
      expect(changed(before, change, later)).toBe(before);
  });
});
