/** What the service says about itself, as lines of a name and a value, whatever it is made of. */

export interface Fact {
  readonly name: string;
  readonly value: string;
}

const written = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 3 });
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** `lag_seconds` as people say it. */
export const spoken = (name: string): string => {
  if (/^[A-Z0-9_]+$/.test(name)) return name;
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

export const factsOf = (value: unknown): readonly Fact[] => {
  if (Array.isArray(value)) return value.map((item, index) => ({ name: String(index + 1), value: written(item) }));
  if (typeof value !== 'object' || value === null) return [{ name: '', value: written(value) }];
  return Object.entries(value).map(([name, item]) => ({ name: spoken(name), value: written(item) }));
};

/** Plain values first, as one part; then a part for each group of them. */
export const partsOf = (system: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(system);
  const isGroup = (value: unknown): boolean => typeof value === 'object' && value !== null;
  const plain = Object.fromEntries(entries.filter(([, value]) => !isGroup(value)));
  return [
    { title: 'The service', facts: factsOf(plain) },
    ...entries
      .filter(([, value]) => isGroup(value))
      .map(([name, value]) => ({ title: spoken(name), facts: factsOf(value) })),
  ].filter(({ facts }) => facts.length > 0);
};
