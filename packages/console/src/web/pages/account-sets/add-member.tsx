/** The form that adds an account or another set to a set. A person finds it by code or name. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useDebounced } from '../../parts/debounced';
import { Drawer } from '../../parts/dialog';
import { FormProblem, TextField, useSending } from '../../parts/form';
import { Problem } from '../../parts/states';
import { useAnswer } from '../../api/use-answer';
import type { Member } from './membership';

interface AddMemberProps {
  readonly setId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const mostOffered = 12;
const pauseMs = 160;

export const AddMember = ({ setId, onClose, onDone }: AddMemberProps) => {
  const [typed, setTyped] = useState('');
  const sought = useDebounced(typed, pauseMs).trim();
  const [added, setAdded] = useState<readonly string[]>([]);
  const query = { limit: mostOffered, ...(sought === '' ? {} : { search: sought }) };
  const accounts = useAnswer(`members among accounts ${sought}`, async () => {
    const answer = await ask(client.GET('/api/v1/accounts', { params: { query } }));
    return answer.ok ? { ...answer, data: answer.data as readonly Schemas['Account'][] } : answer;
  });
  const sets = useAnswer(`members among sets ${sought}`, () =>
    ask(client.GET('/api/v1/account-sets', { params: { query } })),
  );
  const adding = useSending(
    async ({ member_type: type, member_id: id }: Member) => {
      const body = { member_type: type, member_id: id };
      const answer = await ask(
        client.POST('/api/v1/account-sets/{id}/members', { params: { path: { id: setId } }, body }),
      );
      if (answer.ok) setAdded((before) => [...before, id]);
      return answer;
    },
    () => onDone(),
  );
  const offered = (type: Member['member_type'], found: readonly { id: string; code: string; name: string }[]) =>
    found
      .filter(({ id }) => id !== setId)
      .map(({ id, code, name }): Member => ({ member_type: type, member_id: id, code, name }));
  const all = [...offered('account_set', sets.data ?? []), ...offered('account', accounts.data ?? [])];
  return (
    <Drawer
      title="Add members"
      onClose={onClose}
      foot={
        <button type="button" class="button is-main" onClick={onClose}>
          Done
        </button>
      }
    >
      <p class="prose">
        The balance of each member is added to the balance of the set. A set that is a member contributes all of its own
        members; no account may be included twice.
      </p>
      <TextField
        label="Account or set"
        type="search"
        value={typed}
        onInput={setTyped}
        isFocused
        placeholder="Code or name"
      />
      <FormProblem of={adding.problem} />
      {accounts.problem === undefined ? null : <Problem of={accounts.problem} />}
      <ul class="offers">
        {all.map((member) => (
          <li key={member.member_id}>
            <span class="offer">
              <code>{member.code}</code>
              <span>{member.name}</span>
              {member.member_type === 'account_set' ? <span class="badge">set</span> : null}
            </span>
            {added.includes(member.member_id) ? (
              <span class="small soft" role="status">
                added
              </span>
            ) : (
              <button
                type="button"
                class="button is-small"
                disabled={adding.isSending}
                aria-label={`Add ${member.code}`}
                onClick={() => void adding.send(member)}
              >
                Add
              </button>
            )}
          </li>
        ))}
      </ul>
      {all.length === 0 && !accounts.isLoading ? <p class="soft">No matches.</p> : null}
    </Drawer>
  );
};
