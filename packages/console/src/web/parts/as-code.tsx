/** Shows the API requests of the page as curl commands or TypeScript, so that a person can copy them. */
import { useState } from 'preact/hooks';
import { recordedRequests } from '../api/recorded-requests';
import { asCurl, asTypeScript, isAdministration, type RecordedRequest } from '../api/as-code';
import { useStore } from '../api/store';
import { Drawer } from './dialog';
import { foreignText } from './foreign-text';
import { Icon } from './icon';
import { Copy } from './labels';

/**
 * A text that is copied unchanged. For display, characters that are invisible or change the direction of text are replaced by their code
 * points.
 */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="code-block">
    <pre tabIndex={0} aria-label={label}>
      {foreignText(text)}
    </pre>
    <Copy text={text} label={`Copy ${label}`} />
  </div>
);

const languages = [
  { name: 'curl', write: asCurl },
  { name: 'TypeScript', write: asTypeScript },
] as const;

export const AsCode = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button is-plain is-small" onClick={() => setOpen(true)}>
        <Icon name="code" /> As code
      </button>
      {isOpen ? <AsCodeDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const AsCodeDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const questions = useStore(recordedRequests);
  const [language, setLanguage] = useState<(typeof languages)[number]>(languages[0]);
  return (
    <Drawer title="This page as code" onClose={onClose}>
      <p class="prose">
        The API requests of this page, in the order in which they were sent. Put a key of this ledger in{' '}
        <code>LEDGER_KEY</code>
        {questions.some(isAdministration) ? (
          <>
            , and an administrator key in <code>LEDGER_ADMIN_KEY</code>
          </>
        ) : null}
        .
      </p>
      <div class="row" role="group" aria-label="Language">
        {languages.map((one) => (
          <button
            key={one.name}
            type="button"
            class={`button is-small${one === language ? ' is-main' : ''}`}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {one.name}
          </button>
        ))}
      </div>
      {questions.length === 0 ? <p class="soft">This page sent no request.</p> : null}
      {questions.map((question) => (
        <Question key={`${question.method} ${question.path} ${question.query}`} of={question} write={language.write} />
      ))}
    </Drawer>
  );
};

const Question = ({
  of: question,
  write,
}: {
  readonly of: RecordedRequest;
  readonly write: (request: RecordedRequest) => string;
}) => (
  <section class="stack">
    <h3>
      <code>
        {question.method} {question.path}
      </code>
    </h3>
    <CodeBlock text={write(question)} label={`${question.method} ${question.path}`} />
  </section>
);
