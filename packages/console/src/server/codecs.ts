/** The codecs of the session's routes: their request bodies, and the data of their answers. */
import { all, orNull } from '../../../../src/kernel/http/answers';
import {
  clearable,
  array,
  boolean,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  text,
} from '../../../../src/kernel/http/codecs';
import { maxAgentLength, maxSessionsOfOperator, roles } from '../../../../src/modules/access';

/** The maximum number of characters in a sent password. No valid password is longer, so a longer one is refused before it is hashed. */
const maxSentPassword = 800;
const email = text({ min: 1, max: 320 }).described('The e-mail for signing in. Its case does not matter.');
const password = text({ min: 1, max: maxSentPassword });
const chosenPassword = password.described(
  'The password that the person chooses: at least 12 characters, and not a common one.',
);

export const newSession = named(
  'NewSession',
  'A sign-in.',
  object({
    email,
    password: password.described('The password of the person.'),
    tenant_id: clearable(id<'tenant'>()).described(
      'The tenant to sign in to, if the same e-mail and password are valid in several; null for the people of all tenants.',
    ),
  }),
);
export const acceptedInvitation = named(
  'AcceptedInvitation',
  'A link that is accepted.',
  object({
    token: text({ min: 1, max: 100 }).described('The token after the # of the link.'),
    password: chosenPassword,
  }),
);
export const newPassword = named(
  'NewPassword',
  'The current password, and the new one.',
  object({
    current_password: password.described('The current password of the person.'),
    new_password: chosenPassword,
  }),
);

const ledgerShape = named(
  'OpenedLedger',
  'A ledger that the session opens.',
  object({
    id: id().described('The id of the ledger, to send in the header X-Ledger.'),
    tenant_id: id().described('The tenant of the ledger.'),
    tenant_name: text().described('The name of the tenant for people.'),
    code: text().described('The code of the ledger, unique within the tenant.'),
    name: text().described('The name of the ledger.'),
    currency: text().described('The currency of every amount in it.'),
    storage_decimals: integer(0, 18).described('The number of decimals that are stored.'),
    display_decimals: integer(0, 18).described('The minimum number of decimals of displayed amounts.'),
    time_zone: text().described('The IANA name of the ledger’s time zone.'),
    fiscal_year_start: text().described('The month and the day on which its fiscal year begins.'),
  }),
);

const operatorShape = named(
  'SignedInOperator',
  'The person who is signed in.',
  object({
    id: id().described('The person, as events name them: `operator:` and this id.'),
    email: text().described('The e-mail for signing in.'),
    name: text().described('The name of the person.'),
    role: named(
      'OperatorRole',
      'The role of a person: a `viewer` reads, a `bookkeeper` also writes, an `admin` also administers.',
      oneOf(roles),
    ).described('The rights of the person.'),
    tenant_id: orNull(id()).described('The tenant whose ledgers the person may open; null for all tenants.'),
  }),
);

/** The network address and the browser from which the session was started. */
const origin = {
  address: text().described(
    'The address that the person signed in from; the address of the proxy if the proxy is not trusted.',
  ),
  agent: orNull(text({ min: 1, max: maxAgentLength })).described('The `User-Agent` that the browser sent.'),
};

const usedLinkShape = named(
  'UsedLink',
  'A link by which the password was set.',
  object({
    created_by: text().described('The actor who created the link, as the log of the tenant names it.'),
    created_by_name: orNull(text()).described('The name of that person; null if it was a key or the command line.'),
    used_at: instant.described('When the link was used, in UTC.'),
    ...origin,
  }),
);

export const sessionShape = named(
  'Session',
  'The person who is signed in, and the ledgers that the session opens.',
  object({
    operator: operatorShape.described('The person who is signed in.'),
    csrf_token: text().described('The token to send in the header X-CSRF-Token with every method except GET.'),
    expires_at: instant.described('When the session ends unless a request is sent before then, in UTC.'),
    ledgers: all(ledgerShape).described(
      'The first 100 ledgers that the person may open, and the one that `ledger` names.',
    ),
    links_used: all(usedLinkShape).described(
      'The links with which the password was set within the last 30 days, newest first, except the link that began this session. If the person did not use one of them, somebody else had access to the account.',
    ),
  }),
);

export const maxListedSessions = 100;
export const oneSession = object({ sessionId: id<'session'>().described('The session, by its id.') });
const ownSessionShape = named(
  'OwnSession',
  'A session of the person who is signed in.',
  object({
    id: id<'session'>().described('The session.'),
    is_current: boolean.described('Whether it is the session of this request.'),
    status: oneOf(['open', 'ended', 'expired']).described(
      'The state of the session: `ended`: somebody ended it; `expired`: its time is over.',
    ),
    began_by: oneOf(['sign_in', 'link']).described('How it began: with the password, or with a link that set one.'),
    link_created_by: orNull(text()).described(
      'The actor who created the link; null if the session did not begin with a link.',
    ),
    ...origin,
    created_at: instant.described('When the person signed in, in UTC.'),
    last_seen_at: instant.described('When the session was last used, in UTC: up to a minute early.'),
    expires_at: instant.described('When the session ends at the latest, in UTC.'),
    ended_at: orNull(instant).described('When a person ended it, in UTC; null if nobody did.'),
    ended_by: orNull(text()).described('The actor who ended it; null if nobody did.'),
  }),
);
export const sessionsShape = named(
  'OwnSessions',
  'The sessions of the person who is signed in.',
  object({ sessions: array(ownSessionShape, 0, maxListedSessions).described('Newest first.') }),
);
export const endedShape = named(
  'EndedSessions',
  'Sessions that were ended.',
  object({ ended: integer(0, maxSessionsOfOperator).described('The number of sessions that were ended.') }),
);

/** The data of an answer that returns nothing: an empty object. */
export const nothingShape = object({});
