/** Names of tenants and of keys. They are also checked here, because on the command line no codec checks them. */
import { isBlank, steers } from '../../../kernel/wording';

export const maxNameLength = 255;

/**
 * Returns what is wrong with the name, as the end of a sentence that begins with "name"; undefined if nothing is. The length counts code
 * points.
 */
export const complaintAboutName = (name: string): string | undefined => {
  if (name === '') return 'must not be empty';
  // PostgreSQL refuses NUL, and would silently replace a lone surrogate.
  if (name.includes('\0') || !name.isWellFormed()) return 'must not contain a NUL character or a lone surrogate';
  if (isBlank(name)) return 'must not be white space only';
  if (steers(name)) return 'must not contain control characters, or characters that change the direction of text';
  if (name.length > maxNameLength && [...name].length > maxNameLength)
    return `must have at most ${maxNameLength} characters`;
  return undefined;
};
