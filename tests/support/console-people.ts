/** People who use the console in a test, and their ways to sign in. */
import type { Page } from 'playwright-core';
import type { TenantId } from '../../src/kernel/ids';
import type { Access } from '../../src/modules/access';
import type { Visitor } from './browser';
import { expected } from './ledger';

export const goodPassword = 'seventeen quiet ledgers';

export interface Person {
  readonly id: string;
  readonly email: string;
  /** The link of the invitation, as an e-mail would contain it. */
  readonly invitation: string;
}

let invited = 0;

export const invite = async (
  access: Access,
  role: 'viewer' | 'bookkeeper' | 'admin',
  tenantId: TenantId | null = null,
): Promise<Person> => {
  invited += 1;
  const email = `${role}-${invited}@example.com`;
  const { operator, url } = expected(
    await access.operators.invite({ email, name: `${role} ${invited}`, role, tenantId }, 'test'),
  );
  const { pathname, hash } = new URL(url);
  return { id: operator.id, email, invitation: pathname + hash };
};

/** Opens the link and sets the password on the page. */
export const enterByLink = async (page: Page, { invitation }: Person, password = goodPassword): Promise<void> => {
  await page.goto(invitation);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor({ state: 'detached' });
};

/** Signs in without showing a page, for tests of the pages after the sign-in: the browser gets its session directly. */
export const enter = async (
  { page }: Pick<Visitor, 'page'>,
  baseUrl: string,
  { invitation }: Person,
): Promise<void> => {
  const token = invitation.split('#')[1];
  const answer = await page.context().request.post('/console/invitation', {
    data: { token, password: goodPassword },
    headers: { Origin: baseUrl },
  });
  if (answer.status() !== 200) throw new Error(`nobody is let in: ${answer.status()} ${await answer.text()}`);
};

export const signIn = async (page: Page, { email }: Person, password = goodPassword): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
