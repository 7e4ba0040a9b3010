/** A page that never changes while the process runs: sent compressed, and only to clients that do not have it yet. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** Pages with fewer bytes are not compressed, because compression would save nothing. */
const minCompressedBytes = 1_024;
/** Pages are a tenth larger with this quality than with the highest quality, but compression with the highest quality takes seconds. */
const brotliQuality = 6;

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};

type Encoding = keyof typeof compress;
const encodings: readonly Encoding[] = ['br', 'gzip'];

/** Returns whether compression is worthwhile; images are already compressed. */
const isCompressible = (contentType: string, content: Buffer): boolean =>
  !contentType.startsWith('image/') && content.length >= minCompressedBytes;

/**
 * Answers with the content in the best encoding that the client accepts. Each encoding is created once, off the event
 * loop, at the first request for it, so that it does not delay the start. Caches keep the page and revalidate it each
 * time, unless its name changes with its content.
 */
export const createStaticPage = (
  contentType: string,
  text: string | Buffer,
  { isNamedByContent = false }: { readonly isNamedByContent?: boolean } = {},
): ((context: Context) => Promise<void>) => {
  const content = Buffer.from(text);
  const tag = hash('sha256', content, 'base64url').slice(0, 22);
  const offered = isCompressible(contentType, content) ? encodings : [];
  const made = new Map<Encoding, Promise<Buffer>>();
  const encoded = (encoding: Encoding): Promise<Buffer> => {
    const known = made.get(encoding);
    if (known) return known;
    const making = compress[encoding](content);
    made.set(encoding, making);
    return making;
  };
  return async (context) => {
    const encoding = offered.find((each) => context.acceptsEncodings(each) === each);
    context.status = 200;
    context.set('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, no-cache');
    if (offered.length > 0) context.vary('Accept-Encoding');
    context.etag = encoding === undefined ? tag : `${tag}-${encoding}`;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    context.type = contentType;
    if (encoding !== undefined) context.set('Content-Encoding', encoding);
    context.body = encoding === undefined ? content : await encoded(encoding);
  };
};
