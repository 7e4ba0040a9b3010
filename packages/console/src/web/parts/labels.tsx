/** Small elements for a line of text or a table cell: days, moments, layers, states and ids. */
import { useState } from 'preact/hooks';
import { ago, formatDay, formatMoment } from './day';
import { Icon } from './icon';
import type { LayerName } from './layers';

/** Shows a day, or the day of a moment, without a time zone. */
export const Day = ({ of: day }: { readonly of: string | null | undefined }) =>
  day ? (
    <time class="nowrap" dateTime={day.slice(0, 10)}>
      {formatDay(day)}
    </time>
  ) : (
    <span class="soft">–</span>
  );

/** Shows a text that is true only now, such as `in 3 h`. A printed page shows `printed` instead, such as the moment. */
export const Passing = ({ children, printed }: { readonly children: string; readonly printed: string }) => (
  <>
    <span class="is-not-printed">{children}</span>
    <span class="only-printed">{printed}</span>
  </>
);

/**
 * Shows a moment in the reader's time zone. With `isAgo` it shows how long ago the moment was, and the moment itself as a tooltip and in
 * print.
 */
export const Moment = ({
  of: moment,
  isAgo = false,
}: {
  readonly of: string | null | undefined;
  readonly isAgo?: boolean;
}) =>
  moment ? (
    <time class="nowrap" dateTime={moment} title={isAgo ? formatMoment(moment) : moment}>
      {isAgo ? <Passing printed={formatMoment(moment)}>{ago(moment)}</Passing> : formatMoment(moment)}
    </time>
  ) : (
    <span class="soft">–</span>
  );

export { layerNames, type LayerName } from './layers';

/** Shows a layer with its colour and its first letter: S, P or E. */
export const Layer = ({ of: layer, isShort = false }: { readonly of: LayerName; readonly isShort?: boolean }) => (
  <span class={`badge layer layer-${layer}`} title={layer}>
    <b aria-hidden="true">{layer[0]?.toUpperCase()}</b>
    <span class={isShort ? 'heard' : ''}>{layer}</span>
  </span>
);

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

export const Badge = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) => (
  <span class={`badge is-${tone}`}>{children}</span>
);

const tones: Readonly<Record<string, Tone>> = {
  posted: 'good',
  pending: 'warn',
  failed: 'bad',
  void: 'plain',
  reversed: 'plain',
  open: 'warn',
  settled: 'good',
  released: 'plain',
  expired: 'plain',
};

/** Shows the status of a transaction, or the state of a hold. */
export const Status = ({ of: status }: { readonly of: string }) => (
  <Badge tone={tones[status] ?? 'plain'}>{status}</Badge>
);

const copiedForMs = 1500;

/** A button that copies a text to the clipboard and then shows that it was copied. */
export const Copy = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (event: Event): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedForMs);
  };
  return (
    <button type="button" class="icon-button is-small copy" title={label} onClick={(event) => void copy(event)}>
      <Icon name={isCopied ? 'done' : 'copy'} />
      <span class="heard" aria-live="polite">
        {isCopied ? 'Copied' : label}
      </span>
    </button>
  );
};

/** Shows the end of an id, which is enough to distinguish two ids, and a button that copies the whole id. */
export const Id = ({ of: id, isWhole = false }: { readonly of: string; readonly isWhole?: boolean }) => (
  <span class="id">
    <code title={id}>{isWhole || id.length <= 14 ? id : `…${id.slice(-8)}`}</code>
    <Copy text={id} label={`Copy ${id}`} />
  </span>
);
