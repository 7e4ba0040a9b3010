/** Checkboxes for event types. If none is checked, all types are meant. */
import { eventTypes, groupsOfTypes, inWords, type EventType } from './subject';

interface EventTypesProps {
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
}

export const EventTypes = ({ chosen, onChange }: EventTypesProps) => {
  const turn = (types: readonly EventType[], isOn: boolean): void =>
    onChange(eventTypes.filter((type) => (types.includes(type) ? isOn : chosen.includes(type))));
  return (
    <div class="event-types">
      {[...groupsOfTypes].map(([group, types]) => (
        <fieldset key={group}>
          <legend>{inWords(group)}</legend>
          {types.map((type) => (
            <label key={type} class="check">
              <input
                type="checkbox"
                checked={chosen.includes(type)}
                onChange={(event) => turn([type], event.currentTarget.checked)}
              />
              <span>{inWords(type.slice(group.length + 1))}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
};
