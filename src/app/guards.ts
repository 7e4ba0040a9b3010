/**
 * Compares the guards of the database with those that the migrations create, before a service starts: if they differ, the database may
 * accept rows that it must refuse. A database that lacks migrations has different guards; readiness reports it until they have run. A
 * database of a newer version may keep its data in another way, so the service does not start on it.
 */
import type { GuardDifference } from '../kernel/postgres/guards';
import { complaintAboutNewerSchema, pendingMigrations } from '../kernel/postgres/migrate';
import type { Log } from '../kernel/tokens';
import type { Config } from './config';
import type { Installation } from './installation';

const maxRefused = 3;
const maxLogged = 20;

/** Throws if the database is of a newer version; throws (or warns, if so configured) with the first differences of the guards. */
export const judgeGuards = async (
  { appliedMigrations, guards }: Pick<Installation, 'appliedMigrations' | 'guards'>,
  { guards: setting }: Pick<Config, 'guards'>,
  log: Log,
): Promise<void> => {
  const applied = await appliedMigrations();
  const newer = complaintAboutNewerSchema(applied);
  if (newer !== undefined) throw new Error(newer);
  if (pendingMigrations(applied).length > 0) return;
  const { differences, mayRefuse } = await guards();
  if (differences.length === 0) return;
  if (setting === 'refuse' && mayRefuse) throw new Error(refusal(differences));
  log.warn(
    { count: differences.length, differences: differences.slice(0, maxLogged).map(sentence) },
    'the guards of the database differ from those that the migrations create, so it may accept invalid data',
  );
};

const sentence = ({ where, detail }: GuardDifference): string => `${where} ${detail}`;

const refusal = (differences: readonly GuardDifference[]): string => {
  const [first, rest] = [differences.slice(0, maxRefused), differences.length - maxRefused];
  return [
    'the guards of the database differ from those that the migrations of this version create, so it may accept invalid data:',
    ...first.map((difference) => `- ${sentence(difference)}`),
    ...(rest > 0 ? [`- and ${rest} more, which npx ledger verify lists`] : []),
    'Correct them and start again, or set LEDGER_GUARDS=warn to start despite them.',
  ].join('\n');
};
