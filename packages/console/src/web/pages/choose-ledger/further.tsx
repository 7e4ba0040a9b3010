/**
 * Says which ledgers are listed, if the list may be incomplete. It has a field that opens a ledger by its code, and a button with which
 * administrators read the next page.
 */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { administration } from '../../api/administration';
import type { Answer } from '../../api/answer';
import { every } from '../../api/every';
import { extentOf, furtherLedgers, type FurtherLedgers } from '../../api/ledger-list';
import { mayAs, type Session, type SessionLedger } from '../../api/session';
import { FormProblem, TextField, useSending } from '../../parts/form';

/** The members of a ledger that the list shows. */
export type ListedLedger = Pick<SessionLedger, 'id' | 'tenant_id' | 'tenant_name' | 'code' | 'name' | 'currency'>;

interface FurtherProps {
  readonly session: Session;
  readonly listed: readonly ListedLedger[];
  readonly onFound: (ledgers: readonly ListedLedger[]) => void;
}

export const Further = ({ session, listed, onFound }: FurtherProps) => {
  const [, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [cursor, setCursor] = useState<string>();
  const [isRead, setRead] = useState(false);
  const mayPage = mayAs(session.operator.role, 'admin');
  const paging = useSending(
    async (from: string | undefined): Promise<Answer<FurtherLedgers<ListedLedger>>> => {
      const found = await furtherLedgers(administration.ledgers, new Set(listed.map(({ id }) => id)), from);
      if (!found.ok) return found;
      const names = new Map(listed.map((one) => [one.tenant_id, one.tenant_name]));
      if (found.data.ledgers.some((one) => !names.has(one.tenant_id))) {
        const tenants = await every(administration.tenants);
        if (!tenants.ok) return tenants;
        for (const { id, name } of tenants.data) names.set(id, name);
      }
      const named = found.data.ledgers.map((one) => ({ ...one, tenant_name: names.get(one.tenant_id) ?? '' }));
      return { ...found, data: { ...found.data, ledgers: named } };
    },
    (found) => {
      setCursor(found.cursor);
      setRead(found.cursor === undefined);
      onFound(found.ledgers);
    },
  );
  return (
    <section class="stack" aria-label="Other ledgers">
      <div class="row">
        <span class="soft" role="status">
          {extentOf(listed, isRead, mayPage)}
        </span>
        {mayPage && !isRead ? (
          <button type="button" class="button" disabled={paging.isSending} onClick={() => void paging.send(cursor)}>
            Show more
          </button>
        ) : null}
      </div>
      <FormProblem of={paging.problem} />
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') navigate(`/l/${encodeURIComponent(code.trim())}`);
        }}
      >
        <TextField label="Code or id of a ledger" value={code} onInput={setCode} />
        <button class="button" disabled={code.trim() === ''}>
          Open ledger
        </button>
      </form>
    </section>
  );
};
