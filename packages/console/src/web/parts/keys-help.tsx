/** The window that lists the keyboard shortcuts of the current page. */
import { useStore } from '../api/store';
import { Dialog } from './dialog';
import { keysInForce } from './keys';

const written: Readonly<Record<string, string>> = { 'Ctrl+k': 'Ctrl K' };

export const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => {
  // If several components use the same key, only the innermost one gets it, so only that one is listed.
  const keys = new Map(
    useStore(keysInForce).flatMap(({ keys: own }) => own.map(({ key, does }) => [key, does] as const)),
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="facts">
        {[...keys].map(([key, does]) => (
          <>
            <dt key={key}>
              <kbd>{written[key] ?? key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>Open the current row</dd>
        <dt>
          <kbd>Tab</kbd>
        </dt>
        <dd>Next control</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Close the open window</dd>
      </dl>
    </Dialog>
  );
};
