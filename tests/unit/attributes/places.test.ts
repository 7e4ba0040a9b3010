/** Places: so many at a time, and the others in line. */
import { createPlaces } from '../../../src/modules/attributes/application/places';

describe('places', () => {
  test('let in so many at a time, in the order in which they came', async () => {
    const inPlace = createPlaces(2);
    const leave: (() => void)[] = [];
    const entered: number[] = [];
    let inside = 0;
    let most = 0;
    const visits = [0, 1, 2, 3, 4].map((number) =>
      inPlace(async () => {
        entered.push(number);
        most = Math.max(most, ++inside);
        await new Promise<void>((resolve) => leave.push(resolve));
        inside -= 1;
        return number;
      }),
    );
    for (let left = 0; left < 5; left++) {
      await new Promise((resolve) => setImmediate(resolve));
      leave[left]?.();
    }
    expect(await Promise.all(visits)).toEqual([0, 1, 2, 3, 4]);
    expect(entered).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
  });

  test('are given back by work that fails', async () => {
    const inPlace = createPlaces(1);
    await expect(inPlace(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await inPlace(async () => 'yes')).toBe('yes');
  });
});
