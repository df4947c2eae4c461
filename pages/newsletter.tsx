import type { GetServerSideProps } from 'next';
import Link from 'next/link';
import { MessagePage } from '@/components/layout/message-page';
import { NewsletterForm } from '@/components/newsletter/newsletter-form';
import { NewsletterTokenForm } from '@/components/newsletter/newsletter-token-form';
import { buttonClasses } from '@/components/ui/button';
import { ApiFailure } from '@/lib/api/http';
import { findNewsletterConfirmation } from '@/lib/api/newsletter';
import { ERROR_STATUS } from '@/lib/contract/errors';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { site } from '@/lib/site';

type Refusal = { title: string; sentence: string };

type NewsletterPageProps =
  | { view: 'subscribe' | 'confirmed' | 'unsubscribed' }
  | { view: 'sent'; confirmationHours: number }
  | { view: 'confirm'; token: string; email: string }
  | { view: 'unsubscribe'; token: string }
  | ({ view: 'refused' } & Refusal);

const { confirmationHours } = NEWSLETTER_LIMITS;

const refusals = new Map<string, Refusal>([
  [
    'gone',
    {
      title: 'This link has expired',
      sentence: `Confirmation links work for ${confirmationHours} hours. Subscribe again and we send a new one.`,
    },
  ],
  [
    'not_found',
    {
      title: 'We do not know this link',
      sentence: 'Was it copied whole? If in doubt, subscribe again and use the link in the newest mail.',
    },
  ],
  [
    'bad_request',
    { title: 'That address did not work', sentence: 'Check it for a typing mistake and try again.' },
  ],
  [
    'rate_limited',
    {
      title: 'A little too often',
      sentence: 'There were many tries from your connection. Wait half an hour and try again.',
    },
  ],
]);
const otherRefusal = { title: 'That did not work', sentence: 'It is not your doing. Try again in a minute.' };

const refused = (code: string): NewsletterPageProps => ({
  view: 'refused',
  ...(refusals.get(code) ?? otherRefusal),
});

export const getServerSideProps: GetServerSideProps<NewsletterPageProps> = async ({ query, res }) => {
  const { token, unsubscribe, state, error } = query;
  if (typeof unsubscribe === 'string') return { props: { view: 'unsubscribe', token: unsubscribe } };
  if (typeof token === 'string') return { props: await lookUp(token, res) };
  if (typeof error === 'string') return { props: refused(error) };
  if (state === 'sent') return { props: { view: 'sent', confirmationHours } };
  if (state === 'confirmed' || state === 'unsubscribed') return { props: { view: state } };
  return { props: { view: 'subscribe' } };
};

async function lookUp(token: string, res: { statusCode: number }): Promise<NewsletterPageProps> {
  try {
    const { email, confirmed } = await findNewsletterConfirmation(token);
    return confirmed ? { view: 'confirmed' } : { view: 'confirm', token, email };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'internal' || error.code === 'unavailable') throw error;
    const code = error.code === 'gone' ? 'gone' : 'not_found';
    res.statusCode = ERROR_STATUS[code];
    return refused(code);
  }
}

export default function NewsletterPage(props: NewsletterPageProps) {
  switch (props.view) {
    case 'sent':
      return (
        <MessagePage icon="mail" title="Check your mail">
          <p>
            Almost there: follow the link in the mail that we have sent you. It works for{' '}
            {props.confirmationHours} hours. Nothing there? Look in the spam folder too.
          </p>
        </MessagePage>
      );
    case 'confirm':
      return (
        <MessagePage icon="mail" title="One press left">
          <p>
            New {site.nounPlural}, once a week, to <strong className="text-ink">{props.email}</strong>.
          </p>
          <NewsletterTokenForm act="confirm" token={props.token} />
        </MessagePage>
      );
    case 'confirmed':
      return (
        <MessagePage icon="check" title="You are subscribed" actions={<BrowseLink />}>
          <p>The next mail is yours. Every one has a link to leave.</p>
        </MessagePage>
      );
    case 'unsubscribe':
      return (
        <MessagePage icon="mail" title="Leave the newsletter?">
          <p>One press, and no more mails. You can come back at any time.</p>
          <NewsletterTokenForm act="unsubscribe" token={props.token} />
        </MessagePage>
      );
    case 'unsubscribed':
      return (
        <MessagePage icon="check" title="You are unsubscribed" actions={<BrowseLink />}>
          <p>No more mails from us. The list is still here whenever you like.</p>
        </MessagePage>
      );
    case 'refused':
      return (
        <MessagePage icon="alert" title={props.title}>
          <p className="mb-6">{props.sentence}</p>
          <div className="text-left">
            <NewsletterForm />
          </div>
        </MessagePage>
      );
    case 'subscribe':
      return (
        <MessagePage icon="mail" title={`New ${site.nounPlural} by mail`}>
          <p className="mb-6">The week&apos;s best, one mail a week. Leave with one press.</p>
          <div className="text-left">
            <NewsletterForm />
          </div>
        </MessagePage>
      );
  }
}

function BrowseLink() {
  return (
    <Link href="/" className={buttonClasses({ look: 'primary' })}>
      {`Browse ${site.nounPlural}`}
    </Link>
  );
}
