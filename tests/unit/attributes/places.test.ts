/** Places: so many at a time, one for each tenant, and the others in line. */
import { createPlaces } from '../../../src/modules/attributes/application/places';

/** Visits that stay until they are told to leave; `inside` are those that entered, in the order in which they did. */
const visits = (count: number) => {
  const inPlace = createPlaces<string>(count);
  const leave = new Map<string, () => void>();
  const inside: string[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    inside,
    come: (tenant: string, name: string): Promise<string> =>
      inPlace(tenant, async () => {
        inside.push(name);
        await new Promise<void>((resolve) => leave.set(name, resolve));
        inside.splice(inside.indexOf(name), 1);
        return name;
      }),
    leaves: async (name: string): Promise<void> => {
      leave.get(name)?.();
      await turn();
    },
    turn,
  };
};

describe('places', () => {
  test('let in one of each tenant, so many in all, and in the order in which they came', async () => {
    const { come, leaves, turn, inside } = visits(2);
    const all = ['a1', 'a2', 'b1', 'c1', 'b2', 'd1'].map((name) => come(name.charAt(0), name));
    await turn();
    expect(inside).toEqual(['a1', 'b1']);
    await leaves('a1');
    expect(inside).toEqual(['b1', 'c1']);
    await leaves('b1');
    expect(inside).toEqual(['c1', 'd1']);
    await leaves('c1');
    expect(inside).toEqual(['d1', 'a2']);
    await leaves('d1');
    expect(inside).toEqual(['a2', 'b2']);
    await leaves('a2');
    await leaves('b2');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'd1']);
  });

  test('are left to others by a tenant that is stuck, however many of it come', async () => {
    const { come, leaves, turn, inside } = visits(2);
    const stuck = ['a1', 'a2', 'a3'].map((name) => come('a', name));
    for (const name of ['b1', 'b2', 'c1']) {
      const visit = come(name.charAt(0), name);
      await turn();
      expect(inside).toEqual(['a1', name]);
      await leaves(name);
      expect(await visit).toBe(name);
    }
    for (const name of ['a1', 'a2', 'a3']) await leaves(name);
    expect(await Promise.all(stuck)).toEqual(['a1', 'a2', 'a3']);
    expect(inside).toEqual([]);
  });

  test('are given back by work that fails', async () => {
    const inPlace = createPlaces<string>(1);
    await expect(inPlace('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inPlace('a', async () => 'yes')).toBe('yes');
    expect(await inPlace('b', async () => 'yes')).toBe('yes');
  });
});
