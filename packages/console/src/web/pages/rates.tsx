/** The page with the installation's exchange rates, one for each pair of currencies. A conversion that names no rate uses them. */
import { useState } from 'preact/hooks';
import { administration, type Rate } from '../api/administration';
import { pageOf, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { TextField } from '../parts/form';
import { FormDialog, useForm } from '../parts/form-frame';
import { Badge, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { actColumn, List, NewButton, RowButton } from '../parts/list';
import { Empty } from '../parts/states';
import { LogLink } from './activity/log-link';
import { installation } from './administration/installation';

/** The age after which a rate is no longer used. The service has the same limit. */
const goodForMs = 86_400_000;

export const Rates = () => {
  const query = useQuery();
  const [setting, setSetting] = useState<Partial<Rate>>();
  const slice = pageOf(query);
  const rates = useAnswer(`rates ${slice.cursor ?? ''}`, () => administration.rates(slice));
  return (
    <Page
      title="Rates"
      under="For the whole installation"
      actions={<NewButton onClick={() => setSetting({})}>Set a rate</NewButton>}
    >
      <List
        by={rates}
        empty={
          <Empty title="No rates set yet">
            A conversion states both of its amounts. If it does not state its rate, the rate listed here is recorded
            with them.
          </Empty>
        }
        caption="Rates by pair"
        columns={[
          {
            key: 'pair',
            title: 'Pair',
            cell: ({ base, quote }) => (
              <>
                1 {base} in {quote}
              </>
            ),
          },
          { key: 'rate', title: 'Rate', isNumber: true, cell: ({ rate }) => rate },
          {
            key: 'at',
            title: 'Set',
            cell: (one) => (
              <>
                <Moment of={one.set_at} isAgo />{' '}
                {Date.now() - Date.parse(one.set_at) > goodForMs ? <Badge tone="warn">out of date</Badge> : null}
              </>
            ),
          },
          actColumn((one: Rate) => (
            <>
              <LogLink
                log="log"
                id={`${one.base}/${one.quote}`}
                of={`${one.base} in ${one.quote}`}
                tenant={installation}
              />
              <RowButton of={`${one.base} in ${one.quote}`} onClick={() => setSetting(one)}>
                Change
              </RowButton>
            </>
          )),
        ]}
        rowKey={({ base, quote }) => `${base} ${quote}`}
      />
      {setting === undefined ? null : (
        <SetRate
          of={setting}
          onClose={() => setSetting(undefined)}
          onDone={() => {
            setSetting(undefined);
            rates.reload();
          }}
        />
      )}
    </Page>
  );
};

interface SetRateProps {
  readonly of: Partial<Rate>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const SetRate = ({ of: before, onClose, onDone }: SetRateProps) => {
  const form = useForm(
    { base: before.base ?? '', quote: before.quote ?? '', rate: before.rate ?? '' },
    ({ base, quote, rate }) =>
      administration.setRate({ base: base.trim().toUpperCase(), quote: quote.trim().toUpperCase(), rate: rate.trim() }),
    onDone,
  );
  const isNew = before.base === undefined;
  return (
    <FormDialog
      form={form}
      id="rate"
      title={isNew ? 'Set a rate' : `${before.base} in ${before.quote}`}
      submit="Set rate"
      onClose={onClose}
    >
      <div class="fields">
        <TextField
          label="Base currency"
          {...form.field('base')}
          isRequired
          isFocused={isNew}
          isDisabled={!isNew}
          placeholder="EUR"
        />
        <TextField label="Rate" {...form.field('rate')} isRequired isAmount isFocused={!isNew} placeholder="1.0842" />
        <TextField label="Quote currency" {...form.field('quote')} isRequired isDisabled={!isNew} placeholder="USD" />
      </div>
    </FormDialog>
  );
};
