/** Returns the state of the service as pairs of a name and a value. */
import type { AdminSchemas } from '../../api/schemas';

type System = AdminSchemas['System'];

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Converts a member's name to a label: `lag_seconds` becomes `Lag seconds`. */
export const readableName = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const migrationsOf = ({ applied, pending }: System['migrations']): readonly Fact[] => [
  { name: 'Migrations', value: `${applied.length}, the last ${applied.at(-1) ?? 'none'}` },
  ...(pending.length === 0 ? [] : [{ name: 'Pending migrations', value: pending.join(', ') }]),
];

/** Returns the value of a setting. For a setting that may be secret, returns only whether it is set. */
const settingOf = ({ name, is_set: isSet, value }: System['settings'][number]): Fact => ({
  name,
  value: !isSet ? 'not set' : (value ?? 'set; not shown'),
});

export const partsOf = (system: System) => {
  const { pool } = system;
  return [
    {
      title: 'The service',
      facts: [
        { name: 'Version', value: system.version },
        { name: 'Node', value: system.node_version },
        { name: 'Role', value: system.role },
        ...migrationsOf(system.migrations),
      ],
    },
    {
      title: 'The database',
      facts: [
        { name: 'PostgreSQL', value: system.database_version },
        { name: 'Connections', value: `${pool.in_use} of ${pool.max} in use, ${pool.open} open` },
        { name: 'Waiting for a connection', value: String(pool.waiting) },
        { name: 'Age of the oldest unposted transaction', value: `${system.poster_lag_seconds} s` },
      ],
    },
    { title: 'Settings', facts: system.settings.map(settingOf) },
  ];
};
