/** The forms that invite a person, change a name or a role, create a new link, and deactivate or delete a person. */
import { useState } from 'preact/hooks';
import { administration, type AdminOperator, type Invited, type Tenant } from '../../api/administration';
import { usePlace } from '../../api/place';
import type { Role } from '../../api/session';
import { Drawer } from '../../parts/dialog';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';
import { TypedConfirm } from '../../parts/typed-confirm';
import { setApart } from '../../parts/direction';

const roles: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'viewer: looks, and changes nothing' },
  { value: 'bookkeeper', label: 'bookkeeper: keeps the books' },
  { value: 'admin', label: 'admin: and administers keys, people, ledgers' },
];

const roleOf = (text: string): Role => roles.find(({ value }) => value === text)?.value ?? 'viewer';

interface InviteProps {
  readonly tenants: readonly Tenant[];
  readonly onClose: () => void;
  readonly onDone: (person: Invited) => void;
}

export const InviteDrawer = ({ tenants, onClose, onDone }: InviteProps) => {
  const { hasAllTenants } = usePlace();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [tenant, setTenant] = useState(tenants[0]?.id ?? '');
  const inviting = useSending(
    () => administration.invite({ email: email.trim(), name: name.trim(), role, tenant_id: tenant || null }),
    onDone,
  );
  const { problem } = inviting;
  return (
    <Drawer
      title="Invite a person"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="invite" class="button is-main" disabled={inviting.isSending}>
            Make the link
          </button>
        </>
      }
    >
      <form
        id="invite"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void inviting.send(undefined);
        }}
      >
        <p class="prose">A link is made that is shown once. No mail is sent: you hand it over.</p>
        <TextField
          label="E-mail"
          type="email"
          name="email"
          value={email}
          onInput={setEmail}
          problem={problem}
          isRequired
          isFocused
        />
        <TextField label="Name" name="name" value={name} onInput={setName} problem={problem} isRequired />
        <SelectField
          label="Role"
          name="role"
          value={role}
          onInput={(text) => setRole(roleOf(text))}
          problem={problem}
          choices={roles}
        />
        <SelectField
          label="Works for"
          name="tenant_id"
          value={tenant}
          onInput={setTenant}
          problem={problem}
          choices={[
            ...tenants.map(({ id, name: label }) => ({ value: id, label })),
            ...(hasAllTenants ? [{ value: '', label: 'all tenants' }] : []),
          ]}
        />
        <FormProblem of={problem} shown={['email', 'name', 'role', 'tenant_id']} />
      </form>
    </Drawer>
  );
};

interface ChangeProps {
  readonly of: AdminOperator;
  readonly isSelf: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onInvited: (person: Invited) => void;
}

export const ChangePerson = ({ of: person, isSelf, onClose, onDone, onInvited }: ChangeProps) => {
  const [name, setName] = useState(person.name);
  const [role, setRole] = useState(person.role);
  const [isLeaving, setLeaving] = useState(false);
  const changing = useSending(
    (change: Parameters<typeof administration.changeOperator>[1]) => administration.changeOperator(person.id, change),
    onDone,
  );
  const [isDeleting, setDeleting] = useState(false);
  const deleting = useSending(() => administration.deleteOperator(person.id), onDone);
  const inviting = useSending(() => administration.inviteAgain(person.id), onInvited);
  const { problem } = changing;
  if (isLeaving)
    return (
      <TypedConfirm
        title={`Deactivate ${setApart(person.name)}`}
        word={person.email}
        action="Deactivate"
        onClose={onClose}
        onConfirm={() => void changing.send({ is_active: false })}
        isSending={changing.isSending}
        problem={problem}
      >
        <p class="prose">Their sessions end within a second. Their acts stay in the logs under their name.</p>
      </TypedConfirm>
    );
  if (isDeleting)
    return (
      <TypedConfirm
        title={`Delete ${setApart(person.name)}`}
        word={person.email}
        action="Delete"
        onClose={onClose}
        onConfirm={() => void deleting.send(undefined)}
        isSending={deleting.isSending}
        problem={deleting.problem}
      >
        <p class="prose">
          Their sessions end within a second, and somebody else may have the e-mail. What they did stays in the logs
          under their id.
        </p>
      </TypedConfirm>
    );
  return (
    <Drawer
      title={setApart(person.name)}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="person" class="button is-main" disabled={changing.isSending}>
            Change
          </button>
        </>
      }
    >
      <form
        id="person"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void changing.send({ name: name.trim(), ...(role === person.role ? {} : { role }) });
        }}
      >
        <p class="soft">{person.email}</p>
        <TextField label="Name" name="name" value={name} onInput={setName} problem={problem} isRequired isFocused />
        <SelectField
          label="Role"
          name="role"
          value={role}
          onInput={(text) => setRole(roleOf(text))}
          problem={problem}
          choices={roles}
          isDisabled={isSelf}
          hint={isSelf ? 'Another administrator must change your own role.' : 'Changing the role ends their sessions.'}
        />
        <FormProblem of={problem} shown={['name', 'role']} />
      </form>
      <section class="part">
        <h3>The way in</h3>
        <p class="small soft">
          {person.is_active
            ? 'A new link sets a new password; a link of before ends.'
            : 'This person was deactivated, and cannot sign in.'}
        </p>
        <div class="row">
          {person.is_active ? (
            <>
              <button
                type="button"
                class="button"
                disabled={inviting.isSending}
                onClick={() => void inviting.send(undefined)}
              >
                Make a new link
              </button>
              {isSelf ? null : (
                <button type="button" class="button is-grave" onClick={() => setLeaving(true)}>
                  Deactivate
                </button>
              )}
            </>
          ) : (
            <button
              type="button"
              class="button"
              disabled={changing.isSending}
              onClick={() => void changing.send({ is_active: true })}
            >
              Let them in again
            </button>
          )}
          {isSelf ? null : (
            <button type="button" class="button is-grave" onClick={() => setDeleting(true)}>
              Delete
            </button>
          )}
        </div>
        <FormProblem of={inviting.problem} />
      </section>
    </Drawer>
  );
};
