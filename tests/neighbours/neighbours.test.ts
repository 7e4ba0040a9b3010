/**
 * Nobody can hurt a neighbour: one tenant with a key of the usual budget does its worst, while another one writes and reads
 * at a steady pace. In full (`make neighbours`) each attack goes on for half a minute; the short form goes through the same
 * attacks in a few seconds each, on smaller books where that is much quicker, and leaves room for a busy machine.
 */
import type { Attack } from './attacks/attack';
import { attacks } from './attacks';
import { furnish, openNeighbourhood, type Neighbourhood, type Party, type Served } from './neighbourhood';
import { beginReport, report } from './report';
import { feel, trial, type Trial } from './trial';

const isFull = process.env['LEDGER_TEST_NEIGHBOURS'] === 'full';
const form = isFull
  ? { quietSeconds: 20, attackSeconds: 30, aftermathSeconds: 3, roomForNoise: 1 }
  : { quietSeconds: 1, attackSeconds: 1, aftermathSeconds: 0.3, roomForNoise: 15 };
/** What a key is granted that nobody asked more for. */
const usualPerSecond = 10;
const maxPeakBytes = 400 * 1024 * 1024;
const maxHealthGapMs = 250 * form.roomForNoise;
const normalWithinMs = 2_000 * form.roomForNoise;
const leastBoundMs = 100 * form.roomForNoise;
const timesQuiet = 5;
const timeoutMs = 300_000;

let neighbourhood: Neighbourhood;
let victim: Party;
let served: { readonly role: string; readonly service: Served } | undefined;
/** The slowest p99 that was felt in a role while nobody attacked. */
const quietMs = new Map<string, number>();
/** Roles that are felt anew before the next attack. */
const toBeFelt = new Set<string>(['all', 'api']);

beforeAll(async () => {
  neighbourhood = await openNeighbourhood();
  const { officeKey, ...party } = await neighbourhood.move('victim', usualPerSecond * form.roomForNoise);
  victim = party;
  (await furnish((await serve('all')).url, officeKey)).close();
  beginReport();
}, timeoutMs);

afterAll(async () => {
  await neighbourhood.clear();
}, timeoutMs);

const serve = async (role: 'all' | 'api'): Promise<Served> => {
  served = undefined;
  served = { role, service: await neighbourhood.serve(role, victim) };
  return served.service;
};

/** A service that nobody attacked yet, in full; in the short form whichever runs already in that role. */
const serveFor = async (role: 'all' | 'api'): Promise<Served> => {
  const service = served?.role === role && !isFull ? served.service : await serve(role);
  if (toBeFelt.delete(role)) {
    const felt = await feel(service, form.quietSeconds);
    quietMs.set(role, Math.max(quietMs.get(role) ?? 0, felt.p99Ms));
    report(`nobody (${role})`, felt);
  }
  return service;
};

const carryOut = async (attack: Attack): Promise<{ readonly tried: Trial; readonly slowMs: number }> => {
  const { name, role = 'all', hastyPerSecond = usualPerSecond, prepare } = attack;
  const perSecond = isFull ? usualPerSecond : hastyPerSecond;
  const { officeKey, ...party } = await neighbourhood.move(name, perSecond);
  const { url } = served?.service ?? (await serve('all'));
  const api = await furnish(url, officeKey);
  const ammunition = await prepare({ ...party, api, isFull, database: neighbourhood.database });
  api.close();
  const service = await serveFor(role);
  const slowMs = Math.max(leastBoundMs, timesQuiet * (quietMs.get(role) ?? 0));
  const assailant = {
    key: party.key,
    ammunition,
    perSecond,
    seconds: form.attackSeconds,
    aftermathSeconds: form.aftermathSeconds,
    slowMs,
  };
  // Whatever goes wrong, the next attack does not begin on a service that suffers from this one.
  served = undefined;
  const tried = await trial(service, attack, assailant);
  report(name, tried);
  if (tried.normalAfterMs <= normalWithinMs) served = { role, service };
  return { tried, slowMs };
};

const judged = ({ tried, slowMs }: Awaited<ReturnType<typeof carryOut>>) => ({
  missed: tried.missed,
  failures: tried.failures,
  isSlow: tried.p99Ms > slowMs,
  isDeaf: tried.healthGapMs > maxHealthGapMs,
  isHeavy: tried.peakBytes > maxPeakBytes,
  staysSo: tried.normalAfterMs > normalWithinMs,
});

test.each(attacks.map((attack) => [attack.name, attack] as const))(
  'a neighbour hardly feels %s',
  async (_, attack) => {
    let felt = judged(await carryOut(attack));
    // The short form is short: what others did on the machine meanwhile is told apart by trying once more, quiet first.
    if (!isFull && (felt.isSlow || felt.isDeaf || felt.staysSo)) {
      toBeFelt.add(attack.role ?? 'all');
      felt = judged(await carryOut(attack));
    }
    expect(felt).toEqual({
      missed: [],
      failures: {},
      isSlow: false,
      isDeaf: false,
      isHeavy: false,
      staysSo: false,
    });
  },
  timeoutMs,
);
