/** The page of an account's statement for print: the opening balance, the entries, and the closing balance. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, quietClient } from '../api/client';
import { pageOf, queryText, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { firstOfMonth } from '../parts/day';
import { Equation } from '../parts/equation';
import { TextField } from '../parts/form';
import { Day } from '../parts/labels';
import { Page } from '../parts/page';
import { PeriodFields, usePeriod } from '../parts/period';
import { LayerField, useLayer } from '../parts/query-fields';
import * as report from '../parts/report';
import { EntryTable, useStatement } from '../parts/statement';
import { Empty, Loading, Problem } from '../parts/states';
import './reports/reports.css';

export const Statement = () => {
  const { ledger } = usePlace();
  const query = useQuery();
  const href = useHref();
  const code = query.get('account') ?? '';
  const period = usePeriod(firstOfMonth);
  const { from, to } = period;
  const layer = useLayer();
  // The page's address contains the account's code. The route of the statement needs the id, which the route of a balance by code returns.
  const account = useAnswer(code === '' ? undefined : `id of ${code}`, () =>
    ask(client.GET('/api/v1/accounts/code/{code}/balance', { params: { path: { code } } })),
  );
  const accountId = account.data?.account_code === code ? account.data.account_id : '';
  const known = report.useKnownAt();
  const { statement, entries } = useStatement({ accountId, layer, from, to, ...known, ...pageOf(query, 100) });
  const problem = account.problem ?? entries.problem;
  const path = `/api/v1/accounts/${accountId}/statement${queryText({ from, to, layer, ...known })}`;
  return (
    <Page
      title={account.data === undefined ? 'Account statement' : account.data.account_name}
      over={account.data === undefined ? undefined : 'Account statement'}
      under={
        account.data === undefined ? undefined : (
          <>
            <Link href={href(`accounts/${accountId}`)}>{code}</Link>, from <Day of={from} /> to <Day of={to} />, in{' '}
            {ledger.currency}
          </>
        )
      }
      actions={
        accountId === '' ? undefined : (
          <report.ReportActions path={path} fileName={`statement-${code}-${from}-${to}.csv`} />
        )
      }
    >
      <div class="filters">
        <AccountField key={code} code={code} onChoose={(account) => query.set({ account })} />
        <PeriodFields of={period} />
        <LayerField />
        <report.KnownAtField />
      </div>
      {problem !== undefined ? (
        <Problem of={problem} retry={entries.reload} />
      ) : code === '' ? (
        <Empty title="Which account?">Start typing an account code or name above.</Empty>
      ) : statement === undefined ? (
        <Loading what="Loading the entries" />
      ) : (
        <>
          <Equation of={statement} />
          <EntryTable statement={statement} entries={entries} isPaged />
          <report.Colophon of={statement} />
        </>
      )}
    </Page>
  );
};

const offered = 20;

/** A field for the code of an account. It suggests accounts whose code or name contains the text. */
const AccountField = ({ code, onChoose }: { readonly code: string; readonly onChoose: (code: string) => void }) => {
  const [text, setText] = useState(code);
  const found = useAnswer(text.trim() === '' || text === code ? undefined : `offer ${text}`, () =>
    ask(quietClient.GET('/api/v1/accounts', { params: { query: { search: text.trim(), limit: offered } } })),
  );
  const codes = (found.data ?? []).map((account) => account.code);
  const choose = (value: string): void => {
    setText(value);
    if (codes.includes(value)) onChoose(value);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onChoose(text.trim());
      }}
    >
      <TextField label="Account" value={text} onInput={choose} suggestions={codes} placeholder="its code" />
    </form>
  );
};
