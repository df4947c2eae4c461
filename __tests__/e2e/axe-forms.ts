import type { Page } from 'playwright/test';
import { firstInQueue } from './moderation-queue';
import { expect, refusal } from './site';

export type State = {
  name: string;
  path: string;
  /** The demo account of the viewer. */
  as?: string;
  prepare?: (page: Page) => Promise<unknown>;
};

/** Opens the form for the first product in the queue with the keyboard shortcuts of the queue. */
async function editFirst(page: Page) {
  await expect(firstInQueue(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
}

/** Forms that open inside a page. */
export const formStates = ({ member, moderator }: Record<'member' | 'moderator', string>): State[] => [
  {
    name: 'claim',
    path: '/tool/vite',
    as: member,
    async prepare(page) {
      const claim = { id: '7', host: 'vite.dev', status: 'open', token: 'a'.repeat(32) };
      await page.route('**/user/private/products/*/claim', (route) =>
        route.fulfill({
          json: {
            ...{ isError: false, host: 'vite.dev', takesMeta: true },
            claim: { ...claim, method: null, verifiedAt: null },
          },
        }),
      );
      await page.getByText('Is this yours? Claim this tool').click();
      await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible();
    },
  },
  { name: 'edit in the queue', path: '/moderation', as: moderator, prepare: editFirst },
  {
    name: 'conflict in the queue',
    path: '/moderation',
    as: moderator,
    async prepare(page) {
      await page.route('**/api/moderation/products/*', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 409, json: refusal('conflict') })
          : route.fallback(),
      );
      await editFirst(page);
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await expect(page.getByText('What changed since you opened the form')).toBeVisible();
    },
  },
];
