/**
 * A window with a secret that the service returns only once. The console does not store it. Before the window closes, the person must
 * confirm that the secret is stored elsewhere, or confirm closing.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog';
import { CheckField } from './form';
import { Copy } from './labels';

interface ShownOnceProps {
  readonly title: string;
  /** The kind of the secret, such as `Key`, `Secret` or `Link`. */
  readonly label: string;
  readonly secret: string;
  /** A sentence that explains why the secret is shown only now. */
  readonly because: string;
  readonly onClose: () => void;
  /** Instructions for the use of the secret. */
  readonly children?: ComponentChildren;
}

/** The sentence for a secret of which the ledger stores only a hash. */
export const storedAsHash = 'It is shown only now, because the ledger stores only a hash of it.';

/** The sentence for a secret that the ledger stores encrypted, because it signs messages with it. */
export const storedEncrypted = 'It is shown only now. The ledger stores it encrypted, and never shows it again.';

export const ShownOnce = ({ title, label, secret, because, onClose, children }: ShownOnceProps) => {
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => (isKept || isLeaving ? onClose() : setLeaving(true));
  return (
    // The first Escape only asks for confirmation, because the secret cannot be shown again.
    <Dialog
      key={isLeaving ? 'again' : 'first'}
      title={title}
      isWide
      onClose={leave}
      foot={
        <button type="button" class="button is-main" disabled={!isKept} onClick={onClose}>
          Done
        </button>
      }
    >
      <p class="prose">{because} Copy it to your secret store.</p>
      {isLeaving ? (
        <p class="note is-warn" role="alert">
          You have not confirmed that you saved it. Once this window is closed, it cannot be shown again.
        </p>
      ) : null}
      <div class="once">
        <code aria-label={label}>{secret}</code>
        <Copy text={secret} label={`Copy the ${label.toLowerCase()}`} />
      </div>
      {children}
      <CheckField label="I have kept it" isChecked={isKept} onChange={setKept} />
    </Dialog>
  );
};
