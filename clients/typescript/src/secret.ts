/** Reads the secret of a webhook endpoint. An empty or damaged secret is an error: anybody could guess it and sign messages. */
const prefix = 'whsec_';

export const secretOf = (bytes: Uint8Array): string => prefix + toBase64(bytes);

/**
 * Returns the bytes of the secret. Throws a `TypeError` unless the secret is `whsec_` followed by at least one byte in base64. The error
 * does not contain the secret.
 */
export const bytesOfSecret = (secret: string): Uint8Array<ArrayBuffer> => {
  const text = typeof secret === 'string' && secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const bytes = fromBase64(text);
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(
      `The secret of a webhook is ${prefix} and base64, as the ledger gave it. Is the variable that holds it set?`,
    );
  return bytes;
};

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Decodes base64. Returns undefined if the text is not canonical base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};
