/** What is sent to the session's routes, and what they answer. */
import { all, orNull } from '../../kernel/http/answers';
import { id, instant, integer, named, object, oneOf, text } from '../../kernel/http/codecs';
import { roles } from '../../modules/access';

/** What is longer is none of ours: it is refused before it is hashed. */
const maxSentPassword = 800;
const email = text({ min: 1, max: 320 });
const password = text({ min: 1, max: maxSentPassword });

export const newSession = named('NewSession', object({ email, password }));
export const acceptedInvitation = named(
  'AcceptedInvitation',
  object({ token: text({ min: 1, max: 100, description: 'What stands behind the # of the link' }), password }),
);
export const newPassword = named('NewPassword', object({ current_password: password, new_password: password }));

const ledgerShape = named(
  'OpenedLedger',
  object({
    id: id(),
    tenant_id: id(),
    tenant_name: text(),
    code: text(),
    name: text(),
    currency: text(),
    storage_decimals: integer(0, 18),
    display_decimals: integer(0, 18),
  }),
);

export const sessionShape = named(
  'Session',
  object({
    operator: named(
      'SignedInOperator',
      object({ id: id(), email: text(), name: text(), role: oneOf(roles), tenant_id: orNull(id()) }),
    ),
    csrf_token: text({ description: 'For the header X-CSRF-Token of all that is not GET' }),
    expires_at: instant,
    ledgers: all(ledgerShape),
  }),
);

/** Of an answer without a body. */
export const nothingShape = object({});
