/** The HTTP answers to the refusals of administration and of the modules that it calls. TypeScript requires an answer for each refusal. */
import { exemplified, invalidAnswer, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { exampleOf, quotaAnswer } from '../../../kernel/http/quotas';
import type { QuotaReached } from '../../../kernel/quotas';
import type {
  InvalidKey,
  InvalidOperator,
  InvalidTenant,
  KeyNotActive,
  KeyNotFound,
  LastAdministrator,
  OperatorExists,
  OperatorInactive,
  OperatorNotFound,
  SessionNotFound,
} from '../../access';
import type {
  InvalidLedger,
  LedgerCodeTaken,
  LedgerNotFound,
  NoTestClock,
  TestClocksOff,
  TimeTooLate,
} from '../../ledgering';
import type { CheckpointMissing } from '../../proof';
import { checkpointAnswers } from '../../proof/http/answers';
import type { InvalidMembership, InvalidRate, StringNotFound } from '../../strings';
import { tenantNotNamed, type AdministrationRefusal } from '../domain/refusals';

type Invalid = InvalidTenant | InvalidKey | InvalidOperator | InvalidLedger | InvalidMembership | InvalidRate;
type Refusal =
  | AdministrationRefusal
  | Invalid
  | CheckpointMissing
  | KeyNotActive
  | KeyNotFound
  | LastAdministrator
  | LedgerCodeTaken
  | LedgerNotFound
  | NoTestClock
  | TestClocksOff
  | TimeTooLate
  | OperatorExists
  | OperatorInactive
  | OperatorNotFound
  | SessionNotFound
  | QuotaReached
  | StringNotFound;

const answers = {
  ...checkpointAnswers,
  AllTenantsNeeded: {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The request concerns all tenants, but the caller administers only one.',
    message: () =>
      'This request concerns all tenants. Use the key of an administrator of all tenants, or sign in as one.',
  },
  InvalidTenant: invalidAnswer,
  InvalidKey: invalidAnswer,
  InvalidOperator: invalidAnswer,
  InvalidLedger: invalidAnswer,
  InvalidMembership: invalidAnswer,
  InvalidRate: invalidAnswer,
  TenantNotNamed: invalidAnswer,
  QuotaReached: quotaAnswer,
  TenantNotFound: {
    status: 404,
    code: 'TENANT_NOT_FOUND',
    when: 'There is no such tenant, or the caller does not administer it.',
    message: () => 'There is no such tenant. List them with GET /admin/v1/tenants.',
  },
  LedgerNotFound: {
    status: 404,
    code: 'LEDGER_NOT_FOUND',
    when: 'There is no such ledger, or the caller does not administer it.',
    message: () => 'There is no such ledger. List them with GET /admin/v1/ledgers.',
  },
  LedgerCodeTaken: {
    status: 409,
    code: 'LEDGER_CODE_EXISTS',
    when: 'Another ledger of the tenant has this code.',
    message: ({ code }) =>
      `The tenant already has a ledger with the code ${JSON.stringify(code)}. Choose another code.`,
  },
  TestClocksOff: {
    status: 422,
    code: 'TEST_CLOCKS_DISABLED',
    when: 'Test clocks are off in this service.',
    message: () =>
      'Test clocks are off: every ledger of this service uses real time. Start it with LEDGER_TEST_CLOCKS=yes, or as `ledger serve --memory`.',
  },
  NoTestClock: {
    status: 422,
    code: 'TEST_CLOCK_MISSING',
    when: 'The ledger was created without a test clock.',
    message: () =>
      'This ledger uses real time. Only the clock of a ledger that was created with test_clock: true can be advanced.',
  },
  TimeTooLate: {
    status: 422,
    code: 'TEST_CLOCK_TOO_LATE',
    when: 'The time would be after the year 9999.',
    message: () => 'The clock cannot advance beyond the year 9999. Advance it by less.',
  },
  KeyNotFound: {
    status: 404,
    code: 'KEY_NOT_FOUND',
    when: 'There is no such key, or the caller does not administer it.',
    message: () => 'There is no such key. List them with GET /admin/v1/keys.',
  },
  KeyNotActive: {
    status: 409,
    code: 'KEY_NOT_ACTIVE',
    when: 'The key was revoked or has expired.',
    message: () => 'The key was revoked or has expired, so it cannot be rotated. Create another key.',
  },
  OperatorExists: {
    status: 409,
    code: 'OPERATOR_EXISTS',
    when: 'Another person of the tenant, who may be inactive, has this e-mail.',
    message: ({ email }) =>
      `This tenant already has a person with the e-mail ${email}. Activate that person if inactive (PATCH /admin/v1/operators/{operatorId}), and create another link (POST /admin/v1/operators/{operatorId}/invite), or delete them.`,
  },
  OperatorNotFound: {
    status: 404,
    code: 'OPERATOR_NOT_FOUND',
    when: 'There is no such operator, or the caller does not administer them.',
    message: () => 'There is no such operator. List them with GET /admin/v1/operators.',
  },
  SessionNotFound: {
    status: 404,
    code: 'SESSION_NOT_FOUND',
    when: 'The person has no session with this id.',
    message: () => 'The person has no such session. List them with GET /admin/v1/operators/{operatorId}/sessions.',
  },
  OperatorInactive: {
    status: 409,
    code: 'OPERATOR_INACTIVE',
    when: 'The operator is inactive.',
    message: () => 'The operator is inactive, so a link would not work. Activate the operator first.',
  },
  OwnLink: {
    status: 409,
    code: 'OWN_LINK',
    when: 'A person asks for a link for themselves.',
    message: () =>
      'A link for yourself would replace your password without asking for it. Change it: PUT /console/password.',
  },
  LastAdministrator: {
    status: 409,
    code: 'LAST_ADMINISTRATOR',
    when: 'The operator is the last administrator of the tenant, or of all tenants, who can sign in.',
    message: () =>
      'Nobody else could invite people afterwards. Invite another administrator first, and change this one once the other has set a password.',
  },
  StringNotFound: {
    status: 404,
    code: 'STRING_NOT_FOUND',
    when: 'The tenant has no string with this code.',
    message: () => 'The tenant has no string with this code.',
  },
  VerificationRunning: {
    status: 409,
    code: 'VERIFICATION_RUNNING',
    when: 'A verification of the same tenant runs in this process already, or waits for its turn.',
    message: () => 'A verification that you or your tenant asked for is not over yet. Wait until it is.',
  },
  VerificationNotFound: {
    status: 404,
    code: 'VERIFICATION_NOT_FOUND',
    when: 'This process has no such verification.',
    message: () => 'This process has no such verification: each process keeps only the latest that it ran itself.',
  },
} as const satisfies RefusalAnswers<Refusal>;

const examples = {
  InvalidTenant: { errors: { name: ['must not be empty'] } },
  InvalidKey: { errors: { scopes: ['must be one or more of read, post, undo, chart, admin'] } },
  InvalidOperator: { errors: { email: ['must be an e-mail address such as anna@example.com'] } },
  InvalidLedger: {
    errors: { currency: ['must be a currency of ISO 4217, such as EUR, unless the currency type is crypto'] },
  },
  InvalidMembership: { errors: { ledger_id: ['names no ledger of this tenant'] } },
  InvalidRate: { errors: { quote: ['must be a currency other than base'] } },
  TenantNotNamed: tenantNotNamed,
  LedgerCodeTaken: { code: 'EUR-MAIN' },
  QuotaReached: exampleOf('ledgers'),
  OperatorExists: { email: 'anna@example.com' },
} satisfies RefusalExamples<Refusal>;

export const administrationAnswers = exemplified(answers, examples);
