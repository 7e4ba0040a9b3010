/** The keyboard on a page of the console: the elements that Tab reaches, and the dialogs that open above the page and close again. */
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser';
import { turnedAround } from './console-world';

/** The script that `visit` runs in each page, which answers questions about the focus. */
export const keyboardInPage = resolve(__dirname, 'keyboard-in-page.js');

interface Walked {
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
  readonly outside: readonly string[];
}

/** Tab stops several times in some fields, for example at each part of a date. */
const mostStopsEach = 5;

/** Presses Tab until the focus has been everywhere below the root. Returns the faults, one line each. */
export const walk = async (page: Page, root: 'body' | 'main' | 'dialog[open]'): Promise<readonly string[]> => {
  const count = await page.evaluate<number>(`keyboard.begin('${root}')`);
  for (let pressed = 1; pressed < count * mostStopsEach + 10; pressed++) {
    // Holds the key down, like a person in a hurry.
    await page.keyboard.down('Tab');
    if (pressed >= count && (await page.evaluate<boolean>('keyboard.isRound()'))) break;
  }
  await page.keyboard.up('Tab');
  const { missed, unseen, outside } = await page.evaluate<Walked>('keyboard.end()');
  return [
    ...missed.map((name) => `${name} is not reached`),
    ...unseen.map((name) => `${name} does not show that it is reached`),
    ...outside.map((name) => `${name} is reached although a window is above it`),
  ];
};

const isOpen = (page: Page): Promise<boolean> => page.locator('dialog[open]').isVisible();

/** Buttons that the test does not press: those with a lasting effect, those that open the same dialog on every page, and "Sign out". */
const leftAlone = /"(Live|Follow live|As code|Copy.*|Sign out)"$/;
/** The name without numbers and months. If the names of several buttons differ only in these, the test presses one of the buttons. */
const alike = (name: string): string => name.replaceAll(/\d+|\b[A-Z][a-z]{2}\b/g, '');

/**
 * Presses each button of the page, and checks each dialog that opens: Tab stays inside it, Escape and its own button close it, and the
 * focus then returns to the pressed button. Returns the faults, and adds the titles of the dialogs to `titles`.
 */
export const openEach = async (visitor: Visitor, address: string, titles: Set<string>): Promise<readonly string[]> => {
  const { page, settled } = visitor;
  const faults: string[] = [];
  const names = await page.evaluate<readonly string[]>('keyboard.openers()');
  const pressed = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (leftAlone.test(name) || pressed.has(alike(name))) continue;
    pressed.add(alike(name));
    if (!(await page.evaluate<boolean>(`keyboard.isThere(${index})`))) {
      // If an earlier button has changed the page, loads the page again.
      await page.goto(address);
      await settled();
      const now = await page.evaluate<readonly string[]>('keyboard.openers()');
      if (now[index] !== name) continue;
    }
    await page.evaluate(`keyboard.focus(${index})`);
    await page.keyboard.press('Enter');
    await settled();
    if (!(await isOpen(page))) continue;
    const title = await page.locator('dialog[open] h2').first().innerText();
    titles.add(title);
    const complain = (fault: string) => faults.push(`${name} opens ${title.slice(0, 40)}: ${fault}`);
    for (const turned of await page.evaluate<readonly string[]>(turnedAround))
      complain(`what stands behind a text is turned around: ${turned}`);
    (await walk(page, 'dialog[open]')).forEach(complain);
    const closed = async (way: string): Promise<void> => {
      if (await isOpen(page)) complain(`it is not closed by ${way}`);
      else if (!(await page.evaluate<boolean>(`keyboard.hasFocus(${index})`)))
        complain(`closed by ${way}, it gives the focus to ${await page.evaluate('keyboard.focused()')}`);
    };
    await page.keyboard.press('Escape');
    await closed('Escape');
    await page.keyboard.press('Enter');
    // If the dialog has several buttons, the first one is "Cancel".
    const buttons = page.locator('dialog[open] footer button');
    if ((await buttons.count()) < 2) await page.keyboard.press('Escape');
    else {
      await buttons.first().press('Enter');
      await closed('its button');
    }
  }
  return faults;
};
