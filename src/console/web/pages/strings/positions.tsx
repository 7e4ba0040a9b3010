/** What each member owes the others through a string: the balance of its clearing account, in its own currency. */
import { Link } from 'wouter-preact';
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Money } from '../../parts/money';
import { Answered, Empty } from '../../parts/states';
import { Table } from '../../parts/table';
import { difference, sumOf } from '../../parts/amount';
import { clearingCodeOf } from './rate';

type Member = Schemas['LedgerString']['ledgers'][number];

/** A page asks at most twelve questions; a string of more members shows the first of them. */
const mostAsked = 10;

interface Position {
  readonly member: Member;
  readonly accountId: string | undefined;
  /** Debits less credits; undefined where one may not look. */
  readonly balance: string | undefined;
  readonly debits: string | undefined;
  readonly credits: string | undefined;
  readonly entries: number;
}

const nothing = { debits: undefined, credits: undefined, entries: 0 };

export const Positions = ({ string }: { readonly string: Schemas['LedgerString'] }) => {
  const { asOf } = usePlace();
  const members = string.ledgers.slice(0, mostAsked);
  const positions = useAnswer(`positions ${string.id} ${asOf}`, async (): Promise<Answer<readonly Position[]>> => {
    const found = await Promise.all(members.map((member) => positionOf(member, clearingCodeOf(string.id), asOf)));
    const failed = found.find((answer) => !answer.ok && answer.problem.status !== 404 && answer.problem.status !== 403);
    if (failed !== undefined && !failed.ok) return failed;
    const data = found.flatMap((answer, index): readonly Position[] => {
      const member = members[index];
      if (member === undefined) return [];
      if (answer.ok) return [answer.data];
      return [{ member, accountId: undefined, balance: answer.problem.status === 404 ? '0' : undefined, ...nothing }];
    });
    const [some] = found.filter((answer) => answer.ok);
    return some?.ok === true ? { ...some, data } : { ...emptyAnswer, data };
  });
  return (
    <Answered by={positions}>
      {(rows) =>
        rows.every(({ entries }) => entries === 0) ? (
          <Empty title="Nothing has moved yet">
            Each conversion or transfer leaves one side in the clearing account of each ledger: what stands there is the
            position of this string in that currency.
          </Empty>
        ) : (
          <>
            <Table
              caption="Clearing accounts of the members"
              columns={[
                { key: 'ledger', title: 'Ledger', cell: ({ member }) => <code>{member.code}</code> },
                {
                  key: 'account',
                  title: 'Clearing account',
                  isWide: true,
                  cell: ({ member, accountId }) =>
                    accountId === undefined ? (
                      <span class="soft">not opened yet</span>
                    ) : (
                      <Link href={`/l/${member.id}/accounts/${accountId}`}>its entries</Link>
                    ),
                },
                {
                  key: 'debits',
                  title: 'Debits',
                  isNumber: true,
                  isWide: true,
                  cell: ({ debits }) => <Money of={debits} />,
                },
                {
                  key: 'credits',
                  title: 'Credits',
                  isNumber: true,
                  isWide: true,
                  cell: ({ credits }) => <Money of={credits} />,
                },
                {
                  key: 'balance',
                  title: 'Position',
                  isNumber: true,
                  cell: ({ member, balance }) => <Money of={balance} currency={member.currency} />,
                },
              ]}
              rows={rows}
              rowKey={({ member }) => member.id}
            />
            <Table
              caption="By currency"
              columns={[
                { key: 'currency', title: 'Currency', cell: ({ currency }) => currency },
                {
                  key: 'sum',
                  title: 'Position',
                  isNumber: true,
                  cell: ({ currency, sum }) => <Money of={sum} currency={currency} />,
                },
              ]}
              rows={byCurrency(rows)}
              rowKey={({ currency }) => currency}
            />
            <p class="prose">
              A position is debits less credits. Between ledgers of one currency the positions cancel out. What is left
              in a currency came of conversions: it is what the house holds, or owes, in it.
            </p>
          </>
        )
      }
    </Answered>
  );
};

const emptyAnswer = { ok: true, pagination: undefined, meta: undefined } as const;

const byCurrency = (rows: readonly Position[]) =>
  [...new Set(rows.map(({ member }) => member.currency))].map((currency) => ({
    currency,
    sum: sumOf(
      rows.flatMap((row) => (row.member.currency === currency && row.balance !== undefined ? [row.balance] : [])),
    ),
  }));

const positionOf = async (member: Member, code: string, asOf: string | undefined): Promise<Answer<Position>> => {
  const query = asOf === undefined ? {} : { as_of_date: asOf };
  const params = { path: { code }, query };
  const headers = { 'X-Ledger': member.id };
  const answer = await ask(client.GET('/api/v1/accounts/code/{code}/balance', { params, headers }));
  if (!answer.ok) return answer;
  const { settled } = answer.data.layer_details;
  const { debits, credits, entry_count: entries } = settled;
  const balance = difference(debits, credits);
  return { ...answer, data: { member, accountId: answer.data.account_id, balance, debits, credits, entries } };
};
