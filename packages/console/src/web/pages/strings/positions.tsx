/** The debts between the members of a string: the balance of each member's clearing account, in its own currency. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Money } from '../../parts/money';
import { Answered, Empty } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { difference, sumOf } from '../../parts/amount';
import { clearingCodeOf } from './rate';

type Member = Schemas['LedgerString']['ledgers'][number];

/**
 * The maximum number of members that are loaded at first. Each needs two requests, and a page may send at most twelve unless the person
 * asks for more.
 */
const mostAtOnce = 5;

interface Position {
  readonly member: Member;
  /** The clearing account; undefined if no value has moved through this ledger yet. */
  readonly account?: { readonly id: string; readonly debits: string; readonly credits: string };
  /** The debits of the clearing account less its credits. */
  readonly balance: string;
}

export const Positions = ({ string }: { readonly string: Schemas['LedgerString'] }) => {
  const { asOf } = usePlace();
  const [wanted, setWanted] = useState(mostAtOnce);
  const members = string.ledgers.slice(0, wanted);
  const left = string.ledgers.length - members.length;
  const key = `positions ${string.id} ${asOf} ${members.length}`;
  const positions = useAnswer(key, async (): Promise<Answer<readonly Position[]>> => {
    const found = await Promise.all(members.map((member) => positionOf(member, clearingCodeOf(string.id), asOf)));
    const data: Position[] = [];
    for (const answer of found) {
      if (!answer.ok) return answer;
      data.push(answer.data);
    }
    return { ok: true, data, pagination: undefined, meta: undefined };
  });
  return (
    <Answered by={positions}>
      {(rows) =>
        left === 0 && rows.every(({ account }) => account === undefined) ? (
          <Empty title="No conversions or transfers yet">
            Each conversion or transfer posts one side to the clearing account of each ledger. The balance of that
            account is the position of this string in that ledger's currency.
          </Empty>
        ) : (
          <>
            <Table
              caption="Clearing accounts of the members"
              columns={columns}
              rows={rows}
              rowKey={({ member }) => member.id}
              isLoading={positions.isLoading}
            />
            {left === 0 ? (
              <Table
                caption="By currency"
                columns={currencyColumns}
                rows={byCurrency(rows)}
                rowKey={({ currency }) => currency}
              />
            ) : (
              <p>
                <button type="button" class="button" onClick={() => setWanted(wanted + mostAtOnce)}>
                  The next {Math.min(left, mostAtOnce)} of {string.ledgers.length}
                </button>{' '}
                <span class="soft">Totals by currency appear once all positions are shown.</span>
              </p>
            )}
            <p class="prose">
              A position is debits less credits. Between ledgers of one currency the positions cancel out. Any total
              that remains in a currency comes from conversions: it is the amount of this currency that you hold or owe.
            </p>
          </>
        )
      }
    </Answered>
  );
};

const columns: readonly Column<Position>[] = [
  { key: 'ledger', title: 'Ledger', cell: ({ member }) => <code>{member.code}</code> },
  {
    key: 'account',
    title: 'Clearing account',
    isWide: true,
    cell: ({ member, account }) =>
      account === undefined ? (
        <span class="soft">not opened yet: no movements</span>
      ) : (
        <Link href={`/l/${member.id}/accounts/${account.id}`}>its entries</Link>
      ),
  },
  {
    key: 'debits',
    title: 'Debits',
    isNumber: true,
    isWide: true,
    cell: ({ member, account }) => <Money of={account?.debits} decimals={member.display_decimals} />,
  },
  {
    key: 'credits',
    title: 'Credits',
    isNumber: true,
    isWide: true,
    cell: ({ member, account }) => <Money of={account?.credits} decimals={member.display_decimals} />,
  },
  {
    key: 'balance',
    title: 'Position',
    isNumber: true,
    cell: ({ member, balance }) => <Money of={balance} currency={member.currency} decimals={member.display_decimals} />,
  },
];

interface Sum {
  readonly currency: string;
  readonly sum: string;
  readonly member: Member;
}

const currencyColumns: readonly Column<Sum>[] = [
  { key: 'currency', title: 'Currency', cell: ({ currency }) => currency },
  {
    key: 'sum',
    title: 'Position',
    isNumber: true,
    cell: ({ currency, sum, member }) => <Money of={sum} currency={currency} decimals={member.display_decimals} />,
  },
];

const byCurrency = (rows: readonly Position[]): readonly Sum[] =>
  [...new Map(rows.map(({ member }) => [member.currency, member]))].map(([currency, member]) => ({
    ...{ currency, member },
    sum: sumOf(rows.flatMap((row) => (row.member.currency === currency ? [row.balance] : []))),
  }));

/**
 * Reads the balance of a member's clearing account. The account is first searched for in a list: a request for a missing account would
 * return 404, which browsers log as an error.
 */
const positionOf = async (member: Member, code: string, asOf: string | undefined): Promise<Answer<Position>> => {
  const headers = { 'X-Ledger': member.id };
  // The search may also return accounts whose name contains this code, so several are requested.
  const sought = { query: { search: code, limit: 10 } };
  const accounts = await ask(client.GET('/api/v1/accounts', { params: sought, headers }));
  if (!accounts.ok) return accounts;
  const isThere = (accounts.data as readonly Schemas['Account'][]).some((account) => account.code === code);
  if (!isThere) return { ...accounts, data: { member, balance: '0' } };
  const params = { path: { code }, query: asOf === undefined ? {} : { as_of_date: asOf } };
  const answer = await ask(client.GET('/api/v1/accounts/code/{code}/balance', { params, headers }));
  if (!answer.ok) return answer;
  const { debits, credits } = answer.data.layer_details.settled;
  const account = { id: answer.data.account_id, debits, credits };
  return { ...answer, data: { member, account, balance: difference(debits, credits) } };
};
