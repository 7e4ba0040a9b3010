/** The messages that an operator reads when the ledger refuses a command. */
import { quotaSentence, type QuotaReached } from '../../kernel/quotas';
import { unreachable, type FieldErrors } from '../../kernel/refusal';
import type { AccessRefusal } from '../../modules/access';
import type {
  InvalidLedger,
  LedgerCodeTaken,
  LedgerInUse,
  LedgerNotFound,
  TestClocksOff,
  TooManyAccounts,
} from '../../modules/ledgering';
import type { InvalidReport, TooManyExports } from '../../modules/reports';
import type { InvalidMembership, InvalidRate, StringNotFound } from '../../modules/strings';

/** Every refusal that a command can receive; the program does not compile until each of them has a sentence. */
export type OperatorRefusal =
  | AccessRefusal
  | InvalidLedger
  | LedgerCodeTaken
  | LedgerNotFound
  | LedgerInUse
  | TestClocksOff
  | StringNotFound
  | InvalidMembership
  | InvalidRate
  | InvalidReport
  | QuotaReached
  | TooManyAccounts
  | TooManyExports;

export const sentenceFor = (refusal: OperatorRefusal): string => {
  switch (refusal.kind) {
    case 'InvalidTenant':
    case 'InvalidKey':
    case 'InvalidOperator':
    case 'InvalidLedger':
    case 'InvalidMembership':
    case 'InvalidRate':
    case 'Invalid':
      return `${complaintsIn(refusal.errors)}.`;
    case 'LedgerCodeTaken':
      return `The tenant already has a ledger with the code ${refusal.code}.`;
    case 'LedgerNotFound':
      return 'The ledger no longer exists. List the ledgers with: npx ledger ledgers list';
    case 'LedgerInUse':
      return `The currency of the ledger cannot change: ${refusal.because}. Create another ledger instead.`;
    case 'TestClocksOff':
      return 'Test clocks are off. Set LEDGER_TEST_CLOCKS=yes for the service and for this command, but never for production books.';
    case 'KeyNotFound':
      return 'There is no key with this id or prefix. List the keys with: npx ledger keys list --ledger <id or code>';
    case 'KeyNotActive':
      return 'The key was revoked or has expired. Create another with: npx ledger keys create --ledger <id or code>';
    case 'OperatorExists':
      return `There is already a person with the e-mail ${refusal.email}. Activate them if they are inactive (npx ledger operators activate --operator ${refusal.email}), and create another link: npx ledger operators invite --email ${refusal.email}`;
    case 'OperatorNotFound':
      return 'There is no operator with this id or e-mail. List the operators with: npx ledger operators list';
    case 'OperatorInactive':
      return 'The operator is inactive. Activate them first: npx ledger operators activate --operator <id or e-mail>';
    case 'LastAdministrator':
      return 'Nobody else administers the tenant. Invite another administrator first: npx ledger operators invite --role admin --email <e-mail> --name <name> --tenant <id or name>, or --all-tenants';
    case 'StringNotFound':
      return 'The tenant has no string with this code. List the strings with: npx ledger strings list';
    case 'QuotaReached':
      return quotaSentence(
        refusal,
        (to) => `Raise it: npx ledger tenants quota --tenant <id or name> --limit ${refusal.quota}=${to}`,
      );
    case 'TooManyAccounts':
      return `The chart has more than ${refusal.max} accounts, and one export can contain at most that many. List the transactions over the API instead (GET /transactions), which has no such limit.`;
    case 'TooManyExports':
      return `${refusal.max} exports are already running, which is the limit. Wait until one has ended.`;
    default:
      return unreachable(refusal);
  }
};

const complaintsIn = (errors: FieldErrors): string =>
  Object.entries(errors)
    .map(([field, complaints]) => `${field} ${complaints.join(', ')}`)
    .join('; ');
