import { Hono } from 'hono';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
} from '@/lib/contract/newsletter';
import {
  confirmNewsletter,
  findNewsletterConfirmation,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '@/server/commands/newsletter';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';

export const newsletterRoutes = new Hono<AppEnv>();

endpoint(
  newsletterRoutes,
  subscribeToNewsletterCall,
  async (c, { body: { email, list, hp } }) => {
    // Only a bot fills the hidden field. It gets the same response, and nothing is stored.
    if (hp === '') await subscribeToNewsletter(c.var.deps, { email, list });
    return { message: 'Almost there! Please click the link in the email we sent you.' };
  },
  { formPage: (refusal) => (refusal ? `/newsletter?error=${refusal.code}` : '/newsletter?state=sent') },
);

endpoint(newsletterRoutes, findNewsletterConfirmationCall, async (c, { query }) => {
  const { email, status } = await findNewsletterConfirmation(c.var.deps, query.token);
  return { email, confirmed: status === 'confirmed' };
});

endpoint(
  newsletterRoutes,
  confirmNewsletterCall,
  async (c, { body }) => {
    await confirmNewsletter(c.var.deps, body.token);
    return { message: "You're subscribed." };
  },
  { formPage: (refusal) => (refusal ? `/newsletter?error=${refusal.code}` : '/newsletter?state=confirmed') },
);

endpoint(
  newsletterRoutes,
  unsubscribeFromNewsletterCall,
  async (c, { body }) => {
    await unsubscribeFromNewsletter(c.var.deps, body.token);
    return { message: "You're unsubscribed." };
  },
  {
    formPage: (refusal) => (refusal ? `/newsletter?error=${refusal.code}` : '/newsletter?state=unsubscribed'),
  },
);
