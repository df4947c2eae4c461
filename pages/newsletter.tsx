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
import { site } from '@/lib/site';

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
      title: 'This link has expired',
      message: `Confirmation links work for ${confirmationHours} hours. Subscribe again and we'll send you a new one.`,
    },
  ],
  [
    'not_found',
    {
      title: "We don't recognize this link",
      message:
        'Was the whole link copied? If in doubt, subscribe again and use the link in the newest email.',
    },
  ],
  ['bad_request', { title: "That email didn't work", message: 'Check it for typos and try again.' }],
  [
    'rate_limited',
    {
      title: 'Too many attempts',
      message: 'There were too many attempts from your connection. Wait half an hour and try again.',
    },
  ],
]);
const otherFailure = { title: "That didn't work", message: "This one's on us. Try again in a minute." };

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
        <MessagePage icon="mail" title="Check your email">
          <p>
            {`Almost there! Click the link in the email we just sent you. It works for ${props.confirmationHours} hours. Can't find it? Check your spam folder.`}
          </p>
        </MessagePage>
      );
    case 'confirm':
      return (
        <MessagePage icon="mail" title="One more step">
          <p>
            New {site.nounPlural}, once a week, to <strong className="text-ink">{props.email}</strong>.
          </p>
          <NewsletterTokenForm action="confirm" token={props.token} />
        </MessagePage>
      );
    case 'confirmed':
      return (
        <MessagePage icon="check" title="You're subscribed" actions={<BrowseLink />}>
          <p>You&apos;ll get the next issue. Every email has an unsubscribe link.</p>
        </MessagePage>
      );
    case 'preferences':
      return (
        <MessagePage icon="mail" title="Choose what you get">
          <p>
            The week&apos;s best {site.nounPlural}, once a week, to{' '}
            <strong className="text-ink">{props.email}</strong>.
          </p>
          <NewsletterPreferencesForm token={props.token} tags={props.tags} tagsMax={props.tagsMax} />
          <div className="text-page-start">
            <NewsletterTokenForm action="unsubscribe" token={props.token} look="secondary" />
          </div>
        </MessagePage>
      );
    case 'unchosen':
      return (
        <MessagePage icon="alert" title="Nothing was saved">
          <p>{`Choose 1 to ${props.tagsMax} tags, or all. Go back to the form to try again.`}</p>
        </MessagePage>
      );
    case 'chosen':
      return (
        <MessagePage icon="check" title="Your choice is saved" actions={<BrowseLink />}>
          <p>The next issue follows it. Every email has a link to change it.</p>
        </MessagePage>
      );
    case 'closed':
      return (
        <MessagePage icon="mail" title="There's no newsletter yet" actions={<BrowseLink />}>
          <p>
            This site sends no emails. Follow the new {site.nounPlural} by <a href="/new/feed.xml">feed</a>{' '}
            instead.
          </p>
        </MessagePage>
      );
    case 'unsubscribe':
      return (
        <MessagePage icon="mail" title="Unsubscribe from the newsletter?">
          <p>One click and you&apos;re off the list. You can come back anytime.</p>
          <NewsletterTokenForm action="unsubscribe" token={props.token} />
        </MessagePage>
      );
    case 'unsubscribed':
      return (
        <MessagePage icon="check" title="You're unsubscribed" actions={<BrowseLink />}>
          <p>You won&apos;t get any more emails from us. The list is still here whenever you like.</p>
        </MessagePage>
      );
    case 'unavailable':
      return <FailurePage failure="unavailable" />;
    case 'failed':
      return (
        <MessagePage icon="alert" title={props.title}>
          <p className="mb-6">{props.message}</p>
          {env.offersNewsletter && (
            <div className="text-page-start">
              <NewsletterForm />
            </div>
          )}
        </MessagePage>
      );
    case 'subscribe':
      return (
        <MessagePage icon="mail" title={`New ${site.nounPlural} by email`}>
          <p className="mb-6">The week&apos;s best, once a week. Unsubscribe anytime with one click.</p>
          <div className="text-page-start">
            <NewsletterForm />
          </div>
        </MessagePage>
      );
  }
}

function BrowseLink() {
  return (
    <a href="/" className={buttonClasses({ look: 'primary' })}>
      {`Browse ${site.nounPlural}`}
    </a>
  );
}
