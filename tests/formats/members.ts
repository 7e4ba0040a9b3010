/**
 * The ids, times and metadata of the objects in the golden vectors. These values never change, because every hash in the vectors would
 * change with them.
 */
export const id = (last: number): never => `01930000-0000-7000-8000-${last.toString().padStart(12, '0')}` as never;
export const at = (second: number): Date => new Date(Date.UTC(2026, 0, 15, 12, 0, second, 250));
export const metadata = { b: [1, { d: 'ü', c: null }], a: 'A;1:x' };
