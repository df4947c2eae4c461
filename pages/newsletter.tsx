import type { ServerResponse } from 'node:http';
import type { ComponentProps } from 'react';
import type { GetServerSideProps } from 'next';
import { FailurePage, MessagePage } from '@/components/layout/message-page';
import { NewsletterForm } from '@/components/newsletter/newsletter-form';
import {
  NewsletterPreferencesForm,
  NewsletterTokenForm,
} from '@/components/newsletter/newsletter-link-forms';
import { buttonClasses } from '@/components/ui/button';
import { ApiFailure, call } from '@/lib/api/http';
import { ERROR_STATUS } from '@/lib/contract/errors';
import {
  findNewsletterConfirmationCall,
  findNewsletterPreferencesCall,
  NEWSLETTER_LIMITS,
} from '@/lib/contract/newsletter';
import { allowSharedCaching, setFailureStatus } from '@/lib/pages/load-page';
import { env } from '@/lib/env';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type Failure = { title: string; message: string };

type NewsletterPageProps =
  | { view: 'subscribe' | 'closed' | 'confirmed' | 'chosen' | 'unsubscribed' | 'unavailable' }
  | { view: 'sent'; confirmationHours: number }
  | { view: 'unchosen'; tagsMax: number }
  | { view: 'confirm'; token: string; email: string }
  | { view: 'unsubscribe'; token: string }
  | ({ view: 'preferences' } & ComponentProps<typeof NewsletterPreferencesForm> & { email: string })
  | ({ view: 'failed' } & Failure);

const { confirmationHours } = NEWSLETTER_LIMITS;

const failures = new Map<string, Failure>([
  [
    'gone',
    {
      get title() {
        return t('newsletter.expired', 'This link has expired');
      },
      get message() {
        return t(
          'newsletter.expiredHelp',
          "Confirmation links work for {confirmationHours} hours. Subscribe again and we'll send you a new one.",
          { confirmationHours },
        );
      },
    },
  ],
  [
    'not_found',
    {
      get title() {
        return t('newsletter.unknownLink', "We don't recognize this link");
      },
      get message() {
        return t(
          'newsletter.unknownLinkHelp',
          'Was the whole link copied? If in doubt, subscribe again and use the link in the newest email.',
        );
      },
    },
  ],
  [
    'bad_request',
    {
      get title() {
        return t('newsletter.badEmail', "That email didn't work");
      },
      get message() {
        return t('newsletter.badEmailHelp', 'Check it for typos and try again.');
      },
    },
  ],
  [
    'rate_limited',
    {
      get title() {
        return t('newsletter.tooMany', 'Too many attempts');
      },
      get message() {
        return t(
          'newsletter.tooManyHelp',
          'There were too many attempts from your connection. Wait half an hour and try again.',
        );
      },
    },
  ],
]);
const otherFailure = {
  get title() {
    return t('newsletter.failed', "That didn't work");
  },
  get message() {
    return t('newsletter.failedHelp', "This one's on us. Try again in a minute.");
  },
};

const failed = (code: string): NewsletterPageProps => ({
  view: 'failed',
  ...(failures.get(code) ?? otherFailure),
});

export const getServerSideProps: GetServerSideProps<NewsletterPageProps> = async ({ query, res }) => {
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

function findConfirmation(token: string, res: ServerResponse): Promise<NewsletterPageProps> {
  return readLink(res, async () => {
    const { email, confirmed } = await call(findNewsletterConfirmationCall, { query: { token } });
    return confirmed ? { view: 'confirmed' } : { view: 'confirm', token, email };
  });
}

function findPreferences(token: string, res: ServerResponse): Promise<NewsletterPageProps> {
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
  read: () => Promise<NewsletterPageProps>,
): Promise<NewsletterPageProps> {
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

export default function NewsletterPage(props: NewsletterPageProps) {
  switch (props.view) {
    case 'sent':
      return (
        <MessagePage icon="mail" title={t('newsletter.sent', 'Check your email')}>
          <p>
            {t(
              'newsletter.sentHelp',
              "Almost there! Click the link in the email we just sent you. It works for {confirmationHours} hours. Can't find it? Check your spam folder.",
              { confirmationHours: props.confirmationHours },
            )}
          </p>
        </MessagePage>
      );
    case 'confirm':
      return (
        <MessagePage icon="mail" title={t('newsletter.confirmTitle', 'One more step')}>
          <p>
            {rich('newsletter.confirmHelp', 'New {nouns}, once a week, to <strong>{email}</strong>.', {
              strong: (text) => <strong className="text-ink">{text}</strong>,
              email: props.email,
            })}
          </p>
          <NewsletterTokenForm action="confirm" token={props.token} />
        </MessagePage>
      );
    case 'confirmed':
      return (
        <MessagePage
          icon="check"
          title={t('newsletter.confirmed', "You're subscribed")}
          actions={<BrowseLink />}
        >
          <p>
            {t('newsletter.confirmedHelp', "You'll get the next issue. Every email has an unsubscribe link.")}
          </p>
        </MessagePage>
      );
    case 'preferences':
      return (
        <MessagePage icon="mail" title={t('newsletter.preferences', 'Choose what you get')}>
          <p>
            {rich(
              'newsletter.preferencesHelp',
              "The week's best {nouns}, once a week, to <strong>{email}</strong>.",
              { strong: (text) => <strong className="text-ink">{text}</strong>, email: props.email },
            )}
          </p>
          <NewsletterPreferencesForm token={props.token} tags={props.tags} tagsMax={props.tagsMax} />
          <div className="text-start">
            <NewsletterTokenForm action="unsubscribe" token={props.token} look="secondary" />
          </div>
        </MessagePage>
      );
    case 'unchosen':
      return (
        <MessagePage icon="alert" title={t('newsletter.unchosen', 'Nothing was saved')}>
          <p>
            {t(
              'newsletter.unchosenHelp',
              'Choose 1 to {tagsMax} tags, or all. Go back to the form to try again.',
              { tagsMax: props.tagsMax },
            )}
          </p>
        </MessagePage>
      );
    case 'chosen':
      return (
        <MessagePage
          icon="check"
          title={t('newsletter.chosen', 'Your choice is saved')}
          actions={<BrowseLink />}
        >
          <p>
            {t('newsletter.chosenHelp', 'The next issue follows it. Every email has a link to change it.')}
          </p>
        </MessagePage>
      );
    case 'closed':
      return (
        <MessagePage
          icon="mail"
          title={t('newsletter.closed', "There's no newsletter yet")}
          actions={<BrowseLink />}
        >
          <p>
            {rich(
              'newsletter.closedHelp',
              'This site sends no emails. Follow the new {nouns} by <feedXml>feed</feedXml> instead.',
              { feedXml: (text) => <a href="/new/feed.xml">{text}</a> },
            )}
          </p>
        </MessagePage>
      );
    case 'unsubscribe':
      return (
        <MessagePage icon="mail" title={t('newsletter.unsubscribeTitle', 'Unsubscribe from the newsletter?')}>
          <p>
            {t('newsletter.unsubscribeHelp', "One click and you're off the list. You can come back anytime.")}
          </p>
          <NewsletterTokenForm action="unsubscribe" token={props.token} />
        </MessagePage>
      );
    case 'unsubscribed':
      return (
        <MessagePage
          icon="check"
          title={t('newsletter.unsubscribed', "You're unsubscribed")}
          actions={<BrowseLink />}
        >
          <p>
            {t(
              'newsletter.unsubscribedHelp',
              "You won't get any more emails from us. The list is still here whenever you like.",
            )}
          </p>
        </MessagePage>
      );
    case 'unavailable':
      return <FailurePage failure="unavailable" />;
    case 'failed':
      return (
        <MessagePage icon="alert" title={props.title}>
          <p className="mb-6">{props.message}</p>
          {env.offersNewsletter && (
            <div className="text-start">
              <NewsletterForm />
            </div>
          )}
        </MessagePage>
      );
    case 'subscribe':
      return (
        <MessagePage icon="mail" title={t('newsletter.title', 'New {nouns} by email')}>
          <p className="mb-6">
            {t(
              'newsletter.subscribeHelp',
              "The week's best, once a week. Unsubscribe anytime with one click.",
            )}
          </p>
          <div className="text-start">
            <NewsletterForm />
          </div>
        </MessagePage>
      );
  }
}

function BrowseLink() {
  return (
    <a href="/" className={buttonClasses({ look: 'primary' })}>
      {t('site.browse', 'Browse {nouns}')}
    </a>
  );
}
