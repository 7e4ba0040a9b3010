/**
 * The reasons why an endpoint did not answer, each as a sentence for the tenant. The sentence contains no addresses, even if the error
 * does.
 */

const sentences: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^ECONNREFUSED$/, 'The endpoint refused the connection.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/, 'The endpoint cannot be reached.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'The endpoint closed the connection before its answer was complete.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are larger than 16 KiB.'],
  [/^HPE_/, 'The answer of the endpoint is not HTTP.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the endpoint is for another host name.'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'No secure connection to the endpoint could be made.'],
  [/CERT|SIGNATURE|ISSUER|CRL/, 'The certificate of the endpoint is not valid.'],
];

const otherwise = 'The endpoint gave no answer.';

export const reasonOf = (error: unknown): string => {
  const { code } = Object(error) as { readonly code?: unknown };
  return sentences.find(([pattern]) => pattern.test(String(code)))?.[1] ?? otherwise;
};
