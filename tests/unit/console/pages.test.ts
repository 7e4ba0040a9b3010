/** The table of pages: each address is one page's, and the navigation lists it once. */
import { navigation, pages } from '../../../src/console/web/pages';

test('no address is two pages, and no title stands twice in the navigation', () => {
  const paths = pages.map(({ path }) => path.replaceAll(/:[^/]+/g, ':'));
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  const titles = navigation.flatMap(({ entries }) => entries.map(({ title }) => title));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
