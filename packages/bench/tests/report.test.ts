/** Tests the comparison of figures with their targets. */
import { percentilesOf } from '../src/percentiles';
import { judge, printTargets } from '../src/report';

const atLeast = { bound: 'at least', unit: '×', mustHold: 0.6, next: 0.8 } as const;
const atMost = { bound: 'at most', unit: 'ms', mustHold: 250 } as const;

describe('a judgement', () => {
  test.each([
    [0.6, atLeast, true],
    [0.599, atLeast, false],
    [250, atMost, true],
    [250.1, atMost, false],
  ])('compares %d with the target %j', (figure, goal, met) => {
    expect(judge('it', figure, goal).met).toBe(met);
  });

  test.each([atLeast, atMost])('counts a figure that was never measured as missed: %j', (goal) => {
    expect(judge('it', percentilesOf([]).p99, goal).met).toBe(false);
  });
});

test('the table of targets shows each figure and whether it meets its target', () => {
  const table = printTargets([judge('goodput', 0.5, atLeast), judge('posted', 41.26, atMost)]);
  expect(table.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['Targets', 'figure', 'must hold', 'next'],
    ['goodput', '0.50 ×', '≥ 0.6 ×', '0.8 ×', 'MISSED'],
    ['posted', '41.3 ms', '≤ 250 ms', 'met'],
  ]);
});

describe('percentiles', () => {
  test('are those of the sorted figures, whatever the order of the input', () => {
    const figures = Array.from({ length: 1_000 }, (_, index) => (index * 7) % 1_000);
    expect(percentilesOf(figures)).toEqual({ p50: 500, p99: 990 });
  });
});
