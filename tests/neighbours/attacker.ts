/** The attacker's process: it carries out one of the attacks for a while, and ends with all its connections. */
import { attacks } from './attacks';
import type { Ammunition, Tally } from './attacks/attack';
import type { Target } from './asking';

export interface AttackerSetup {
  readonly attack: string;
  readonly target: Target;
  readonly ammunition: Ammunition;
}

export interface Assault {
  readonly perSecond: number;
  readonly seconds: number;
}

export const prepare = async ({ attack, target, ammunition }: AttackerSetup) => {
  const found = attacks.find(({ name }) => name === attack);
  if (!found) throw new Error(`there is no attack ${attack}`);
  return ({ perSecond, seconds }: Assault): Promise<Tally> => found.attack(target, ammunition, perSecond, seconds);
};
