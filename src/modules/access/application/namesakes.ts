/** Everybody who signs in with one e-mail, of each tenant one, and those of them for whom a password is good. */
import type { Operator } from '../domain/operator';
import type { HashingTurn, Passwords } from './passwords';
import type { Credentials } from './ports';

export interface Recognised {
  readonly operator: Operator;
  /** The hash that the password was judged by. */
  readonly passwordHash: string;
  readonly renewed: string | undefined;
}

/** The password is stretched once, whether nobody, one or several sign in with the e-mail: the time does not tell who is known here. */
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
