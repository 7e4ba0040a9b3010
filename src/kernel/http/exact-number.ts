/**
 * Tests whether a double holds a JSON number exactly as written: a number with more digits would be rounded silently.
 */

/** A double holds any number with up to this many significant digits. */
export const maxExactDigits = 15;

/** Below this magnitude doubles hold fewer digits (subnormal numbers). */
const minExactMagnitude = 1e-290;

/**
 * Returns whether a double holds the JSON number exactly. `10.50` and `1e2` are exact, `12345678901234567890` and `0.1234567890123456789`
 * are not. An integer beyond the safe integers never is, because a neighbouring integer reads as the same double. The time is proportional
 * to the length of the text.
 */
export const isExactNumber = (text: string): boolean => {
  const value = Number(text);
  const magnitude = Math.abs(value);
  if (magnitude > Number.MAX_SAFE_INTEGER) return false;
  const digits = significantDigits(text);
  if (digits.length <= maxExactDigits && (digits === '' || magnitude >= minExactMagnitude)) return true;
  // The double and the number as written are close to each other, so equal digits imply the same power of ten.
  return digits === significantDigits(String(value));
};

/** Returns the digits from the first to the last that is not zero, without the decimal point; empty for zero. */
const significantDigits = (text: string): string => {
  let first = -1;
  let last = -1;
  let point = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 101 || char === 69) break;
    if (char === 46) point = at;
    else if (char > 48 && char <= 57) {
      if (first < 0) first = at;
      last = at;
    }
  }
  if (first < 0) return '';
  return point > first && point < last
    ? text.slice(first, point) + text.slice(point + 1, last + 1)
    : text.slice(first, last + 1);
};
