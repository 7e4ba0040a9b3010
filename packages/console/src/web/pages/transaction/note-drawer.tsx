/** The form that attaches a note, or a reference to a document, to a transaction. */
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { TextArea, TextField, useIdempotencyKey } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';

interface NoteDrawerProps {
  readonly transactionId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const NoteDrawer = ({ transactionId, onClose, onDone }: NoteDrawerProps) => {
  const { key } = useIdempotencyKey();
  const form = useForm(
    { text: '', url: '', sha256: '' },
    ({ text, url, sha256 }) =>
      ask(
        client.POST('/api/v1/transactions/{transactionId}/notes', {
          params: { path: { transactionId } },
          body: {
            ...{ text: text.trim(), idempotency_key: key },
            ...{ url: url.trim() || null, sha256: sha256.trim() || null },
          },
        }),
      ),
    onDone,
  );
  return (
    <FormDrawer
      form={form}
      id="note-form"
      title="Attach a note"
      submit="Attach"
      isReady={form.values.text.trim() !== ''}
      onClose={onClose}
    >
      <p class="prose">A note is never changed or deleted. A later note corrects it.</p>
      <TextArea label="Note" {...form.field('text')} rows={4} isRequired />
      <TextField
        label="Address of a document"
        {...form.field('url')}
        type="url"
        maxLength={2000}
        hint="Optional. The ledger stores the address and never opens it."
      />
      <TextField
        label="SHA-256 of the document"
        {...form.field('sha256')}
        maxLength={64}
        hint="Optional. Anyone can tell by it that it is the same document."
      />
    </FormDrawer>
  );
};
