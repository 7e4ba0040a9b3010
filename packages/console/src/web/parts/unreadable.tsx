/** Shown in place of figures if the page's address has parameters that cannot be read. */
import { useQuery } from '../api/place';

interface UnreadableProps {
  readonly of: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly cure: string;
  }[];
}

export const Unreadable = ({ of: parameters }: UnreadableProps) => {
  const query = useQuery();
  return (
    <div class="note is-bad stack" role="alert">
      <p>Nothing is shown, because the page cannot read a part of its address.</p>
      <ul>
        {parameters.map(({ name, label, value, cure }) => (
          <li key={name}>
            {label}: <bdi>“{value}”</bdi> cannot be read. {cure}
          </li>
        ))}
      </ul>
      <p>
        <button
          type="button"
          class="button is-small"
          onClick={() => query.set(Object.fromEntries(parameters.map(({ name }) => [name, null])))}
        >
          {parameters.length === 1 ? 'Remove it' : 'Remove them'}
        </button>
      </p>
    </div>
  );
};
