/** The attacker's process: it runs one attack for the given time, and then closes all its connections. */
import type { Target } from '../load/connection';
import { serveProcess } from '../load/process';
import { attacks } from './attacks';
import type { Ammunition, Assault, Tally } from './attacks/attack';

export interface AttackerSetup {
  readonly attack: string;
  readonly target: Target;
  readonly ammunition: Ammunition;
}

serveProcess<AttackerSetup, Assault, Tally>(async ({ attack, target, ammunition }) => {
  const found = attacks.find(({ name }) => name === attack);
  if (!found) throw new Error(`there is no attack ${attack}`);
  return (assault) => found.carryOut(target, ammunition, assault);
});
