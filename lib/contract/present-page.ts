import * as z from 'zod/mini';
import { defineCall } from './call';
import { byId } from './submission';

export const PRESENT_PAGE_LIMITS = {
  /** How long what a page says is kept. */
  pageMinutes: 10,
  pagesMax: 500,
} as const;

export const presentPage = z.object({
  /** Where the redirects have led. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  /** The icon of the site, and the image that the page names, if it is wide enough for a screenshot. */
  iconURL: z.optional(z.string()),
  screenshotURL: z.optional(z.string()),
  readAt: z.iso.datetime(),
  /** Why the page could not be read. */
  problem: z.optional(z.string()),
});
export type PresentPage = z.infer<typeof presentPage>;

export const readPresentPageCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/page',
  summary:
    'What the page at the URL of a product says now, with its icon and screenshot. Kept for ten minutes.',
  access: 'moderator',
  limits: ['moderateByUser'],
  params: byId,
  answer: presentPage,
  errors: ['not_found'],
});
