/** The tab for conversions or for transfers: the form, the preview and the posting. Repeating a movement whose answer was lost repeats the same request. */
import { useState } from 'preact/hooks';
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { otherValues } from '../../api/unanswered';
import { useAnswer } from '../../api/use-answer';
import { amountFrom } from '../../parts/amount';
import { Dialog } from '../../parts/dialog';
import { FormProblem, useSending } from '../../parts/form';
import { Empty } from '../../parts/states';
import { MovementForm, noMovement, shownFields, type Movement } from './movement-form';
import { BalancesPreview, type BalanceMove } from '../../parts/balances-preview';
import { EarlierTry, useAct } from '../../parts/unanswered';
import { decimalsOf, Legs } from './preview';

type LedgerString = Schemas['LedgerString'];

interface MovementTabProps {
  readonly string: LedgerString;
  readonly operation: 'convert' | 'transfer';
}

type DryRun = Schemas['StringOperationDryRun'];

/** The result of a dry run, with the balances that would change in each of the two ledgers. */
interface Rehearsed extends Pick<DryRun, 'would' | 'operation'> {
  /** The movement that was sent. Exactly this movement is posted, even if the form has changed since. */
  readonly sent: Movement;
  readonly changes: readonly { readonly code: string; readonly balances: readonly BalanceMove[] }[];
}

/** The maximum number of accounts that the account field suggests. */
const mostOffered = 100;

export const MovementTab = ({ string, operation }: MovementTabProps) => {
  const { ledger } = usePlace();
  const isConversion = operation === 'convert';
  const fits = string.ledgers.filter(
    ({ id, currency }) => id !== ledger.id && (currency === ledger.currency) !== isConversion,
  );
  if (!string.ledgers.some(({ id }) => id === ledger.id))
    return (
      <Empty title="This ledger is not a member">
        An amount moves from or to the current ledger. Open one of the members.
      </Empty>
    );
  const [first] = fits;
  if (first === undefined)
    return (
      <Empty title={isConversion ? 'No member has another currency' : 'No other member has this currency'}>
        {isConversion
          ? 'To move amounts within one currency, use a transfer.'
          : 'To move amounts between currencies, use a conversion.'}
      </Empty>
    );
  return <Move string={string} operation={operation} other={first.code} />;
};

const Move = ({ string, operation, other }: MovementTabProps & { readonly other: string }) => {
  const { ledger } = usePlace();
  const isConversion = operation === 'convert';
  const start: Movement = { ...noMovement, source: ledger.code, target: other };
  const sent = useAct(`${operation} in ${string.code}`, (some: Movement) => some);
  const [movement, setMovement] = useState(sent.earlier()?.input ?? start);
  const [preview, setPreview] = useState<Rehearsed>();
  const [posted, setPosted] = useState<Schemas['StringOperation']>();
  const accounts = useAnswer(`string accounts ${string.code}`, () =>
    ask(
      client.GET('/api/v1/strings/{code}/accounts', {
        params: { path: { code: string.code }, query: { limit: mostOffered } },
      }),
    ),
  );
  const write = (movement: Movement, isRehearsal: boolean, key: string | undefined, ledgerId = ledger.id) => {
    const path = { code: string.code };
    const params = { path, query: isRehearsal ? { dry_run: true } : {}, header: {} };
    const headers = { 'X-Ledger': ledgerId };
    const shared = {
      source_ledger_code: movement.source,
      target_ledger_code: movement.target,
      account_code: movement.account.trim(),
      reference: movement.reference.trim(),
      effective_date: movement.day || null,
      description: movement.description.trim() || null,
      ...(key === undefined ? {} : { idempotency_key: key }),
    };
    if (isConversion) {
      const rate = movement.notesRate && movement.rate.trim() !== '' ? movement.rate.trim() : null;
      const amounts = { source_amount: amountFrom(movement.amount), target_amount: amountFrom(movement.targetAmount) };
      return ask(
        client.POST('/api/v1/strings/{code}/convert', { params, headers, body: { ...shared, ...amounts, rate } }),
      );
    }
    const transferred = {
      amount: amountFrom(movement.amount),
      target_account_code: movement.targetAccount.trim() || null,
    };
    return ask(
      client.POST('/api/v1/strings/{code}/transfer', { params, headers, body: { ...shared, ...transferred } }),
    );
  };
  // The route answers with a dry run or with the posted operation, depending on the request.
  const rehearsing = useSending(async (asked: Movement): Promise<Answer<Rehearsed>> => {
    const earlier = sent.earlier();
    if (earlier !== undefined && JSON.stringify(earlier.input) !== JSON.stringify(asked))
      return { ok: false, problem: otherValues };
    // With the key of an unanswered try, the dry run says whether it happened.
    const key = earlier?.key;
    const own = await write(asked, true, key);
    if (!own.ok) return own;
    const { would, operation, balances } = own.data as DryRun;
    // A dry run returns only the balances of the calling ledger. So a second dry run is requested for the other ledger.
    const ends = [operation.source, operation.target];
    const other = ends.find(({ ledger_id: id }) => id !== ledger.id);
    const there = other === undefined ? undefined : await write(asked, true, key, other.ledger_id);
    const changes = [
      { code: ledger.code, balances },
      ...(other !== undefined && there?.ok === true
        ? [{ code: other.ledger_code, balances: (there.data as DryRun).balances }]
        : []),
    ];
    return { ...own, data: { sent: asked, would, operation, changes } };
  }, setPreview);
  const posting = useSending(
    (asked: Movement) => sent.send(asked, (body, key) => write(body, false, key)),
    (answer) => {
      setPreview(undefined);
      setPosted(answer as Schemas['StringOperation']);
      setMovement(start);
    },
  );
  const verb = isConversion ? 'Convert' : 'Transfer';
  return (
    <div class="columns">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setPosted(undefined);
          posting.clear();
          void rehearsing.send(movement);
        }}
      >
        <EarlierTry of={sent} />
        <MovementForm
          movement={movement}
          members={string.ledgers}
          isConversion={isConversion}
          accounts={[...new Set((accounts.data ?? []).map(({ code }) => code))]}
          problem={rehearsing.problem}
          onChange={(next) => {
            setMovement(next);
            rehearsing.clear();
          }}
        />
        <FormProblem of={rehearsing.problem} shown={shownFields} />
        <div class="row">
          <button class="button is-main" disabled={rehearsing.isSending}>
            Preview
          </button>
        </div>
      </form>
      <section class="stack" aria-live="polite">
        {posted === undefined ? (
          <p class="prose">
            {isConversion
              ? 'The account pays in one currency and receives in the other. Each ledger balances against its clearing account of this string; both legs are posted together, or neither is.'
              : 'The account pays in one ledger and receives in another of the same currency. Both legs are posted together, or neither is.'}
          </p>
        ) : (
          <>
            <p class="note is-good">Posted, in both ledgers.</p>
            <Legs operation={posted} members={string.ledgers} isPosted />
          </>
        )}
      </section>
      {preview === undefined ? null : (
        <Dialog
          title={`${verb}: what it would do`}
          isWide
          onClose={() => setPreview(undefined)}
          foot={
            <>
              <button type="button" class="button" onClick={() => setPreview(undefined)}>
                Back to the form
              </button>
              <button
                type="button"
                class="button is-main"
                disabled={posting.isSending}
                onClick={() => void posting.send(preview.sent)}
              >
                {verb} it
              </button>
            </>
          }
        >
          {preview.would === 'replayed' ? (
            <p class="note is-warn">This was already posted: nothing would be posted again.</p>
          ) : null}
          <Legs operation={preview.operation} members={string.ledgers} isPosted={false} />
          {preview.operation.rate === null ? null : (
            <p class="small soft">
              Rate recorded: <strong>{preview.operation.rate}</strong>
            </p>
          )}
          {preview.changes.map(({ code, balances }) => (
            <BalancesPreview
              key={code}
              of={balances}
              caption={`Balances in ${code}, before and after`}
              {...decimalsOf(string.ledgers, code)}
            />
          ))}
          <FormProblem of={posting.problem} />
        </Dialog>
      )}
    </div>
  );
};
