/** The routes of account sets. */
import { deletedShape } from '../../../../kernel/http/answers';
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, post, put, remove, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok, refuse } from '../../../../kernel/refusal';
import type { AccountSets } from '../../application/account-sets';
import type { AccountSetReader } from '../../application/reader';
import type { AccountSetId } from '../../domain/account-set';
import { accountSetChange, newAccountSet, newMember, setFilter } from './chart-codecs';
import { accountSetShape, memberShape } from './chart-shapes';
import { accountSetView, memberView } from '../../domain/formats/chart-records';
import { ledgeringAnswers } from '../status';

const tag = 'Account sets';
const setId = id<'account set'>().described('The account set, by its id.');
const oneSet = object({ id: setId });
const missing = 'AccountSetMissing';
const setMissing = refuse({ kind: 'AccountSetMissing' } as const);
const missingOnly = only(ledgeringAnswers, 'AccountSetMissing');
const currentAssets = { id: exampleId('account set CURRENT-ASSETS') };

export const accountSetRoutes = (sets: AccountSets, reader: AccountSetReader): readonly Route[] => [
  get(
    '/account-sets',
    {
      operationId: 'listAccountSets',
      summary: 'List account sets by code',
      description: 'Lists the account sets of the ledger by code.',
      tag,
      needs: 'read',
      eventual: true,
      query: setFilter,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(accountSetShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => ok(await reader.accountSets(caller, query.search, slice)),
    (page, { caller }) => pageReply(page, accountSetView(caller)),
  ),
  post(
    '/account-sets',
    {
      operationId: 'createAccountSet',
      summary: 'Create an account set',
      description:
        'Creates an empty account set; members are added one by one. An existing code is refused with 409 `ACCOUNT_SET_CODE_EXISTS`, so that a repetition does no harm.',
      tag,
      needs: 'chart',
      body: newAccountSet,
      ok: 201,
      refusals: only(ledgeringAnswers, 'AccountSetCodeTaken', 'QuotaReached'),
      answer: accountSetShape,
      example: { body: { code: 'LIQUID', name: 'Liquid funds' } },
    },
    ({ caller, body }) => sets.open(caller, body),
    (set, { caller }) => ({
      data: accountSetView(caller)(set),
      headers: { Location: `/api/v1/account-sets/${set.id}` },
    }),
  ),
  get(
    '/account-sets/:id',
    {
      operationId: 'readAccountSet',
      summary: 'Read an account set',
      description: 'Returns one account set, without its members and its balance, which have paths of their own.',
      tag,
      needs: 'read',
      eventual: true,
      params: oneSet,
      missing,
      ok: 200,
      refusals: missingOnly,
      answer: accountSetShape,
      example: { params: currentAssets },
    },
    async ({ caller, params }) => {
      const set = await reader.accountSet(caller, params.id as AccountSetId);
      return set ? ok(set) : setMissing;
    },
    (set, { caller }) => ({ data: accountSetView(caller)(set) }),
  ),
  put(
    '/account-sets/:id',
    {
      operationId: 'changeAccountSet',
      summary: 'Change an account set',
      description: 'Changes the fields that are sent, and no others. Can be repeated.',
      tag,
      needs: 'chart',
      params: oneSet,
      missing,
      body: accountSetChange,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountSetMissing', 'AccountSetCodeTaken'),
      answer: accountSetShape,
      example: { params: currentAssets, body: { name: 'Current assets', description: 'Bank and till' } },
    },
    ({ caller, params, body }) => sets.change(caller, params.id as AccountSetId, body),
    (set, { caller }) => ({ data: accountSetView(caller)(set) }),
  ),
  remove(
    '/account-sets/:id',
    {
      operationId: 'deleteAccountSet',
      summary: 'Delete an account set',
      description:
        'Deletes an account set and its memberships. The accounts in it stay unchanged. If it is sent again, it answers 404.',
      tag,
      needs: 'chart',
      params: oneSet,
      missing,
      ok: 200,
      refusals: missingOnly,
      answer: deletedShape,
      example: { params: { id: exampleId('account set DRAFT') } },
    },
    ({ caller, params }) => sets.remove(caller, params.id as AccountSetId),
    ({ id: deletedId }) => ({ data: { id: deletedId, deleted: true } }),
  ),
  get(
    '/account-sets/:id/members',
    {
      operationId: 'listAccountSetMembers',
      summary: 'List the members of an account set',
      description: 'Lists the direct members of an account set: accounts, and other sets.',
      tag,
      needs: 'read',
      eventual: true,
      params: oneSet,
      missing,
      list: true,
      ok: 200,
      refusals: missingOnly,
      answer: array(memberShape, 0, maxPageLimit),
      example: { params: currentAssets },
    },
    async ({ caller, params, slice }) => {
      const page = await reader.accountSetMembers(caller, params.id as AccountSetId, slice);
      return page ? ok(page) : setMissing;
    },
    (page) => pageReply(page, memberView),
  ),
  post(
    '/account-sets/:id/members',
    {
      operationId: 'addAccountSetMember',
      summary: 'Add an account or an account set to a set',
      description:
        'Adds an account, or another account set, to a set. An existing member is refused with 409 `ACCOUNT_SET_MEMBER_EXISTS`, a set that would contain itself with 422 `ACCOUNT_SET_CYCLE`, and more than 16 sets inside one another with 422 `ACCOUNT_SET_DEPTH_EXCEEDED`.',
      tag,
      needs: 'chart',
      params: oneSet,
      missing,
      body: newMember,
      ok: 201,
      refusals: {
        ...only(
          ledgeringAnswers,
          'AccountSetMissing',
          'AccountSetMemberExists',
          'AccountSetCycle',
          'AccountSetDepthExceeded',
        ),
        Invalid: {
          ...ledgeringAnswers.Invalid,
          example: { errors: { member_id: ['is not the id of an account or account set of this ledger'] } },
        },
      },
      answer: memberShape,
      example: { params: currentAssets, body: { member_type: 'account', member_id: exampleId('account TILL') } },
    },
    ({ caller, params, body }) => sets.add(caller, params.id as AccountSetId, body.member_type, body.member_id),
    (member) => ({
      data: memberView(member),
      headers: { Location: `/api/v1/account-sets/${member.accountSetId}/members` },
    }),
  ),
  remove(
    '/account-sets/:id/members/:memberId',
    {
      operationId: 'removeAccountSetMember',
      summary: 'Remove a member from an account set',
      description:
        'Removes a member from an account set. The account or set itself is not deleted. If it is sent again, it answers 404.',
      tag,
      needs: 'chart',
      params: object({ id: setId, memberId: id().described('The account or the account set that is a member.') }),
      missing,
      ok: 200,
      refusals: only(ledgeringAnswers, 'AccountSetMissing', 'AccountSetMemberMissing'),
      answer: memberShape,
      example: { params: { ...currentAssets, memberId: exampleId('account BANK') } },
    },
    ({ caller, params }) => sets.takeOut(caller, params.id as AccountSetId, params.memberId),
    (member) => ({ data: memberView(member) }),
  ),
];
