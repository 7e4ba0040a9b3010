/** Finds all operators who sign in with one e-mail (at most one per tenant), and those among them whose password matches. */
import type { Operator } from '../domain/operator';
import type { HashingTurn, Passwords } from './passwords';
import type { Credentials } from './ports';

export interface Recognised {
  readonly operator: Operator;
  /** The stored hash that the password matched. */
  readonly passwordHash: string;
  readonly renewed: string | undefined;
}

/** Stretches the password once, however many operators have the e-mail, so that the time does not reveal whether an e-mail is known. */
export const recognisedBy = async (
  passwords: Pick<Passwords, 'judge'>,
  password: string,
  all: readonly Credentials[],
  turn: HashingTurn,
): Promise<readonly Recognised[]> => {
  const judgements = await passwords.judge(
    password,
    all.map(({ passwordHash }) => passwordHash),
    turn,
  );
  return all.flatMap(({ operator, passwordHash }, at) =>
    judgements[at]?.isGood && operator.isActive && passwordHash !== null
      ? [{ operator, passwordHash, renewed: judgements[at].renewed }]
      : [],
  );
};
