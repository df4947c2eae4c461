import { Hono } from 'hono';
import {
  confirmNewsletterCall,
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  subscribeToNewsletterCall,
  unsubscribeFromNewsletterCall,
  unsubscribeWithOneClickCall,
  updateNewsletterPreferencesCall,
} from '@/lib/contract/newsletter';
import {
  confirmNewsletter,
  findNewsletterConfirmation,
  findNewsletterPreferences,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
  updateNewsletterPreferences,
} from '@/server/commands/newsletter/subscribe';
import type { AppEnv } from '@/server/context';
import { endpoint, siteLocation } from '@/server/http/endpoint';
import { t } from '@/lib/texts/texts';

export const newsletterRoutes = new Hono<AppEnv>();

endpoint(
  newsletterRoutes,
  subscribeToNewsletterCall,
  async (c, { body: { email, list, hp } }) => {
    // Only a bot fills the hidden field. It gets the same response, and nothing is stored.
    if (hp === '') await subscribeToNewsletter(c.var.deps, { email, list });
    return {
      message: t(
        'newsletter.confirmationSent',
        'Almost there! Please click the link in the email we sent you. We send one a day at most.',
      ),
    };
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
    return { message: t('newsletter.subscribed', "You're subscribed." /* an answer */) };
  },
  { formPage: (refusal) => (refusal ? `/newsletter?error=${refusal.code}` : '/newsletter?state=confirmed') },
);

endpoint(
  newsletterRoutes,
  unsubscribeFromNewsletterCall,
  async (c, { body }) => {
    await unsubscribeFromNewsletter(c.var.deps, body.token);
    return { message: t('newsletter.isUnsubscribed', "You're unsubscribed." /* an answer */) };
  },
  {
    formPage: (refusal) => (refusal ? `/newsletter?error=${refusal.code}` : '/newsletter?state=unsubscribed'),
  },
);

endpoint(newsletterRoutes, unsubscribeWithOneClickCall, async (c, { query }) => {
  await unsubscribeFromNewsletter(c.var.deps, query.token);
  return { message: t('newsletter.isUnsubscribed', "You're unsubscribed." /* an answer */) };
});

/** A mail program without one-click unsubscription opens the same URL in a browser, which gets the page with the button. */
newsletterRoutes.get(unsubscribeWithOneClickCall.path, (c) => {
  const query = new URLSearchParams({ unsubscribe: c.req.query('token') ?? '' });
  return c.redirect(siteLocation(c, `/newsletter?${query.toString()}`), 303);
});

endpoint(newsletterRoutes, findNewsletterPreferencesCall, (c, { query }) =>
  findNewsletterPreferences(c.var.deps, query.token),
);

endpoint(
  newsletterRoutes,
  updateNewsletterPreferencesCall,
  async (c, { body: { token, scope, tags } }) => {
    await updateNewsletterPreferences(c.var.deps, token, scope === 'all' ? null : [tags].flat());
    return { message: t('newsletter.tagsSaved', 'Saved. The next issue follows your choice.') };
  },
  {
    formPage(refusal) {
      if (!refusal) return '/newsletter?state=chosen';
      if (refusal.code === 'gone') return '/newsletter?state=unsubscribed';
      return refusal.code === 'bad_request'
        ? '/newsletter?state=unchosen'
        : `/newsletter?error=${refusal.code}`;
    },
  },
);
