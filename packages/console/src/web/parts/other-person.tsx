/** Says that another person has signed in in another tab of the browser, so that this page can write nothing. */
import { otherPerson } from '../api/client';
import { useStore } from '../api/store';
import { setApart } from './direction';
import { Dialog } from './dialog';

export const OtherPerson = () => {
  const person = useStore(otherPerson);
  if (person === undefined) return null;
  const close = (): void => otherPerson.set(undefined);
  return (
    <Dialog
      title="Another person has signed in"
      onClose={close}
      foot={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="button" class="button is-main" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        </>
      }
    >
      <p class="prose">
        {setApart(person.name)} ({setApart(person.email)}) has signed in in another tab of this browser, so this page is
        signed out. Nothing was sent. Copy what you have typed, if you need it. After reloading, the page belongs to the
        other person; to continue as yourself, sign out there and sign in again.
      </p>
    </Dialog>
  );
};
