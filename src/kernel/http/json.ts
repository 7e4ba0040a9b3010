/**
 * JSON as it may come from anywhere: `JSON.parse` keeps the last of two members with one name and nests without end,
 * so both are looked for before it is trusted. `__proto__` and `constructor` stay plain own members.
 */
export const maxJsonDepth = 16;

export type JsonFault = 'malformed' | 'too deep' | 'duplicate member';
export type ParsedJson = { readonly value: unknown } | { readonly fault: JsonFault; readonly where?: string };

export const parseJson = (text: string): ParsedJson => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'malformed' };
  }
  return faultOf(text) ?? { value };
};

const quote = 34;
const backslash = 92;
const colon = 58;

/** Walks a text that is known to be JSON once, with one set of names for each open object. */
const faultOf = (text: string): { fault: JsonFault; where?: string } | undefined => {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      const start = at + 1;
      let escaped = false;
      for (at = start; text.charCodeAt(at) !== quote; at++)
        if (text.charCodeAt(at) === backslash) {
          escaped = true;
          at++;
        }
      const names = open[open.length - 1];
      if (names === undefined || !isFollowedByColon(text, at + 1)) continue;
      const raw = text.slice(start, at);
      const name = escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
      if (names.has(name)) return { fault: 'duplicate member', where: name };
      names.add(name);
    } else if (char === 123 || char === 91) {
      open.push(char === 123 ? new Set() : undefined);
      if (open.length > maxJsonDepth) return { fault: 'too deep' };
    } else if (char === 125 || char === 93) open.pop();
  }
  return undefined;
};

const isFollowedByColon = (text: string, from: number): boolean => {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === colon;
};
