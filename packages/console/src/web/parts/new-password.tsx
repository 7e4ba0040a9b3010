/** The field for a new password. The field checks only the length, so that the person sees this mistake before the service refuses it. */
import type { Problem } from '../api/answer';
import { TextField } from './form';

export const shortestPassword = 12;
const longEnoughForYears = 24;

const words = (length: number): string => {
  if (length === 0) return `At least ${shortestPassword} characters. A few random words are easy to remember.`;
  if (length < shortestPassword) return `${shortestPassword - length} more`;
  if (length < 16) return 'Long enough';
  return length < longEnoughForYears ? 'Good' : 'Excellent';
};

interface NewPasswordProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem: Problem | undefined;
  readonly isFocused?: boolean;
}

export const NewPassword = ({ label, name, value, onInput, problem, isFocused }: NewPasswordProps) => (
  <div class="stack">
    <TextField
      label={label}
      type="password"
      name={name}
      value={value}
      onInput={onInput}
      autoComplete="new-password"
      problem={problem}
      isRequired
      {...(isFocused ? { isFocused } : {})}
    />
    <div class={`strength${value.length >= shortestPassword ? ' is-enough' : ''}`}>
      <progress
        aria-label="Password length"
        max={longEnoughForYears}
        value={Math.min(value.length, longEnoughForYears)}
      />
      <span aria-live="polite">{words(value.length)}</span>
    </div>
  </div>
);
