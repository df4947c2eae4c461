import * as z from 'zod/mini';
import { defineCall } from './call';
import { text } from '@/lib/texts/texts';

/** What the texts about privacy and the terms of use depend on. */
const siteFacts = z.object({
  /** Who runs the site. Empty for each that the owner does not state. */
  operator: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  /** Where people subscribe to the newsletter: here, at a service that the form posts to, or nowhere. */
  newsletter: z.enum(['here', 'elsewhere', 'none']),
  sendsEmails: z.boolean(),
  /** Whether another server delivers the emails. */
  hasMailServer: z.boolean(),
  hasImageBucket: z.boolean(),
  /** Whether search engines are told of changed pages, and a hub of changed feeds. */
  tellsSearchEngines: z.boolean(),
  tellsHub: z.boolean(),
  hasWebhooks: z.boolean(),
  /** Whether accounts of Google and Github sign in through Firebase. */
  signsInByFirebase: z.boolean(),
  keepsPagesOffline: z.boolean(),
  /** How long the log of requests is kept. 0: requests are not logged. */
  logDays: z.int(),
  /** How long a scheduled backup is kept. 0: none is scheduled. */
  backupDays: z.int(),
});
export type SiteFacts = z.infer<typeof siteFacts>;

export const findSiteFactsCall = defineCall({
  method: 'get',
  path: '/facts',
  summary: text('calls.findSiteFacts', 'What the texts about privacy and the terms of use depend on.'),
  answer: siteFacts,
  errors: [],
});
