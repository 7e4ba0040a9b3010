/**
 * The start options of a connection. If a URL has `?options=`, the driver ignores the options that it is given beside
 * the URL: a URL with one setting of its own would silently lose our role and every timeout. So the URL's options are
 * removed from it and put first; of two values for one setting the server uses the later one.
 */
export const withStartupOptions = (
  url: string,
  settings: Readonly<Record<string, string>>,
): { readonly url: string; readonly options: string } => {
  const [address = '', query = ''] = splitOnce(url, '?');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const rest = parameters.filter((parameter) => !isOptions(parameter));
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    url: rest.length === 0 ? address : `${address}?${rest.join('&')}`,
    options: [...new URLSearchParams(query).getAll('options'), ...own].join(' '),
  };
};

const isOptions = (parameter: string): boolean => new URLSearchParams(parameter).has('options');

const splitOnce = (text: string, separator: string): readonly string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};
