/** The window that closes an account. The same step moves its balance to another account. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client, quietClient, type Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { isZero } from '../../parts/amount';
import { useDebounced } from '../../parts/debounced';
import { setApart } from '../../parts/direction';
import { TextField } from '../../parts/form';
import { FormDialog, useForm } from '../../parts/form-frame';
import { Money } from '../../parts/money';
import { EarlierTry, useAct } from '../../parts/unanswered';
import { closingOf, remedyOf } from './closing';

type Account = Schemas['Account'];

interface CloseDialogProps {
  readonly account: Account;
  /** Called with true if the account may have been closed, so that the page must read it again. */
  readonly onClose: (mayHaveHappened: boolean) => void;
  readonly onDone: (closed: Schemas['ClosedAccount']) => void;
}

/** The maximum number of suggested accounts while the person types. */
const offered = 12;

export const CloseDialog = ({ account, onClose, onDone }: CloseDialogProps) => {
  const href = useHref();
  const sent = useAct(`close ${account.id}`, closingOf);
  const form = useForm(
    sent.earlier()?.input ?? { sweep_to_account_code: '', reason: '' },
    (values) =>
      sent.send(values, (body, key) =>
        ask(
          client.POST('/api/v1/accounts/{accountId}/close', {
            params: { path: { accountId: account.id } },
            body: { ...body, idempotency_key: key },
          }),
        ),
      ),
    onDone,
  );
  const close = (): void => onClose(sent.earlier() !== undefined);
  const { balance } = account;
  const cure = form.problem === undefined ? undefined : remedyOf(form.problem.code);
  return (
    <FormDialog
      form={form}
      id="close-form"
      title={`Close ${setApart(account.code)}`}
      submit="Close the account"
      isGrave
      onClose={close}
      after={
        cure === undefined ? null : (
          <p class="note">
            {cure}{' '}
            {form.problem?.code === 'ACCOUNT_HAS_HOLDS' ? (
              <Link href={href(`accounts/${account.id}`, { tab: 'holds' })} onClick={close}>
                Show its holds
              </Link>
            ) : null}
          </p>
        )
      }
    >
      <EarlierTry of={sent} />
      <p class="prose">
        The account then takes no postings. Its entries stay, and reports show them as before. “Change” can activate it
        again.
      </p>
      {isZero(balance) ? (
        <p class="prose">
          Its settled balance is zero today, so nothing is moved unless entries of later days leave a balance.
        </p>
      ) : (
        <p class="prose">
          Its settled balance, today <Money of={balance} currency />, moves to the account that you name, by one
          transaction. To move it back, void this transaction, or activate the account and reverse it.
        </p>
      )}
      <Target {...form.field('sweep_to_account_code')} own={account.code} />
      <TextField
        label="Reason"
        {...form.field('reason')}
        maxLength={1000}
        hint="Optional. It stays in the log permanently."
      />
    </FormDialog>
  );
};

type TargetProps = Pick<Parameters<typeof TextField>[0], 'value' | 'onInput' | 'name' | 'problem'> & {
  /** The code of the account to close. It is not suggested. */
  readonly own: string;
};

const Target = ({ own, ...field }: TargetProps) => {
  const [text, setText] = useState('');
  const sought = useDebounced(text.trim());
  const found = useAnswer(sought === '' ? undefined : `accounts to sweep into ${sought}`, () =>
    ask(quietClient.GET('/api/v1/accounts', { params: { query: { search: sought, active: true, limit: offered } } })),
  );
  const codes = ((found.data ?? []) as readonly Account[]).map(({ code }) => code).filter((code) => code !== own);
  return (
    <TextField
      label="Move the balance to"
      {...field}
      onInput={(code) => {
        setText(code);
        field.onInput(code);
      }}
      suggestions={codes}
      placeholder="BANK"
      maxLength={50}
      hint="The code of the account that receives the balance. Empty if the balance is zero."
    />
  );
};
