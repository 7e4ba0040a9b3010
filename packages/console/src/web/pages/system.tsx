/** The page about the service itself: its version, its present state, and its settings. */
import { useEffect } from 'preact/hooks';
import { administration } from '../api/administration';
import { call } from '../api/client';
import type { Answer } from '../api/answer';
import { useAnswer } from '../api/use-answer';
import { Badge } from '../parts/labels';
import { Page } from '../parts/page';
import { Answered, Loading } from '../parts/states';
import { partsOf, readableName } from './administration/system-facts';
import './administration/administration.css';

const lookAgainMs = 5000;

type Readiness = Readonly<Record<string, string | number | null>>;

/** Reads /readyz. Its answers have no envelope, and an answer with the status 503 has a body too. */
const readiness = async (): Promise<Answer<Readiness>> => {
  try {
    const response = await fetch('/readyz', { credentials: 'same-origin' });
    const data = (await response.json()) as Readiness;
    return { ok: true, data, pagination: undefined, meta: undefined };
  } catch {
    return call<Readiness>('GET', '/readyz');
  }
};

export const System = () => {
  const system = useAnswer('system', () => administration.system());
  const ready = useAnswer('readyz', readiness);
  const { reload } = ready;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <Page title="System" under="Status of the process that served this page; there may be others">
      <section class="part">
        <h2>Now</h2>
        {ready.data === undefined ? <Loading what="Loading the status" /> : <Health of={ready.data} />}
      </section>
      <Answered by={system}>
        {(data) => (
          <div class="columns">
            {partsOf(data).map(({ title, facts }) => (
              <section key={title} class="part">
                <h2>{title}</h2>
                <dl class="facts">
                  {facts.map(({ name, value }) => (
                    <Line key={name} name={name} value={value} />
                  ))}
                </dl>
              </section>
            ))}
          </div>
        )}
      </Answered>
    </Page>
  );
};

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{/^[A-Z0-9_]+$/.test(name) ? <code>{name}</code> : name}</dt>
    <dd>{value}</dd>
  </>
);

const Health = ({ of: health }: { readonly of: Readiness }) => (
  <ul class="health">
    {Object.entries(health).map(([name, value]) => (
      <li key={name}>
        <span class="small soft">{readableName(name)}</span>
        {value === 'ok' || value === 'ready' ? (
          <Badge tone="good">{value}</Badge>
        ) : typeof value === 'number' ? (
          <strong>{value.toLocaleString('en')}</strong>
        ) : value === null ? (
          <span class="soft">–</span>
        ) : (
          <strong class="health-amiss">{value}</strong>
        )}
      </li>
    ))}
  </ul>
);
