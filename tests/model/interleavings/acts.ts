/** The acts that are interleaved: at least one for each writing operation. */
import type { Fields } from '../../support/requests';

/** The ids and codes in a world, by the names that the acts use for them. */
export interface Things {
  readonly [name: string]: string;
}

export interface Act {
  readonly operation: string;
  /** The variant, if an operation has several. */
  readonly of?: string;
  readonly request: (things: Things) => { readonly params?: Fields; readonly query?: Fields; readonly body?: Fields };
}

const entry = (account_code: string, type: string, amount: string): Fields => ({ account_code, type, amount });
const spending = (key: string, amount: string, more: Fields = {}): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'Spent', idempotency_key: key },
  entries: [entry('WALLET', 'debit', amount), entry('CASH', 'credit', amount)],
  ...more,
});
const byCode = (key: string): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: key },
  ...{ transaction_code: 'SPEND', transaction_code_params: { amount: '35.00' } },
});
const moving = (key: string): Fields => ({
  ...{ account_code: 'ALICE', reference: 'FX', effective_date: '2026-01-15', idempotency_key: key },
});
const on = (name: string, things: Things, member: string): { readonly params: Fields } => ({
  params: { [member]: things[name] },
});

/** An operation may run twice in the same world. The name `who` in the idempotency keys distinguishes the two runs. */
export const actsAs = (who: string): readonly Act[] => {
  const key = (what: string): string => `${what} by ${who}`;
  const act = (operation: string, request: Act['request'], of?: string): Act => ({
    ...{ operation, request },
    ...(of === undefined ? {} : { of }),
  });
  return [
    act('createTransaction', () => ({ body: spending(key('post'), '60.00') }), 'entries'),
    act('createTransaction', () => ({ body: byCode(key('code')) }), 'a code'),
    act('createTransaction', () => ({ body: spending('the same key', '60.00') }), 'one key'),
    act(
      'createTransaction',
      () => ({ body: spending(key('hold'), '60.00', { layer: 'pending', attributes: { region: 'north' } }) }),
      'a hold with attributes',
    ),
    act('createTransactions', () => ({
      body: { atomic: true, transactions: [spending(key('one'), '30.00'), byCode(key('two'))] },
    })),
    act('settleTransaction', (things) => ({ ...on('hold', things, 'transactionId'), body: { amount: '20.00' } })),
    act('extendTransaction', (things) => ({ ...on('hold', things, 'transactionId'), body: { amount: '50.00' } })),
    act('releaseTransaction', (things) => ({ ...on('hold', things, 'transactionId'), body: {} })),
    act('reverseTransaction', (things) => ({
      ...on('posted', things, 'transactionId'),
      body: { reason: 'A mistake', date: '2026-01-15', amount: '60.00' },
    })),
    act('voidTransaction', (things) => ({ ...on('voidable', things, 'transactionId'), body: { reason: 'A mistake' } })),
    act('amendTransaction', (things) => ({
      ...on('posted', things, 'transactionId'),
      body: { description: key('amended'), reason: 'A slip' },
    })),
    act('createTransactionNote', (things) => ({
      ...on('posted', things, 'transactionId'),
      body: { text: key('noted') },
    })),
    act('createAccount', () => ({
      body: { code: 'NEW', name: 'New', type: 'liability', category: 'customer', parent_code: 'WALLETS' },
    })),
    act(
      'createAccount',
      () => ({ body: { code: 'SHARED', name: 'Ours', type: 'asset', category: 'system' } }),
      'of ours',
    ),
    act('changeAccount', (things) => ({ ...on('alice', things, 'accountId'), body: { code: 'GONE' } }), 'another code'),
    act('changeAccount', (things) => ({ ...on('wallet', things, 'accountId'), body: { is_active: false } }), 'closed'),
    act(
      'changeAccount',
      (things) => ({ ...on('wallet', things, 'accountId'), body: { min_balance: '50.00' } }),
      'limited',
    ),
    act(
      'changeAccount',
      (things) => ({ ...on('unused', things, 'accountId'), body: { name: key('renamed') } }),
      'renamed',
    ),
    act('closeAccount', (things) => ({ ...on('unused', things, 'accountId'), body: { reason: key('closed') } })),
    act('deleteAccount', (things) => on('unused', things, 'accountId')),
    act('createAccountSet', () => ({ body: { code: 'NEWSET', name: 'New' } })),
    act('changeAccountSet', (things) => ({ ...on('set', things, 'id'), body: { name: key('set') } })),
    act('deleteAccountSet', (things) => on('set', things, 'id')),
    act('addAccountSetMember', (things) => ({
      ...on('set', things, 'id'),
      body: { member_type: 'account', member_id: things['unused'] },
    })),
    act('removeAccountSetMember', (things) => ({ params: { id: things['set'], memberId: things['wallet'] } })),
    act('createJournal', () => ({ body: { code: 'NEWJ', name: 'New' } })),
    act('changeJournal', (things) => ({ ...on('journal', things, 'journalId'), body: { status: 'closed' } })),
    act('createTransactionCode', () => ({ body: spendCode('NEWCODE') })),
    act('validateTransactionCodeParams', (things) => ({
      ...on('code', things, 'id'),
      body: { params: { amount: '60.00' } },
    })),
    act('deprecateTransactionCode', (things) => on('code', things, 'id')),
    act('createAttributeDefinition', () => ({ body: { key: 'newkey', label: 'New' } })),
    act('changeAttributeDefinition', () => ({ params: { key: 'region' }, body: { is_active: false } }), 'ended'),
    act('changeAttributeDefinition', () => ({ params: { key: 'region' }, body: { label: key('label') } }), 'renamed'),
    act('changeAttributeSettings', () => ({ body: { strict_mode: true } })),
    act('createString', () => ({ body: { code: 'NEWSTRING', name: 'New' } })),
    act('convertInString', (things) => ({
      params: { code: 'TREASURY' },
      body: {
        ...moving(key('convert')),
        ...{ source_ledger_code: things['code of ledger'], target_ledger_code: things['code of euros'] },
        ...{ source_amount: '60.00', target_amount: '55.20', rate: '0.92' },
      },
    })),
    act('transferInString', (things) => ({
      params: { code: 'TREASURY' },
      body: {
        ...moving(key('transfer')),
        ...{ source_ledger_code: things['code of ledger'], target_ledger_code: things['code of branch'] },
        amount: '60.00',
      },
    })),
    act(
      'transferInString',
      (things) => ({
        params: { code: 'TREASURY' },
        body: {
          ...moving(key('opening transfer')),
          ...{ source_ledger_code: things['code of branch'], target_ledger_code: things['code of ledger'] },
          ...{ account_code: 'SHARED', amount: '60.00' },
        },
      }),
      'opening its account',
    ),
    act('lockPeriod', () => ({ body: { locked_until: '2026-01-31', reason: 'Closed' } })),
    act('releasePeriodLock', (things) => ({ ...on('lock', things, 'id'), body: { reason: 'Opened' } })),
    act('createWebhookEndpoint', () => ({ body: { url: 'https://webhooks.example/new' } })),
    act('changeWebhookEndpoint', (things) => ({
      ...on('endpoint', things, 'endpointId'),
      body: { description: key('endpoint') },
    })),
    act('deleteWebhookEndpoint', (things) => on('endpoint', things, 'endpointId')),
    act('rotateWebhookSecret', (things) => ({ ...on('endpoint', things, 'endpointId'), body: {} })),
    act('redeliverWebhooks', (things) => ({
      ...on('endpoint', things, 'endpointId'),
      body: { from_sequence: 1, to_sequence: 1 },
    })),
    act('createTenant', () => ({ body: { name: key('tenant') } })),
    act('setTenantQuota', (things) => ({ ...on('tenant', things, 'tenantId'), body: { requests_per_second: 500 } })),
    act('createLedger', (things) => ({
      body: { tenant_id: things['tenant'], code: 'NEWBOOKS', name: 'New', currency: 'CHF' },
    })),
    act('changeLedger', (things) => ({ ...on('ledger', things, 'ledgerId'), body: { time_zone: 'Asia/Tokyo' } })),
    act('advanceLedgerClock', (things) => ({ ...on('ledger', things, 'ledgerId'), body: { advance: 'P2D' } })),
    act('createKey', (things) => ({
      body: { ledger_id: things['ledger'], name: key('key'), scopes: ['read'] },
    })),
    act('changeKey', (things) => ({ ...on('key', things, 'keyId'), body: { rate_limit_per_second: 7 } }), 'rate'),
    act('changeKey', (things) => ({ ...on('key', things, 'keyId'), body: { name: key('named') } }), 'name'),
    act('rotateKey', (things) => ({ ...on('key', things, 'keyId'), body: { grace_seconds: 60 } })),
    act('revokeKey', (things) => on('key', things, 'keyId')),
    act('createOperator', (things) => ({
      body: { email: 'new@example.com', name: 'New', role: 'viewer', tenant_id: things['tenant'] },
    })),
    act('changeOperator', (things) => ({ ...on('person', things, 'operatorId'), body: { role: 'admin' } }), 'role'),
    act(
      'changeOperator',
      (things) => ({ ...on('person', things, 'operatorId'), body: { is_active: false } }),
      'inactive',
    ),
    act(
      'changeOperator',
      (things) => ({ ...on('person', things, 'operatorId'), body: { name: key('person') } }),
      'name',
    ),
    act('deleteOperator', (things) => on('person', things, 'operatorId')),
    act('deleteOperatorSessions', (things) => on('person', things, 'operatorId')),
    act('inviteOperator', (things) => on('person', things, 'operatorId')),
    act('addStringMember', (things) => ({ params: { code: 'TREASURY' }, body: { ledger_id: things['lone ledger'] } })),
    act('removeStringMember', (things) => ({
      params: { code: 'TREASURY' },
      query: { ledger_id: things['euros'] },
      body: { ledger_id: things['euros'] },
    })),
    act('setRate', () => ({ body: { base: 'USD', quote: 'EUR', rate: who === 'one' ? '0.92' : '0.93' } })),
  ];
};

export const spendCode = (code: string): Fields => ({
  ...{ code, name: 'Spends' },
  params_schema: { amount: { type: 'decimal', required: true } },
  entries_template: {
    entries: [
      { account: 'WALLET', type: 'debit', amount: '{params.amount}' },
      { account: 'CASH', type: 'credit', amount: '{params.amount}' },
    ],
  },
});

/**
 * Operations that are not interleaved here, each with the test that covers it: operations of signed-in people, which no key may use, and
 * operations whose writes no other act reads.
 */
export const elsewhere: Readonly<Record<string, string>> = {
  createSession: 'contract/people-judged',
  deleteSession: 'contract/people-judged',
  acceptInvitation: 'contract/people-judged',
  changePassword: 'contract/people-judged',
  deleteOtherSessions: 'api/own-sessions',
  deleteOwnSession: 'api/own-sessions',
  deleteOperatorSession: 'api/own-sessions',
  testWebhookEndpoint: 'api/webhooks-endpoints',
  createVerification: 'api/administration-bounds',
  previewImport: 'api/console-imports',
  importFile: 'api/import-at-once',
};

/** The operation of an act, and its object if there are several acts of one operation. */
export const nameOf = ({ operation, of }: Act): string => (of === undefined ? operation : `${operation} (${of})`);
