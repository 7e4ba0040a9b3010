/** The forms that invite a person, change a name or a role, create a new one-time link, and deactivate or delete a person. */
import { useState } from 'preact/hooks';
import { administration, type AdminOperator, type Invited, type Tenant } from '../../api/administration';
import { usePlace } from '../../api/place';
import type { Role } from '../../api/session';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';
import { Confirm } from '../../parts/confirm';
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
  const form = useForm(
    { email: '', name: '', role: 'viewer', tenant_id: tenants[0]?.id ?? '' },
    ({ email, name, role, tenant_id: tenant }) =>
      administration.invite({
        email: email.trim(),
        name: name.trim(),
        role: roleOf(role),
        tenant_id: tenant || null,
      }),
    onDone,
  );
  return (
    <FormDrawer form={form} id="invite" title="Invite a person" submit="Create link" onClose={onClose}>
      <p class="prose">Creates a link that is shown once. No e-mail is sent: you pass the link on.</p>
      <TextField label="E-mail" type="email" {...form.field('email')} isRequired isFocused />
      <TextField label="Name" {...form.field('name')} isRequired />
      <SelectField label="Role" {...form.field('role')} choices={roles} />
      <SelectField
        label="Tenant"
        {...form.field('tenant_id')}
        choices={[
          ...tenants.map(({ id, name: label }) => ({ value: id, label })),
          ...(hasAllTenants ? [{ value: '', label: 'all tenants' }] : []),
        ]}
      />
    </FormDrawer>
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
  const form = useForm<{ name: string; role: string }, AdminOperator>(
    { name: person.name, role: person.role },
    ({ name, role }) =>
      administration.changeOperator(person.id, {
        name: name.trim(),
        ...(role === person.role ? {} : { role: roleOf(role) }),
      }),
    onDone,
  );
  const [isLeaving, setLeaving] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const turning = useSending(
    (isActive: boolean) => administration.changeOperator(person.id, { is_active: isActive }),
    onDone,
  );
  const deleting = useSending(() => administration.deleteOperator(person.id), onDone);
  const inviting = useSending(() => administration.inviteAgain(person.id), onInvited);
  if (isLeaving)
    return (
      <Confirm
        title={`Deactivate ${setApart(person.name)}`}
        word={person.email}
        action="Deactivate"
        onClose={onClose}
        onConfirm={() => void turning.send(false)}
        sending={turning}
      >
        <p class="prose">Their sessions end within a second. Their acts stay in the logs under their name.</p>
      </Confirm>
    );
  if (isDeleting)
    return (
      <Confirm
        title={`Delete ${setApart(person.name)}`}
        word={person.email}
        action="Delete"
        onClose={onClose}
        onConfirm={() => void deleting.send(undefined)}
        sending={deleting}
      >
        <p class="prose">
          Their sessions end within a second, and the e-mail address becomes free for another person. Their acts stay in
          the logs under their id.
        </p>
      </Confirm>
    );
  return (
    <FormDrawer
      form={form}
      id="person"
      title={setApart(person.name)}
      submit="Change"
      onClose={onClose}
      after={
        <section class="part">
          <h3>Access</h3>
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
                  Create new link
                </button>
                {isSelf ? null : (
                  <button type="button" class="button is-grave" onClick={() => setLeaving(true)}>
                    Deactivate
                  </button>
                )}
              </>
            ) : (
              <button type="button" class="button" disabled={turning.isSending} onClick={() => void turning.send(true)}>
                Reactivate
              </button>
            )}
            {isSelf ? null : (
              <button type="button" class="button is-grave" onClick={() => setDeleting(true)}>
                Delete
              </button>
            )}
          </div>
          <FormProblem of={inviting.problem ?? turning.problem} />
        </section>
      }
    >
      <p class="soft">{person.email}</p>
      <TextField label="Name" {...form.field('name')} isRequired isFocused />
      <SelectField
        label="Role"
        {...form.field('role')}
        choices={roles}
        isDisabled={isSelf}
        hint={isSelf ? 'Only another administrator can change your role.' : 'Changing the role ends their sessions.'}
      />
    </FormDrawer>
  );
};
