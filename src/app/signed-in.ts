/**
 * Access by a cookie, for signed-in people: to the books of a ledger that they name, and to administration. A request that changes anything
 * must come from one of our pages. Only requests without an `Authorization` header get here.
 */
import type { Context, Next } from 'koa';
import { isSameOrigin, sessionTokenIn } from '../../packages/console/src';
import { csrfTokenInvalid, ledgerNotFound, ledgerNotNamed, sessionEnded } from '../kernel/http/failures';
import type { Failure } from '../kernel/http/envelope';
import type { Sender } from '../kernel/http/sender';
import { parseId } from '../kernel/ids';
import type { Administrator, Principal } from '../kernel/principal';
import { administratorOf, bookkeeperOf, worksFor, type Access, type Operator } from '../modules/access';
import type { Ledgering } from '../modules/ledgering';
import { refuseByRateLimit, setBudget } from './budget-headers';

export interface SignedInWays {
  /**
   * Handles the request as the signed-in operator on the ledger that the request names; answers with the refusal if the operator may not
   * use it.
   */
  toBooks(context: Context, known: (caller: Principal) => void, next: Next): Promise<void>;
  /**
   * Handles the request as the signed-in operator who administers; answers with the refusal if nobody is signed in. The routes check the
   * operator's rights.
   */
  toAdministration(context: Context, next: Next): Promise<void>;
}

/** Returns whether the request has the cookie of a session, and no key. */
export const comesByCookie = ({ req, state }: Context): boolean =>
  req.headers.authorization === undefined &&
  req.headers.cookie !== undefined &&
  sessionTokenIn(req, state['sender'] as Sender) !== undefined;

interface Admitted {
  readonly operator: Operator;
  readonly session: string;
  readonly isRecent: boolean;
}

const readOnly = new Set(['GET', 'HEAD']);

export const createSignedInWays = ({
  access: { sessions },
  ledgering,
}: {
  readonly access: Pick<Access, 'sessions'>;
  readonly ledgering: Pick<Ledgering, 'ledger'>;
}): SignedInWays => {
  /** Returns the operator whose session the cookie holds; undefined if the request has been answered. */
  const admit = async (context: Context, spends: 'tenant' | 'administrator'): Promise<Admitted | undefined> => {
    const sender = context['state'].sender as Sender;
    const token = sessionTokenIn(context.req, sender) ?? '';
    const authentication = await sessions.authenticate(token, sender.address, spends);
    switch (authentication.kind) {
      case 'unknown':
        context.set('WWW-Authenticate', 'Bearer');
        return refuse(context, 401, sessionEnded());
      case 'failures-limited':
        return refuseByRateLimit(context, authentication.retryAfterSeconds, 'address');
      case 'limited':
        setBudget(context, authentication.budget);
        return refuseByRateLimit(context, authentication.budget.resetSeconds, authentication.by, authentication.actor);
      case 'known': {
        setBudget(context, authentication.budget);
        const isOurPage = isSameOrigin(context.req, sender) && sessions.isCsrfToken(token, context.get('X-CSRF-Token'));
        return readOnly.has(context.method) || isOurPage ? authentication : refuse(context, 403, csrfTokenInvalid());
      }
    }
  };

  return {
    toBooks: async (context, known, next) => {
      const admitted = await admit(context, 'tenant');
      if (!admitted) return;
      const named = context.get('X-Ledger');
      if (named === '') return refuse(context, 400, ledgerNotNamed());
      const id = parseId<'ledger'>(named);
      const ledger = id && (await ledgering.ledger(id));
      if (!ledger || !worksFor(admitted.operator, ledger.tenantId)) return refuse(context, 404, ledgerNotFound());
      const caller = bookkeeperOf(admitted.operator, admitted, ledger);
      context['state'].caller = caller;
      known(caller);
      return next();
    },
    toAdministration: async (context, next) => {
      const admitted = await admit(context, 'administrator');
      if (!admitted) return;
      const caller: Administrator = administratorOf(admitted.operator, admitted);
      context['state'].caller = caller;
      return next();
    },
  };
};

const refuse = (context: Context, status: number, body: Failure): undefined => {
  context.status = status;
  context.body = body;
};
