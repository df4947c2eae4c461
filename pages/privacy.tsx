import type { GetServerSideProps } from 'next';
import type { Counting } from '@/components/layout/counting-service';
import { KeptInBrowser } from '@/components/layout/kept-in-browser';
import { KeptOfMembers, type KeptOfMembersProps } from '@/components/layout/kept-of-members';
import { OperatorSection } from '@/components/layout/operator-section';
import { SharedWith } from '@/components/layout/shared-with';
import { TextPage } from '@/components/layout/text-page';
import { call } from '@/lib/api/http';
import { SERVICES } from '@/lib/contract/plain/analytics';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { PASSKEY_LIMITS } from '@/lib/contract/passkey';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { findSiteFactsCall, type SiteFacts } from '@/lib/contract/site-facts';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { draftDaysMax } from '@/lib/submissions/submission-state';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { env } from '@/lib/env';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames } from '@/lib/pages/sign-in-names';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type PrivacyPageProps = Omit<KeptOfMembersProps, 'sendsEmails'> & {
  confirmationHours: number;
  counting: Counting;
  facts: SiteFacts;
};

function readCounting(): Counting {
  const { gaId, gtmId, tag } = env.analytics ?? {};
  return {
    isGoogle: Boolean(gaId ?? gtmId),
    service: tag
      ? {
          name: SERVICES[tag.service].name,
          host: new URL(tag.url).host,
          isPostHog: tag.service === 'posthog',
        }
      : null,
  };
}

// Props, because importing the limits would add the contract's schemas, 10 KB, to the browser's code. Browsers know what counts
// visits on public pages alone.
export const getServerSideProps: GetServerSideProps<PrivacyPageProps> = async ({ res }) => {
  const [signInNames, facts] = await Promise.all([loadSignInNames(), call(findSiteFactsCall)]);
  allowSharedCaching(res);
  return {
    props: {
      counting: readCounting(),
      facts,
      confirmationHours: NEWSLETTER_LIMITS.confirmationHours,
      days: RETENTION_DAYS,
      draftDays: draftDaysMax,
      sessionDays: SESSION_LIMITS.days,
      signInMinutes: SIGN_IN_LIMITS.redirectMinutes,
      passkeyMinutes: PASSKEY_LIMITS.challengeMinutes,
      ...signInNames,
    },
  };
};

export default function PrivacyPage({ confirmationHours, counting, facts, ...kept }: PrivacyPageProps) {
  const { days, signInNames } = kept;
  const { logDays, backupDays, sendsEmails } = facts;
  const { isGoogle, service } = counting;
  // The services are asked to set none. What a script of the owner's does is up to it.
  const mayCountWithCookies = isGoogle || service?.name === '';
  return (
    <TextPage
      title={t('privacy.title', 'Privacy')}
      description={t(
        'privacy.description',
        'What {siteName} stores about you, why, for how long, and how to get a copy or have it deleted.',
      )}
      canonicalPath="/privacy"
      markdownOf="/privacy"
      lead={t(
        'privacy.lead',
        'You can browse and search {siteName} without telling us anything. This page explains what we keep when you do more than that.',
      )}
    >
      <OperatorSection {...facts.operator} />
      <h2 id="visiting">{t('privacy.visiting', 'When you just visit')}</h2>
      <ul>
        {logDays > 0 && (
          <li>
            {rich(
              'privacy.logs',
              '<strong>Server logs.</strong> For each request, we log the time, the page, the response status and how long it took. We keep logs for up to {logDays, plural, one {# day} other {# days}} to find bugs and stop abuse.',
              { strong: (text) => <strong>{text}</strong>, logDays },
            )}
          </li>
        )}
        <li>
          {rich(
            'privacy.limits',
            '<strong>Limits.</strong> To limit how often forms can be sent, we keep your IP address, and a hash of the email that you enter there, for up to a day.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        <KeptInBrowser keepsPagesOffline={facts.keepsPagesOffline} />
        <li>
          {rich(
            'privacy.searches',
            "<strong>Searches</strong> aren't linked to you. We count words that they don't find, without noting who searched.",
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        {!mayCountWithCookies && (
          <li>
            {rich(
              'privacy.noCookies',
              '<strong>No cookies</strong> are set until you sign in or open an invitation, which sets one for a day.',
              { strong: (text) => <strong>{text}</strong> },
            )}
          </li>
        )}
      </ul>

      <KeptOfMembers {...kept} sendsEmails={sendsEmails} />

      <h2 id="contact">{t('privacy.writing', 'When you write to us')}</h2>
      <ul>
        {facts.newsletter === 'here' && (
          <li>
            {rich(
              'privacy.newsletter',
              "<strong>The newsletter, if you subscribe.</strong> We keep your email, whether you confirmed it, the tags you chose, and for {newsletterDeliveries} days which issues we sent you. You won't get an issue until you click the link in the confirmation email, which works for {confirmationHours} hours. Every email has an unsubscribe link. A request that you don't confirm is deleted after {unconfirmedSubscribers} days, and your email {endedSubscriptions} days after you unsubscribe.",
              {
                strong: (text) => <strong>{text}</strong>,
                newsletterDeliveries: days.newsletterDeliveries,
                confirmationHours,
                unconfirmedSubscribers: days.unconfirmedSubscribers,
                endedSubscriptions: days.endedSubscriptions,
              },
            )}
          </li>
        )}
        <li>
          {rich(
            'privacy.contactForm',
            '<strong>The contact form.</strong> We keep your message, your email and, if you gave it, your name, and an answer that we send from here, until the matter is settled and for {closedMessages} days after. Only the admins of this site read it.',
            {
              strong: (text) => <strong>{text}</strong>,
              closedMessages: days.closedMessages,
            },
          )}
        </li>
      </ul>

      <h2 id="reports">{t('privacy.reporting', 'When you report a problem')}</h2>
      <ul>
        <li>
          {rich(
            'privacy.reportsOfMembers',
            '<strong>With an account,</strong> we keep your reports and what became of them with your account. Only moderators see who has reported what.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        <li>
          {rich(
            'privacy.reportsOfVisitors',
            '<strong>Without one,</strong> we keep what you wrote for {visitorReports} days after the decision.',
            { strong: (text) => <strong>{text}</strong>, visitorReports: days.visitorReports },
          )}
        </li>
        {sendsEmails && (
          <li>
            {rich(
              'privacy.reportEmails',
              '<strong>If you gave an email,</strong> we send the outcome there once, for five reports a day at most, and delete the address then, or after {visitorReportEmails} days without a decision.',
              { strong: (text) => <strong>{text}</strong>, visitorReportEmails: days.visitorReportEmails },
            )}
          </li>
        )}
      </ul>

      <h2 id="sharing">{t('privacy.sharing', 'Who else sees it')}</h2>
      <p>
        {t(
          'privacy.sharingText',
          "We don't sell data, and we don't show ads that track you. We share data only where needed, with:",
        )}
      </p>
      <SharedWith facts={facts} signInNames={signInNames} counting={counting} />
      {isGoogle || service ? (
        <p>
          {t(
            'privacy.whereCounted',
            'Visits are counted on pages for everyone alone, never in your account, in moderation, or on a page that a link in an email or an invitation opens.',
          )}
        </p>
      ) : (
        <p>{t('privacy.noAnalytics', 'This site uses no analytics.')}</p>
      )}

      <h2 id="marks">{t('privacy.marks', 'Marks of others')}</h2>
      <p>
        {rich(
          'privacy.marksText',
          "The names, icons and logos of {nouns} belong to their owners. We show them so that you recognize what is listed; it doesn't mean that their owners endorse {siteName}. Is one of them yours, and you'd rather not see it here? <support>Tell us</support>.",
          { support: (text) => <a href="/support">{text}</a> },
        )}
      </p>

      <h2 id="rights">{t('privacy.rights', 'Your rights')}</h2>
      <p>
        {rich(
          'privacy.rightsText',
          "In your account settings you can download everything we hold about you, and correct your name and image. You may also object to how we use your data, ask us to restrict its use, or complain to the data protection authority where you live. For anything the settings don't cover, <support>write to us</support>; we reply within a month.",
          { support: (text) => <a href="/support">{text}</a> },
        )}
      </p>

      <h2 id="deletion">{t('privacy.deletion', 'Deleting your account')}</h2>
      <p>
        {rich(
          'privacy.deletionText',
          'You can delete it in your settings at any time. It disappears right away, and we keep it for {deletedAccounts} days in case you change your mind. Then we erase everything personal. So that nobody takes your place, a scrambled form of your handle stays for {freedHandles} days. Approved {nouns} you submitted stay listed under “a former member”.',
          { deletedAccounts: days.deletedAccounts, freedHandles: days.freedHandles },
        )}
      </p>
      <p>
        {backupDays > 0
          ? t(
              'privacy.backups',
              'Backups that still hold your data are deleted within {backupDays, plural, one {# day} other {# days}}.',
              { backupDays },
            )
          : t(
              'privacy.backupsByHand',
              'Backups are made by hand; those that still hold your data are deleted within {backups} days.',
              { backups: days.backups },
            )}
      </p>

      <h2 id="changes">{t('privacy.changes', 'Changes')}</h2>
      <p>
        {rich(
          'privacy.changesText',
          'If we change this page in a way that matters to you, we announce it at the top of every page at least 14 days before the change takes effect. Questions? <support>Ask us</support>.',
          { support: (text) => <a href="/support">{text}</a> },
        )}
      </p>
    </TextPage>
  );
}
