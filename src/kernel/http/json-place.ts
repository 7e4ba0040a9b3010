/**
 * Finds the path to a place in a JSON text. It is called only after a fault was found, so that it costs valid bodies
 * nothing.
 */

/**
 * Returns the names and indexes that lead to the value or the colon at `end`, such as `['entries', '0', 'amount']`. The
 * text must be JSON. Returns an empty list if the text is not an object, because its parts then have no names.
 */
export const placeOf = (text: string, end: number): readonly string[] => {
  const steps: (string | number)[] = [];
  let quoted = '';
  for (let at = 0; at <= end; at++) {
    const last = steps.length - 1;
    const step = steps[last];
    switch (text.charAt(at)) {
      case '{':
        steps.push('');
        break;
      case '[':
        steps.push(0);
        break;
      case '}':
      case ']':
        steps.pop();
        break;
      case ',':
        if (typeof step === 'number') steps[last] = step + 1;
        break;
      case ':':
        steps[last] = JSON.parse(quoted) as string;
        break;
      case '"': {
        const start = at;
        for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
        quoted = text.slice(start, at + 1);
        break;
      }
    }
  }
  return typeof steps[0] === 'number' ? [] : steps.map(String);
};
