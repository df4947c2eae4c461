import type { ComponentProps } from 'react';
import { FailurePage, MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';
import { env } from '@/lib/env';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';
import { NewsletterForm } from './newsletter-form';
import { NewsletterPreferencesForm, NewsletterTokenForm } from './newsletter-link-forms';

export type NewsletterViewProps =
  | { view: 'subscribe' | 'closed' | 'confirmed' | 'chosen' | 'unsubscribed' | 'unavailable' }
  | { view: 'sent'; confirmationHours: number }
  | { view: 'unchosen'; tagsMax: number }
  | { view: 'confirm'; token: string; email: string }
  | { view: 'unsubscribe'; token: string }
  | ({ view: 'preferences' } & ComponentProps<typeof NewsletterPreferencesForm> & { email: string })
  | { view: 'failed'; title: string; message: string };

/** What a link of the newsletter, or the page without one, shows. */
export function NewsletterView(props: NewsletterViewProps) {
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
          title={t('newsletter.confirmed', "You're subscribed" /* to the newsletter */)}
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
          <div className="text-page-start">
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
            <div className="text-page-start">
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
      {t('site.browse', 'Browse {nouns}')}
    </a>
  );
}
