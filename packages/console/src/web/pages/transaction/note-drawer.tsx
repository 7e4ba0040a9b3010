/** The form that attaches a note, or a reference to a document, to a transaction. */
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { TextArea, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';
import { EarlierTry, useAct } from '../../parts/unanswered';

interface NoteDrawerProps {
  readonly transactionId: string;
  /** Called with true if the note may have been attached, so that the page must read the notes again. */
  readonly onClose: (mayHaveHappened: boolean) => void;
  readonly onDone: () => void;
}

const emptyNote = { text: '', url: '', sha256: '' };

export const NoteDrawer = ({ transactionId, onClose, onDone }: NoteDrawerProps) => {
  const sent = useAct(`note ${transactionId}`, ({ text, url, sha256 }: typeof emptyNote) => ({
    ...{ text: text.trim(), url: url.trim() || null, sha256: sha256.trim() || null },
  }));
  const form = useForm(
    sent.earlier()?.input ?? emptyNote,
    (values) =>
      sent.send(values, (body, key) =>
        ask(
          client.POST('/api/v1/transactions/{transactionId}/notes', {
            params: { path: { transactionId } },
            body: { ...body, idempotency_key: key },
          }),
        ),
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
      onClose={() => onClose(sent.earlier() !== undefined)}
    >
      <p class="prose">A note is never changed or deleted. A later note corrects it.</p>
      <EarlierTry of={sent} />
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
