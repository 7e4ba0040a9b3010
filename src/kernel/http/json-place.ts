/** The path to a place in a JSON text. It is only asked for once a fault is found, so that reading a body costs nothing more. */

/**
 * The names and indexes that lead to the value or the colon at `end`, such as `['entries', '0', 'amount']`. The text must be
 * JSON. Empty where the text is no object: its parts have no names.
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
