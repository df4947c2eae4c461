import type { ServerResponse } from 'node:http';
import type { GetServerSideProps } from 'next';
import { NewsletterView, type NewsletterViewProps } from '@/components/newsletter/newsletter-view';
import { ApiFailure, call } from '@/lib/api/http';
import { ERROR_STATUS } from '@/lib/contract/errors';
import {
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  NEWSLETTER_LIMITS,
} from '@/lib/contract/newsletter';
import { allowSharedCaching, setFailureStatus } from '@/lib/pages/load-page';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

const { confirmationHours } = NEWSLETTER_LIMITS;

/** Why a link or a form failed. */
function failureOf(code: string) {
  switch (code) {
    case 'gone':
      return {
        title: t('newsletter.expired', 'This link has expired'),
        message: t(
          'newsletter.expiredHelp',
          "Confirmation links work for {confirmationHours} hours. Subscribe again and we'll send you a new one.",
          { confirmationHours },
        ),
      };
    case 'not_found':
      return {
        title: t('newsletter.unknownLink', "We don't recognize this link"),
        message: t(
          'newsletter.unknownLinkHelp',
          'Was the whole link copied? If in doubt, subscribe again and use the link in the newest email.',
        ),
      };
    case 'bad_request':
      return {
        title: t('newsletter.badEmail', "That email didn't work"),
        message: t('newsletter.badEmailHelp', 'Check it for typos and try again.'),
      };
    case 'rate_limited':
      return {
        title: t('newsletter.tooMany', 'Too many attempts'),
        message: t(
          'newsletter.tooManyHelp',
          'There were too many attempts from your connection. Wait half an hour and try again.',
        ),
      };
    default:
      return {
        title: t('newsletter.failed', "That didn't work"),
        message: t('newsletter.failedHelp', "This one's on us. Try again in a minute."),
      };
  }
}

const failed = (code: string): NewsletterViewProps => ({ view: 'failed', ...failureOf(code) });

export const getServerSideProps: GetServerSideProps<NewsletterViewProps> = async ({ query, res }) => {
  const { token, preferences, unsubscribe, state, error } = query;
  if (typeof unsubscribe === 'string') return { props: { view: 'unsubscribe', token: unsubscribe } };
  if (typeof preferences === 'string') return { props: await findPreferences(preferences, res) };
  if (typeof token === 'string') return { props: await findConfirmation(token, res) };
  allowSharedCaching(res);
  if (typeof error === 'string') return { props: failed(error) };
  if (state === 'unchosen') return { props: { view: 'unchosen', tagsMax: NEWSLETTER_LIMITS.tagsMax } };
  if (state === 'sent') return { props: { view: 'sent', confirmationHours } };
  if (state === 'confirmed' || state === 'chosen' || state === 'unsubscribed')
    return { props: { view: state } };
  return { props: { view: env.offersNewsletter ? 'subscribe' : 'closed' } };
};

function findConfirmation(token: string, res: ServerResponse): Promise<NewsletterViewProps> {
  return readLink(res, async () => {
    const { email, confirmed } = await call(findNewsletterConfirmationCall, { query: { token } });
    return confirmed ? { view: 'confirmed' } : { view: 'confirm', token, email };
  });
}

function findPreferences(token: string, res: ServerResponse): Promise<NewsletterViewProps> {
  return readLink(res, async () => {
    const found = await call(findNewsletterPreferencesCall, { query: { token } }).catch((error: unknown) => {
      if (error instanceof ApiFailure && error.code === 'gone') return undefined;
      throw error;
    });
    if (!found) return { view: 'unsubscribed' };
    const { email, tags } = found;
    return { view: 'preferences', token, email, tags, tagsMax: NEWSLETTER_LIMITS.tagsMax };
  });
}

/** What a link shows, or why it does not work. */
async function readLink(
  res: ServerResponse,
  read: () => Promise<NewsletterViewProps>,
): Promise<NewsletterViewProps> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'internal') throw error;
    if (error.code === 'unavailable') {
      setFailureStatus(res, 'unavailable');
      return { view: 'unavailable' };
    }
    const code = error.code === 'gone' ? 'gone' : 'not_found';
    res.statusCode = ERROR_STATUS[code];
    return failed(code);
  }
}

export default function NewsletterPage(props: NewsletterViewProps) {
  return <NewsletterView {...props} />;
}
