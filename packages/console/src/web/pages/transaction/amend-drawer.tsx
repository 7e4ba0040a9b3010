/** The form that amends the texts of a transaction. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { TextArea, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';
import { EarlierTry, useAct } from '../../parts/unanswered';
import { amendmentOf, formOf, isAmendment, metadataFrom, type WordsForm } from './words';

type Transaction = Schemas['Transaction'];

interface AmendDrawerProps {
  readonly transaction: Transaction;
  /** Called with true if the texts may have been amended, so that the page must read the transaction again. */
  readonly onClose: (mayHaveHappened: boolean) => void;
  readonly onDone: () => void;
}

export const AmendDrawer = ({ transaction, onClose, onDone }: AmendDrawerProps) => {
  const before = formOf(transaction);
  const sent = useAct(`amend ${transaction.id}`, (values: WordsForm) => amendmentOf(before, values));
  const form = useForm(
    sent.earlier()?.input ?? before,
    (values) =>
      sent.send(values, (body, key) =>
        ask(
          client.PATCH('/api/v1/transactions/{transactionId}', {
            params: { path: { transactionId: transaction.id } },
            body: { ...body, idempotency_key: key },
          }),
        ),
      ),
    onDone,
  );
  const isReadable = metadataFrom(form.values.metadata) !== undefined;
  return (
    <FormDrawer
      form={form}
      id="amend-form"
      title="Amend the texts"
      submit="Amend"
      isReady={sent.earlier() !== undefined || isAmendment(before, form.values)}
      onClose={() => onClose(sent.earlier() !== undefined)}
    >
      <p class="prose">
        Amounts, accounts and days stay as they were posted; a reversal or a void corrects these. The hash, the receipt,
        exports and statements keep the texts that were posted, and every amendment stays in the log.
      </p>
      <EarlierTry of={sent} />
      <TextField label="Description" {...form.field('description')} maxLength={1000} isRequired isFocused />
      <TextField
        label="Reference"
        {...form.field('reference')}
        maxLength={255}
        hint="A number from another system, such as an invoice number. Leave empty for none."
      />
      <TextArea
        label="Metadata"
        {...form.field('metadata')}
        rows={5}
        isCode
        hint={isReadable ? 'A JSON object. Empty for none.' : 'This is not a JSON object, such as {"invoice": "A-17"}.'}
      />
      <TextField
        label="Reason"
        {...form.field('reason')}
        maxLength={1000}
        isRequired
        hint="Required. It stays in the log permanently."
      />
    </FormDrawer>
  );
};
