/**
 * Signs people in and out, and identifies signed-in people. Hashing a password takes a tenth of a second or more, and the operator may be
 * changed meanwhile. So the transaction that begins a session or sets a password compares the stored hash with the one that the password
 * was compared with; if they differ, the password is judged again.
 */
import { newId, type TenantId } from '../../../kernel/ids';
import { addressBlock } from '../../../kernel/network';
import type { Observations } from '../../../kernel/observations';
import { pepperActor } from '../../../kernel/principal';
import { afterWriting, Busy, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import { actorOf, emailOf, type Operator, type OperatorId, type Signed } from '../domain/operator';
import { complaintsAboutPassword } from '../domain/password';
import { isToken, newToken, type CsrfTokens, type TokenHashing } from '../domain/person-tokens';
import type {
  InvalidPassword,
  InvitationExpired,
  SessionRequired,
  SignInAmbiguous,
  SignInFailed,
  SignInLimited,
} from '../domain/refusals';
import {
  actorOfLink,
  beginSession,
  isRecent,
  maxSessionsOfOperator,
  type Origin,
  type Session,
  type SessionId,
} from '../domain/session';
import { budgetsOf } from '../domain/sign-in-budget';
import { strangerFrom, type Stranger } from './authenticate';
import { spendAdministration } from './administering';
import { createJudgeGuess } from './guesses-in-turn';
import { recognisedBy } from './namesakes';
import { turnFrom, turnOf, type Passwords } from './passwords';
import type {
  Budget,
  Credentials,
  FailureCounts,
  KnownSession,
  OperatorStore,
  RateBudget,
  SessionStore,
  TenantStore,
} from './ports';
import { createOpenSessions, type PersonKnown } from './open-sessions';
import { createRehashing } from './rehashing';
import { createSampled } from './sampled';
import { createSessionList, type SessionList } from './session-list';

/** A signed-in person, with the facts that the browser needs. */
export interface SignedIn {
  readonly operator: Operator;
  readonly sessionId: SessionId;
  /** The token of the session, only for the cookie. */
  readonly token: string;
  readonly csrfToken: string;
  /** The time at which the session ends at the latest; without activity it ends earlier. */
  readonly expiresAt: Date;
}

export type SessionAuthentication =
  | ({ readonly kind: 'known'; readonly operator: Operator; readonly budget: Budget } & Signed)
  /** The session is valid, but the person's or the tenant's budget for this second is used up. */
  | {
      readonly kind: 'limited';
      readonly by: 'operator' | SharedBudget;
      readonly actor: string;
      readonly budget: Budget;
    }
  | Stranger;

/** The second budget that a request of a person spends: that of the whole tenant, or that of the tenant's administration. */
type SharedBudget = 'tenant' | 'administrator';

/** A request to the routes that sign people in: the person if signed in, and the rest of the rate budget. */
export interface Visit {
  /** The person of the visitor's open session, if there is one. */
  readonly operator: Operator | undefined;
  readonly budget: Outcome<Budget, Budget>;
}

export interface Attempted {
  readonly email: string;
  readonly password: string;
  /**
   * The tenant to sign in to; null for people of all tenants. If undefined, the tenant is found by e-mail and password, which must be valid
   * in only one tenant.
   */
  readonly tenantId?: TenantId | null | undefined;
}

export interface Sessions extends SessionList {
  /** Begins a new session, even if the browser already has one. Throws `Unavailable` if too many people sign in at once. */
  signIn(
    credentials: Attempted,
    from: Origin,
  ): Promise<Outcome<SignInFailed | SignInLimited | SignInAmbiguous, SignedIn>>;
  /** Sets the password through an invitation link, ends all earlier sessions, and begins a new one. The link cannot be used again. */
  acceptInvitation(
    token: string,
    password: string,
    from: Origin,
  ): Promise<Outcome<InvitationExpired | InvalidPassword, SignedIn>>;
  /** Changes the password and ends all other sessions. Guesses of the present password count against the budgets of signing in. */
  changePassword(
    token: string,
    passwords: { readonly current: string; readonly next: string },
    from: Origin,
  ): Promise<Outcome<SessionRequired | SignInLimited | InvalidPassword, SignedIn>>;
  /** Returns the person of the open session with this token. Spends no budget. */
  signedIn(token: string): Promise<SignedIn | undefined>;
  /**
   * Returns the operator with this session, from this address, and the rest of the rate budget that the request spends: the tenant's budget
   * for bookkeeping, or that for administration.
   */
  authenticate(token: string, address: string, spends: SharedBudget): Promise<SessionAuthentication>;
  /**
   * Identifies the sender of a request to the routes that sign people in. A signed-in person spends their own budget, anybody else the
   * budget of the address.
   */
  visit(token: string | undefined, address: string): Promise<Visit>;
  /** Returns whether a session is still open. `name` is the session's public name (`Principal`). */
  isOpen(name: string): Promise<boolean>;
  isCsrfToken(token: string, presented: string): boolean;
  /** Ends the session with this token; does nothing if there is none. */
  signOut(token: string): Promise<void>;
}

export const SESSIONS = token<Sessions>('Sessions');

export interface SessionsDependencies {
  readonly operators: OperatorStore;
  readonly sessions: SessionStore;
  readonly tenants: Pick<TenantStore, 'quotas'>;
  readonly failures: FailureCounts;
  readonly passwords: Passwords;
  readonly csrfTokens: CsrfTokens;
  readonly tokens: TokenHashing;
  readonly budgets: RateBudget;
  readonly clock: LedgerTime;
  readonly log: Log;
  readonly observations: Pick<Observations, 'signInJudged'>;
}

/** The request limit of one operator, for all browsers together. */
export const maxRequestsPerSecond = 100;
/** The request limit of one address, for the routes that sign people in. */
export const maxVisitsPerSecond = 20;
/** The maximum number of times that one request judges a password; it judges again if the stored hash has changed meanwhile. */
export const maxPasswordJudgements = 3;

export const createSessions = (dependencies: SessionsDependencies): Sessions => {
  const { operators, sessions, tenants, failures, passwords, csrfTokens, tokens } = dependencies;
  const { budgets, clock, log, observations } = dependencies;
  const { openNamed, openOf, forget } = createOpenSessions({ sessions, tenants, tokens, clock });
  const seen = createSampled<Session['id']>((ids) => sessions.markSeen(ids, clock.now()), {
    log,
    complaint: 'the last use of some sessions was not written',
  });

  const rehash = createRehashing(log);

  const spendQuota = async ({ operator: { tenantId }, tenantRequestsPerSecond: rate }: PersonKnown) =>
    tenantId === null || rate === null ? undefined : budgets.spend(`tenant ${tenantId}`, rate);

  const told = (token: string, { operator, session }: KnownSession): SignedIn => ({
    ...{ operator, token, sessionId: session.id },
    csrfToken: csrfTokens.of(token),
    expiresAt: session.expiresAt,
  });

  const begin = async (
    operatorId: OperatorId,
    judgedBy: string,
    origin: { readonly from: Origin; readonly linkCreatedBy?: string },
  ): Promise<SignedIn | undefined> => {
    const token = newToken('session');
    const names = { id: newId<'session'>(), tokenHash: tokens.hashOf(token), operatorId };
    const session = beginSession({ ...names, ...origin }, clock.now());
    const { linkCreatedBy } = origin;
    const actor = linkCreatedBy === undefined ? actorOf(operatorId) : actorOfLink(linkCreatedBy);
    const operator = await sessions.begin(session, judgedBy, maxSessionsOfOperator, actor);
    return operator && told(token, { operator, session });
  };

  /** Repeats `judge` until its result is written; `judge` returns undefined if the stored hash has changed meanwhile. */
  const untilWritten = async <A>(judge: () => Promise<A | undefined>): Promise<A> => {
    for (let judgements = 0; judgements < maxPasswordJudgements; judgements++) {
      const written = await judge();
      if (written !== undefined) return written;
    }
    throw new Busy('The password is being changed.');
  };

  type PasswordChanged = Outcome<SessionRequired | SignInLimited | InvalidPassword, SignedIn>;

  const judged = createJudgeGuess(failures, clock);

  return {
    ...createSessionList({ sessions, operators, clock, forget }),
    signIn: async ({ email, password, tenantId }, from) => {
      let signedIn: SignedIn | undefined;
      let ambiguous: readonly (TenantId | null)[] = [];
      const outcome = await judged(budgetsOf(email, from.address), () =>
        untilWritten(async () => {
          const isMeant = ({ operator }: Credentials) => tenantId === undefined || operator.tenantId === tenantId;
          const all = (await operators.namesakes(emailOf(email))).filter(isMeant);
          const good = await recognisedBy(passwords, password, all, turnFrom(from));
          if (good[0] === undefined) return false;
          ambiguous = good.length > 1 ? good.map(({ operator }) => operator.tenantId) : [];
          if (ambiguous.length > 0) return true;
          const { operator, passwordHash, renewed } = good[0];
          signedIn = await begin(operator.id, passwordHash, { from });
          if (!signedIn) return undefined;
          if (renewed !== undefined)
            await rehash(operator.id, () => operators.rehash(operator.id, passwordHash, renewed, pepperActor));
          return true;
        }),
      );
      observations.signInJudged(refused(outcome) ? 'limited' : signedIn ? 'succeeded' : 'failed');
      if (refused(outcome)) return outcome;
      if (ambiguous.length > 0) return refuse({ kind: 'SignInAmbiguous', tenantIds: ambiguous });
      return signedIn ? ok(signedIn) : refuse({ kind: 'SignInFailed' });
    },
    acceptInvitation: async (token, password, from) => {
      const names = isToken('invite', token) ? tokens.hashesOf(token) : [];
      const invited = names.length > 0 ? await operators.invited(names, clock.now()) : undefined;
      if (!invited) return refuse({ kind: 'InvitationExpired' });
      const { operator, invitation } = invited;
      const complaints = complaintsAboutPassword(password, operator.email);
      if (complaints.length > 0) return refuse({ kind: 'InvalidPassword', errors: { password: complaints } });
      const hash = await passwords.hashOf(password, operator.email, turnFrom(from));
      const { tokenHash, createdBy: linkCreatedBy } = invitation;
      const isAccepted = await operators.accept(tokenHash, hash, clock.now(), actorOfLink(linkCreatedBy));
      const signedIn = isAccepted ? await afterWriting(begin(operator.id, hash, { from, linkCreatedBy })) : undefined;
      return signedIn ? ok(signedIn) : refuse({ kind: 'InvitationExpired' });
    },
    changePassword: (token, { current, next }, from) =>
      untilWritten<PasswordChanged>(async () => {
        const known = await openOf(token);
        if (!known) return refuse({ kind: 'SessionRequired' });
        const { operator, session } = known;
        const complaints = complaintsAboutPassword(next, operator.email);
        if (complaints.length > 0) return refuse({ kind: 'InvalidPassword', errors: { new_password: complaints } });
        const former = (await operators.credentialsOf(operator.id))?.passwordHash ?? null;
        const outcome = await judged(budgetsOf(operator.email, from.address), () =>
          passwords.matches(current, former, turnOf(operator, from)),
        );
        if (refused(outcome)) return outcome;
        if (!outcome.right || former === null)
          return refuse({ kind: 'InvalidPassword', errors: { current_password: ['is not the current password'] } });
        const hashes = { former, next: await passwords.hashOf(next, operator.email, turnOf(operator, from)) };
        if (await operators.setPassword(session, hashes, actorOf(operator.id), clock.now()))
          return ok(told(token, known));
        forget(session);
        return undefined;
      }),
    signedIn: async (token) => {
      const known = await openOf(token);
      return known && told(token, known);
    },
    authenticate: async (token, address, spends) => {
      const known = await openOf(token);
      if (!known) return strangerFrom(budgets, address);
      const { operator, session } = known;
      seen.note(session.id, session.seenAt, clock.now());
      const actor = actorOf(operator.id);
      const spent = await budgets.spend(actor, maxRequestsPerSecond);
      if (refused(spent)) return { kind: 'limited', by: 'operator', actor, budget: spent.left };
      const together =
        spends === 'tenant' ? await spendQuota(known) : await spendAdministration(budgets, operator.tenantId);
      if (together && refused(together)) return { kind: 'limited', by: spends, actor, budget: together.left };
      return {
        ...{ kind: 'known', operator, session: session.tokenHash, budget: spent.right },
        isRecent: isRecent(session, clock.now()),
      };
    },
    visit: async (token, address) => {
      const operator = token === undefined ? undefined : (await openOf(token))?.operator;
      const budget = await (operator
        ? budgets.spend(actorOf(operator.id), maxRequestsPerSecond)
        : budgets.spend(`visits ${addressBlock(address)}`, maxVisitsPerSecond));
      return { operator, budget };
    },
    isOpen: async (name) => (await openNamed(name)) !== undefined,
    isCsrfToken: (token, presented) => csrfTokens.matches(token, presented),
    signOut: async (token) => {
      const known = await openOf(token);
      if (!known) return;
      const { id, operatorId } = known.session;
      await sessions.end({ operatorId, only: id }, actorOf(operatorId), clock.now());
      forget(known.session);
    },
  };
};
