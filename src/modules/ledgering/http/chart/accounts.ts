/** The routes of accounts, and of the ledger itself. */
import type { Layer } from '../../../../kernel/accounting';
import { deletedShape } from '../../../../kernel/http/answers';
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, post, put, remove, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit, type Page } from '../../../../kernel/page';
import { todayOf } from '../../../../kernel/principal';
import type { LedgerTime } from '../../../../kernel/clock';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Accounts } from '../../application/accounts';
import { maxTreeBytes, type AccountNode, type AccountWithBalance, type ChartReader } from '../../application/reader';
import type { SearchEntries } from '../../application/search';
import type { AccountChange, AccountId } from '../../domain/account';
import type { TreeTooLarge } from '../../domain/refusals';
import { accountEntryShape, accountHeadingShape } from '../balances/balance-shapes';
import { accountChange, accountFilter, newAccount } from './chart-codecs';
import { accountShape, accountTreeShape, ledgerShape } from './chart-shapes';
import { entryFilter } from '../transactions/codecs';
import { questionOf, totalsShape, totalsView } from '../transactions/search-codecs';
import { ledgeringAnswers } from '../status';
import { accountView } from '../../domain/formats/records';
import { accountEntryView, accountTreePieces, ledgerView } from '../views';

const accountParams = object({ accountId: id<'account'>().described('The account, by its id.') });
const accountMissing = refuse({ kind: 'AccountMissing' } as const);
const bank = { accountId: exampleId('account BANK') };

export const accountRoutes = (
  accounts: Accounts,
  charts: ChartReader,
  searchEntries: SearchEntries,
  clock: LedgerTime,
): readonly Route[] => [
  get(
    '/ledger',
    {
      operationId: 'readLedger',
      summary: 'Read the ledger of this key',
      description:
        'Returns the ledger of the key, with its currency and its number of stored decimals. Takes no parameters and changes nothing.',
      tag: 'Ledger',
      needs: 'read',
      ok: 200,
      refusals: only(ledgeringAnswers, 'LedgerNotFound'),
      answer: ledgerShape,
    },
    async ({ caller }) => {
      const ledger = await charts.ledger(caller.ledgerId);
      return ledger ? ok(ledger) : refuse({ kind: 'LedgerNotFound' } as const);
    },
    (ledger) => ({ data: ledgerView(ledger) }),
  ),
  get(
    '/accounts',
    {
      operationId: 'listAccounts',
      summary: 'List accounts by code, or the whole chart as a tree',
      description:
        'Lists the accounts of the ledger by code, each with its settled balance. Filters narrow the list, and may be combined. With `tree=true` the answer is the whole hierarchy instead, roots first, without pages; a chart of more than 16 MiB is refused so (`ACCOUNT_TREE_TOO_LARGE`) and is read as a list.',
      tag: 'Accounts',
      needs: 'read',
      eventual: true,
      query: accountFilter,
      list: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'TreeTooLarge'),
      answer: array(accountShape, 0, maxPageLimit),
      unpaged: accountTreeShape,
    },
    async ({
      caller,
      query,
      slice,
    }): Promise<Outcome<TreeTooLarge, Page<AccountWithBalance> | readonly AccountNode[]>> => {
      const filter = {
        ...{ type: query.type, isActive: query.active, isGroup: query.group },
        ...{ parentId: query.parent_id, search: query.search },
      };
      const today = todayOf(caller, clock);
      if (query.tree !== true) return ok(await charts.accounts(caller, filter, slice, today));
      const tree = await charts.accountTree(caller, filter, today);
      return tree ? ok(tree) : refuse({ kind: 'TreeTooLarge', maxBytes: maxTreeBytes });
    },
    (found, { caller }) =>
      'items' in found
        ? pageReply(found, accountView(caller))
        : { data: undefined, pieces: accountTreePieces(caller)(found) },
  ),
  post(
    '/accounts',
    {
      operationId: 'createAccount',
      summary: 'Create an account',
      description:
        'Opens an account with a balance of zero. A code that already exists in the ledger is refused with 409 `ACCOUNT_CODE_EXISTS`, so that a repetition after a lost response is harmless; an unknown `parent_code` with 400 `PARENT_ACCOUNT_NOT_FOUND`. Limits that it sets are enforced by the database itself.',
      tag: 'Accounts',
      needs: 'chart',
      body: newAccount,
      invalid: 400,
      ok: 201,
      refusals: only(
        ledgeringAnswers,
        'Invalid',
        'AmountPrecisionExceeded',
        'AccountCodeReserved',
        'AccountCodeTaken',
        'ParentAccountNotFound',
        'AccountDepthExceeded',
      ),
      answer: accountShape,
      example: { body: { code: 'CASH', name: 'Cash at hand', type: 'asset', category: 'system' } },
    },
    ({ caller, body }) =>
      accounts.open(caller, {
        code: body.code,
        name: body.name,
        type: body.type,
        category: body.category,
        normalBalance: body.normal_balance,
        parentCode: body.parent_code,
        description: body.description,
        isActive: body.is_active,
        isSystem: body.is_system,
        metadata: body.metadata,
        enforceBalanceLimits: body.enforce_balance_limits,
        limitBasis: body.limit_basis,
        minBalance: body.min_balance,
        maxBalance: body.max_balance,
        cashFlow: body.cash_flow,
        isGroup: body.is_group,
      }),
    (account, { caller }) => ({
      data: accountView(caller)(account),
      headers: { Location: `/api/v1/accounts/${account.id}` },
    }),
  ),
  get(
    '/accounts/:accountId',
    {
      operationId: 'readAccount',
      summary: 'Read an account',
      description:
        'Returns one account, with its current settled balance. For a balance as of a day, or of another layer, request `GET /accounts/code/{code}/balance`.',
      tag: 'Accounts',
      needs: 'read',
      eventual: true,
      params: accountParams,
      missing: 'AccountMissing',
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountMissing'),
      answer: accountShape,
      example: { params: bank },
    },
    async ({ caller, params }) => {
      const account = await charts.account(caller, params.accountId as AccountId, todayOf(caller, clock));
      return account ? ok(account) : accountMissing;
    },
    (account, { caller }) => ({ data: accountView(caller)(account) }),
  ),
  put(
    '/accounts/:accountId',
    {
      operationId: 'changeAccount',
      summary: 'Change an account',
      description:
        'Changes the fields that are sent, and no others. Type, normal balance and `is_group` of an account with entries stay (400 `ACCOUNT_HAS_ENTRIES`), an account can never be below itself (400 `ACCOUNT_HIERARCHY_CYCLE`), and a new code is exactly 4 characters. Limits apply to everything that is posted from then on. If an account is deactivated while it has a balance or holds, the response has the header `X-Warning`. Can be repeated.',
      tag: 'Accounts',
      needs: 'chart',
      params: accountParams,
      missing: 'AccountMissing',
      body: accountChange,
      invalid: 400,
      ok: 200,
      refusals: only(
        ledgeringAnswers,
        'Invalid',
        'AmountPrecisionExceeded',
        'AccountMissing',
        'AccountCodeReserved',
        'AccountReserved',
        'ParentAccountNotFound',
        'AccountCodeTaken',
        'AccountHierarchyCycle',
        'AccountDepthExceeded',
        'AccountHasEntries',
      ),
      warns: true,
      answer: accountShape,
      example: { params: bank, body: { name: 'Bank account', description: 'Held at the house bank' } },
    },
    ({ caller, params, body }) =>
      accounts.change(caller, params.accountId as AccountId, {
        parentId: body.parent_id as AccountId | null | undefined,
        code: body.code,
        name: body.name,
        type: body.type,
        normalBalance: body.normal_balance,
        description: body.description,
        isActive: body.is_active,
        metadata: body.metadata,
        enforceBalanceLimits: body.enforce_balance_limits,
        limitBasis: body.limit_basis,
        minBalance: body.min_balance,
        maxBalance: body.max_balance,
        cashFlow: body.cash_flow,
        isGroup: body.is_group,
      } satisfies Record<keyof AccountChange, unknown>),
    ({ left, ...account }, { caller }) => ({
      data: accountView(caller)(account),
      headers: left.length === 0 ? undefined : { 'X-Warning': warningOf(left) },
    }),
  ),
  remove(
    '/accounts/:accountId',
    {
      operationId: 'deleteAccount',
      summary: 'Delete an unused account',
      description:
        'Deletes an account that has no entries and no child accounts, and is in no account set; otherwise 409 `ACCOUNT_IN_USE`, and the remedy is to deactivate it. System accounts are never deleted (403 `SYSTEM_ACCOUNT_PROTECTED`). If it is sent again, it answers 404.',
      tag: 'Accounts',
      needs: 'chart',
      params: accountParams,
      missing: 'AccountMissing',
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountMissing', 'SystemAccountProtected', 'AccountInUse'),
      answer: deletedShape,
      example: { params: { accountId: exampleId('account SUSPENSE') } },
    },
    ({ caller, params }) => accounts.remove(caller, params.accountId as AccountId),
    ({ id: accountId }) => ({ data: { id: accountId, deleted: true } }),
  ),
  get(
    '/accounts/:accountId/entries',
    {
      operationId: 'listAccountEntries',
      summary: 'List the entries of an account with the running balance',
      description:
        'Lists the entries of an account by effective date, those of one day in the order of posting, each with the running balance of its layer after it. Filters may be combined, and do not affect the running balances; `totals=true` adds up the whole list. Voided and failed transactions do not appear. The pagination is wrapped once more, under `meta.pagination.pagination`, as the specification has it.',
      tag: 'Accounts',
      needs: 'read',
      eventual: true,
      params: accountParams,
      missing: 'AccountMissing',
      query: entryFilter,
      list: true,
      ok: 200,
      refusals: entryRefusals,
      answer: array(accountEntryShape, 0, maxPageLimit),
      example: { params: bank },
      heading: accountHeadingShape,
      beside: { totals: totalsShape },
    },
    async ({ caller, params, query, slice }) => {
      const question = questionOf(query, caller.denomination);
      if (refused(question)) return question;
      const filter = {
        ...question.right,
        startDate: query.start_date,
        endDate: query.end_date,
        layer: query.layer,
        attributes: query.attributes,
      };
      const asked = { filter, slice, sort: query.sort, hasTotals: query.totals };
      return searchEntries(caller, params.accountId as AccountId, asked);
    },
    ({ account, page, totals }, { caller }) => {
      const { data, meta } = pageReply(page, accountEntryView(caller, account));
      const heading = { id: account.id, code: account.code, name: account.name, normal_balance: account.normalBalance };
      return { data, meta: { account: heading, totals: totalsView(totals, caller.denomination), ...meta } };
    },
  ),
];

const entryRefusals = only(
  ledgeringAnswers,
  ...(['AccountMissing', 'Invalid', 'AttributeNotIndexed', 'TotalsTooLarge'] as const),
);

const remains: Readonly<Record<Layer, string>> = {
  settled: 'a settled balance',
  pending: 'open holds',
  encumbrance: 'open encumbrances',
};

const warningOf = (left: readonly Layer[]): string =>
  `The account is inactive and still has ${left.map((layer) => remains[layer]).join(' and ')}.`;
