/** The routes of API keys, each for one ledger. */
import {
  anyInstant,
  array,
  id,
  integer,
  named,
  nullable,
  object,
  optional,
  text,
  withDefault,
  wording,
} from '../../../kernel/http/codecs';
import { scope } from '../../../kernel/http/vocabulary';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { scopes } from '../../../kernel/principal';
import { ok, refused } from '../../../kernel/refusal';
import { maxGraceSeconds, type Access } from '../../access';
import type { Territory } from '../application/territory';
import { issuedKeyShape, keyShape, rotatedKeyShape } from './shapes';
import { administrationAnswers } from './status';
import { issuedKeyView, keyView, rotatedKeyView } from './views';

const { get, post, patch } = administering;
const shared = { tag: 'Keys', needs: 'admin' } as const;
const oneKey = {
  params: object({ keyId: id<'key'>().described('The key, by its id.') }),
  missing: 'KeyNotFound',
} as const;
const example = { params: { keyId: exampleId('key') } };
/** The grace period if the request names none: one day. */
const usualGraceSeconds = 86_400;

const name = wording({ min: 1, max: 255 }).described('The name for people, such as the program that uses it.');
const rate = integer(1, 1_000_000).described('The number of requests per second that it may send, 1 to 1,000,000.');
const newKey = named(
  'NewKey',
  'A key to create.',
  object({
    ledger_id: id<'ledger'>().described('The ledger to which it gives access.'),
    name: nullable(name),
    scopes: array(scope, 1, scopes.length).described('The scopes of the key.'),
    capabilities: withDefault(array(text({ min: 1, max: 100 }), 0, 100), []).described(
      'Its further rights: `strings:participate:{code}`, `attributes:admin`, `periods:admin`, `events:admin`, `limits:override`.',
    ),
    rate_limit_per_second: optional(rate).described(
      'The number of requests per second that it may send; 10 if left out.',
    ),
    expires_at: nullable(anyInstant).described('When it expires; null for never.'),
    allowed_networks: withDefault(array(text({ min: 1, max: 50 }), 0, 100), []).described(
      'The networks from which it may be used, such as `10.1.0.0/16` or `2001:db8::/32`; empty for all.',
    ),
  }),
);
const keyChange = named(
  'KeyChange',
  'A change to a key: fields that are left out stay unchanged.',
  object({ name: optional(name), rate_limit_per_second: optional(rate) }),
);
const rotation = named(
  'KeyRotation',
  'How the key is replaced.',
  object({
    grace_seconds: withDefault(integer(0, maxGraceSeconds), usualGraceSeconds).described(
      'How long the current key remains valid, in seconds; one day if left out.',
    ),
  }),
);
const location = (keyId: string) => ({ Location: `/admin/v1/keys/${keyId}` });

export const keyRoutes = (
  access: Pick<Access, 'issueKey' | 'keyPage' | 'changeKey' | 'rotateKey' | 'revokeKey'>,
  territory: Territory,
): readonly Route[] => [
  get(
    '/keys',
    {
      ...shared,
      operationId: 'listKeys',
      summary: 'List API keys, oldest first: of one ledger, or of all',
      description:
        'Lists API keys, oldest first, including revoked and expired ones: those of one ledger, or of all ledgers that the caller administers. The key itself is never shown again.',
      query: object({
        ledger_id: optional(id<'ledger'>()).described('Returns only the keys of this ledger.'),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound'),
      answer: array(keyShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => {
      const ledger = query.ledger_id && (await territory.ledger(caller, query.ledger_id));
      if (ledger && refused(ledger)) return ledger;
      return ok(
        await access.keyPage({ tenantId: caller.tenantId ?? undefined, ledgerId: ledger && ledger.right.id }, slice),
      );
    },
    (page) => pageReply(page, keyView),
  ),
  post(
    '/keys',
    {
      ...shared,
      operationId: 'createKey',
      makesWayIn: true,
      summary: 'Create a key for one ledger; it is shown only in this response',
      description:
        'Creates a key for one ledger. The `key` in this response is shown only once: only a hash of it is stored. It may be restricted by scopes, by networks and by time. If it is sent twice, two keys are created.',
      body: newKey,
      ok: 201,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'InvalidKey', 'QuotaReached'),
      answer: issuedKeyShape,
      example: {
        body: {
          ...{ ledger_id: exampleId('ledger'), name: 'reports', scopes: ['read'], rate_limit_per_second: 50 },
          allowed_networks: ['10.1.0.0/16', '2001:db8::/32'],
        },
      },
    },
    async ({ caller, body }) => {
      const ledger = await territory.ledger(caller, body.ledger_id);
      if (refused(ledger)) return ledger;
      return access.issueKey(
        {
          ...{ ledger: ledger.right, capabilities: body.capabilities, scopes: body.scopes },
          allowedNetworks: body.allowed_networks,
          ...(body.name === null ? {} : { name: body.name }),
          ...(body.rate_limit_per_second === undefined ? {} : { rateLimitPerSecond: body.rate_limit_per_second }),
          ...(body.expires_at === null ? {} : { expiresAt: new Date(body.expires_at) }),
        },
        caller.actor,
      );
    },
    (issued) => ({ data: issuedKeyView(issued), headers: location(issued.id) }),
  ),
  get(
    '/keys/:keyId',
    {
      ...{ ...shared, ...oneKey, example },
      operationId: 'readKey',
      summary: 'Read what a key may do, and when it was last used',
      description: 'Returns the rights of a key, and when it was last used. The key itself is never shown again.',
      ok: 200,
      refusals: only(administrationAnswers, 'KeyNotFound'),
      answer: keyShape,
    },
    ({ caller, params }) => territory.key(caller, params.keyId),
    (key) => ({ data: keyView(key) }),
  ),
  patch(
    '/keys/:keyId',
    {
      ...{ ...shared, ...oneKey },
      operationId: 'changeKey',
      summary: 'Change the name or the rate limit of a key; to change its rights, create another key',
      description:
        'Changes the name or the rate limit of a key, within a second. Its rights never change: create another key, or rotate it. Can be repeated.',
      body: keyChange,
      ok: 200,
      refusals: only(administrationAnswers, 'KeyNotFound', 'InvalidKey'),
      answer: keyShape,
      example: { ...example, body: { rate_limit_per_second: 100 } },
    },
    async ({ caller, params, body }) => {
      const key = await territory.key(caller, params.keyId);
      if (refused(key)) return key;
      const change = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.rate_limit_per_second === undefined ? {} : { rateLimitPerSecond: body.rate_limit_per_second }),
      };
      return access.changeKey(key.right.id, change, caller.actor);
    },
    (key) => ({ data: keyView(key) }),
  ),
  post(
    '/keys/:keyId/rotate',
    {
      ...{ ...shared, ...oneKey },
      operationId: 'rotateKey',
      makesWayIn: true,
      summary: 'Replace a key by a new one with the same rights; the old key expires after the grace period',
      description:
        'Creates a key with the same rights, and lets the current key expire after `grace_seconds`, so that its users can switch to the new one. A key that was revoked or has expired is 409 `KEY_NOT_ACTIVE`. If it is sent twice, two successors are created.',
      body: rotation,
      ok: 201,
      refusals: only(administrationAnswers, 'KeyNotFound', 'KeyNotActive', 'InvalidKey', 'QuotaReached'),
      answer: rotatedKeyShape,
      example: { ...example, body: { grace_seconds: 3_600 } },
    },
    async ({ caller, params, body }) => {
      const key = await territory.key(caller, params.keyId);
      return refused(key) ? key : access.rotateKey(key.right.id, body.grace_seconds, caller.actor);
    },
    (rotated) => ({ data: rotatedKeyView(rotated), headers: location(rotated.successor.id) }),
  ),
  post(
    '/keys/:keyId/revoke',
    {
      ...{ ...shared, ...oneKey },
      operationId: 'revokeKey',
      summary: 'Revoke a key permanently, within a second',
      description:
        'Revokes a key permanently, within a second. If it is sent again, it returns the revoked key unchanged.',
      ok: 200,
      refusals: only(administrationAnswers, 'KeyNotFound'),
      answer: keyShape,
      example: { params: { keyId: exampleId('key to be revoked') } },
    },
    async ({ caller, params }) => {
      const key = await territory.key(caller, params.keyId);
      return refused(key) ? key : access.revokeKey(key.right.id, caller.actor);
    },
    (key) => ({ data: keyView(key) }),
  ),
];
