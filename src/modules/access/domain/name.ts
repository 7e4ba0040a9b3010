/** Names of tenants and of keys. They come from the command line too, so that no codec has looked at them. */

export const maxNameLength = 255;

/** What is wrong with the name, as the end of "name …", or undefined. Its length counts code points. */
export const complaintAboutName = (name: string): string | undefined => {
  if (name === '') return 'must not be empty';
  // PostgreSQL keeps no NUL, and would turn a lone surrogate into something else without a word.
  if (name.includes('\0') || !name.isWellFormed()) return 'must not contain a NUL character or a lone surrogate';
  if (name.length > maxNameLength && [...name].length > maxNameLength)
    return `must have at most ${maxNameLength} characters`;
  return undefined;
};
