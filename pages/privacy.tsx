import type { GetServerSideProps } from 'next';
import { KeptInBrowser } from '@/components/layout/kept-in-browser';
import { TextPage } from '@/components/layout/text-page';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { SIGN_IN_LIMITS } from '@/lib/contract/sign-in';
import { draftDaysMax } from '@/lib/submissions/submission-state';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { env } from '@/lib/env';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames } from '@/lib/pages/sign-in-names';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Whether the site loads analytics or a tag manager. */
const hasAnalytics = env.gaId !== '' || env.gtmId !== '';

type PrivacyPageProps = {
  confirmationHours: number;
  /** How long the site keeps what it deletes by itself. */
  days: typeof RETENTION_DAYS;
  /** How long browsers keep a draft, and the cookies of a session and of a sign-in. */
  draftDays: number;
  sessionDays: number;
  signInMinutes: number;
  /** What people sign in with. */
  signInNames: string;
};

// Props, because importing the limits would add the contract's schemas, 10 KB, to the browser's code.
export const getServerSideProps: GetServerSideProps<PrivacyPageProps> = async ({ res }) => {
  const signInNames = await loadSignInNames();
  allowSharedCaching(res);
  return {
    props: {
      confirmationHours: NEWSLETTER_LIMITS.confirmationHours,
      days: RETENTION_DAYS,
      draftDays: draftDaysMax,
      sessionDays: SESSION_LIMITS.days,
      signInMinutes: SIGN_IN_LIMITS.redirectMinutes,
      signInNames,
    },
  };
};

export default function PrivacyPage({
  confirmationHours,
  days,
  draftDays,
  sessionDays,
  signInMinutes,
  signInNames,
}: PrivacyPageProps) {
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
      <h2 id="visiting">{t('privacy.visiting', 'When you just visit')}</h2>
      <ul>
        <li>
          {rich(
            'privacy.logs',
            '<strong>Server logs.</strong> For each request, we log the time, the page, the response status and how long it took. We keep logs for up to 30 days to find bugs and stop abuse. To limit how often forms can be sent, we keep your IP address, and a hash of the email that you enter there, for up to a day.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        <KeptInBrowser />
        <li>
          {rich(
            'privacy.searches',
            "<strong>Searches</strong> aren't linked to you. We count words that they don't find, without noting who searched.",
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        {!hasAnalytics && (
          <li>
            {rich(
              'privacy.noCookies',
              '<strong>No cookies</strong> are set until you sign in or open an invitation, which sets one for a day.',
              { strong: (text) => <strong>{text}</strong> },
            )}
          </li>
        )}
      </ul>

      <h2 id="account">{t('privacy.account', 'When you have an account')}</h2>
      <ul>
        <li>
          {rich(
            'privacy.identity',
            "<strong>From {signInNames}</strong> we receive your email, name, profile image and account ID. We ask for nothing more and can't post for you.",
            { strong: (text) => <strong>{text}</strong>, signInNames },
          )}
        </li>
        <li>
          {rich(
            'privacy.activity',
            '<strong>What you do here:</strong> your submissions, upvotes and bookmarks, and when you made them. Approved submissions show your name and handle, and your public page lists them. Upvotes are shown only as numbers; nobody else sees your bookmarks. A tag of yours that was never listed is deleted <span>{unusedTags}</span> days after your last submission with it is gone.',
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              unusedTags: days.unusedTags,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.networks',
            "<strong>Which networks you upvote from:</strong> to find accounts that upvote together, we keep a scrambled form of the first part of your IP address for <span>{voterNetworks}</span> days, and compare the upvotes of those days. It can't be turned back without our key, and no list or page shows it. Only moderators see which accounts may belong together, and only they decide whether such upvotes count.",
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              voterNetworks: days.voterNetworks,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.drafts',
            "<strong>What you haven't sent yet:</strong> your browser's local storage keeps a submission you're writing under <code>submission-draft</code> until you send it or start over, for up to <span>{draftDays}</span> days, and upvotes and bookmarks that wait for a connection under <code>unsentReactions</code> until they're sent or you sign out. Until you close the tab or sign out, its session storage keeps an upvote or bookmark that waits for you to sign in (<code>intendedReaction</code>), the counts of those just sent (<code>countedUpvotes</code>), the page you were going to (<code>intendedRedirect</code>), and whether you were about to delete your account (<code>intendedDeletion</code>). While you write, your browser asks us whether the link is already listed, and fetches previews of its page and of your description. We store only the images, and delete unused ones within <span>{unusedImages}</span> days.",
            {
              strong: (text) => <strong>{text}</strong>,
              code: (text) => <code>{text}</code>,
              span: (text) => <span>{text}</span>,
              draftDays,
              unusedImages: days.unusedImages,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.sessions',
            "<strong>Where you're signed in:</strong> for each session, when it started, when it was last used, and your browser's user agent. We keep these until <span>{endedSessions}</span> days after the session ends.",
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              endedSessions: days.endedSessions,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.cookie',
            "<strong>One session cookie</strong>, <code>encrypted_token</code>, keeps you signed in for <span>{sessionDays}</span> days. While you sign in, another one may confirm that it's you who returns; it lasts <span>{signInMinutes}</span> minutes. Both are necessary, and we use them for nothing else.",
            {
              strong: (text) => <strong>{text}</strong>,
              code: (text) => <code>{text}</code>,
              span: (text) => <span>{text}</span>,
              sessionDays,
              signInMinutes,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.suggestions',
            '<strong>Changes you suggest:</strong> what you suggest, your comment, when, and what was decided. Members see open suggestions with your handle; afterwards only you and moderators do. We delete rejected ones after <span>{rejectedSuggestions}</span> days, and all of them with your account. What was accepted stays, without your name.',
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              rejectedSuggestions: days.rejectedSuggestions,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.agreements',
            '<strong>Changes you agree with:</strong> which suggestions, and when. Members only see how many agree. We delete your agreement when you withdraw it, and with the suggestion or your account. To see whom we can trust with that, we also keep for <span>{rejectionTimes}</span> days when a submission of yours was rejected.',
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              rejectionTimes: days.rejectionTimes,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.claims',
            "<strong>Sites you claim:</strong> which {noun} you claimed, your token, and when and how you proved it. The page says that the owner is verified, but not who that is; moderators see your handle. We delete claims that aren't verified after <span>{unverifiedClaims}</span> days, and all of them when you give up the claim or delete your account, except those that a moderator withdrew: they can't be verified again, also from a new account of yours.",
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              unverifiedClaims: days.unverifiedClaims,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.notes',
            '<strong>Moderation notes:</strong> what moderators decide about your submissions and your account, why, and what they note about it for each other, and what your submissions said before and after each change. All of it is in the copy of your data. If this site sends emails, you also get the decisions by email.',
            { strong: (text) => <strong>{text}</strong> },
          )}
        </li>
        <li>
          {rich(
            'privacy.bans',
            "<strong>What stays after a ban or suspension:</strong> while it lasts, we keep a scrambled form of your account ID at the service that you sign in with and of your verified email, so that it also holds for a new account of yours. It can't be turned back, and nobody can compute it without our key. If you delete your account, the ban or suspension with its reason stays with it until it ends, as do claims that a moderator withdrew; warnings, moderators' notes and which upvotes they set aside stay for <span>{recordDays}</span> days, and the times of rejections for <span>{rejectionTimes}</span>. After that, all of it is deleted.",
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              recordDays: MEMBER_LIMITS.recordDays,
              rejectionTimes: days.rejectionTimes,
            },
          )}
        </li>
      </ul>

      <h2 id="contact">{t('privacy.writing', 'When you write to us')}</h2>
      <ul>
        <li>
          {rich(
            'privacy.newsletter',
            "<strong>The newsletter, if you subscribe.</strong> We keep your email, whether you confirmed it, the tags you chose, and for <span>{newsletterDeliveries}</span> days which issues we sent you. You won't get an issue until you click the link in the confirmation email, which works for <span>{confirmationHours}</span> hours. Every email has an unsubscribe link. A request that you don't confirm is deleted after <span>{unconfirmedSubscribers}</span> days, and your email<span>{endedSubscriptions}</span> days after you unsubscribe.",
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              newsletterDeliveries: days.newsletterDeliveries,
              confirmationHours,
              unconfirmedSubscribers: days.unconfirmedSubscribers,
              endedSubscriptions: days.endedSubscriptions,
            },
          )}
        </li>
        <li>
          {rich(
            'privacy.contactForm',
            '<strong>The contact form.</strong> We keep your message, your email and, if you gave it, your name, and our answer until the matter is settled and for <span>{closedMessages}</span> days after. Only the admins of this site read it.',
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
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
            '<strong>Without one,</strong> we keep what you wrote for <span>{visitorReports}</span> days after the decision. If you gave an email, we send the outcome there once, for five reports a day at most, and delete the address then, or after <span>{visitorReportEmails}</span> days without a decision.',
            {
              strong: (text) => <strong>{text}</strong>,
              span: (text) => <span>{text}</span>,
              visitorReports: days.visitorReports,
              visitorReportEmails: days.visitorReportEmails,
            },
          )}
        </li>
      </ul>

      <h2 id="sharing">{t('privacy.sharing', 'Who else sees it')}</h2>
      <p>
        {t(
          'privacy.sharingText',
          "We don't sell data, and we don't show ads that track you. We share data only where needed, with:",
        )}
      </p>
      <ul>
        <li>
          {t('privacy.sharedSignIn', '{signInNames}, when you choose to sign in there;', {
            signInNames,
          })}
        </li>
        {env.algoliaAppId && (
          <li>
            {t('privacy.sharedSearch', 'Algolia, which runs our search and receives the words you type;')}
          </li>
        )}
        {env.newsletterURL && (
          <li>
            {t(
              'privacy.sharedNewsletter',
              'our newsletter service, which receives your email when you subscribe;',
            )}
          </li>
        )}
        {hasAnalytics && (
          <li>
            {t(
              'privacy.sharedAnalytics',
              'Google Analytics or Tag Manager, which count visits and receive the pages you open here;',
            )}
          </li>
        )}
        <li>{t('privacy.sharedHost', 'the company that hosts our servers, on our instructions.')}</li>
      </ul>
      {!hasAnalytics && <p>{t('privacy.noAnalytics', 'This site uses no analytics.')}</p>}

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
          'You can delete it in your settings at any time. It disappears right away, and we keep it for <span>{deletedAccounts}</span> days in case you change your mind. Then we erase everything personal. So that nobody takes your place, a scrambled form of your handle stays for <span>{freedHandles}</span> days. Approved {nouns} you submitted stay listed under “a former member”. Backups that still hold your data are overwritten within <span>{backups}</span> days.',
          {
            span: (text) => <span>{text}</span>,
            deletedAccounts: days.deletedAccounts,
            freedHandles: days.freedHandles,
            backups: days.backups,
          },
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
