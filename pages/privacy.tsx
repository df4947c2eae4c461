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
import { site } from '@/lib/site';

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
      title="Privacy"
      description={`What ${site.name} stores about you, why, for how long, and how to get a copy or have it deleted.`}
      canonicalPath="/privacy"
      markdownOf="/privacy"
      lead={`You can browse and search ${site.name} without telling us anything. This page explains what we keep when you do more than that.`}
    >
      <h2 id="visiting">When you just visit</h2>
      <ul>
        <li>
          <strong>Server logs.</strong> For each request, we log the time, the page, the response status and
          how long it took. We keep logs for up to 30 days to find bugs and stop abuse. To limit how often
          forms can be sent, we keep your IP address, and a hash of the email that you enter there, for up to
          a day.
        </li>
        <KeptInBrowser />
        <li>
          <strong>Searches</strong> aren&apos;t linked to you. We count words that they don&apos;t find,
          without noting who searched.
        </li>
        {!hasAnalytics && (
          <li>
            <strong>No cookies</strong> are set until you sign in or open an invitation, which sets one for a
            day.
          </li>
        )}
      </ul>

      <h2 id="account">When you have an account</h2>
      <ul>
        <li>
          <strong>{`From ${signInNames}`}</strong> we receive your email, name, profile image and account ID.
          We ask for nothing more and can&apos;t post for you.
        </li>
        <li>
          <strong>What you do here:</strong> your submissions, upvotes and bookmarks, and when you made them.
          Approved submissions show your name and handle, and your public page lists them. Upvotes are shown
          only as numbers; nobody else sees your bookmarks. A tag of yours that was never listed is deleted{' '}
          <span>{days.unusedTags}</span> days after your last submission with it is gone.
        </li>
        <li>
          <strong>Which networks you upvote from:</strong> to find accounts that upvote together, we keep a
          scrambled form of the first part of your IP address for <span>{days.voterNetworks}</span> days, and
          compare the upvotes of those days. It can&apos;t be turned back without our key, and no list or page
          shows it. Only moderators see which accounts may belong together, and only they decide whether such
          upvotes count.
        </li>
        <li>
          <strong>What you haven&apos;t sent yet:</strong> your browser&apos;s local storage keeps a
          submission you&apos;re writing under <code>submission-draft</code> until you send it or start over,
          for up to <span>{draftDays}</span> days, and upvotes and bookmarks that wait for a connection under{' '}
          <code>unsentReactions</code> until they&apos;re sent or you sign out. Until you close the tab or
          sign out, its session storage keeps an upvote or bookmark that waits for you to sign in (
          <code>intendedReaction</code>), the counts of those just sent (<code>countedUpvotes</code>), the
          page you were going to (<code>intendedRedirect</code>), and whether you were about to delete your
          account (<code>intendedDeletion</code>). While you write, your browser asks us whether the link is
          already listed, and fetches previews of its page and of your description. We store only the images,
          and delete unused ones within <span>{days.unusedImages}</span> days.
        </li>
        <li>
          <strong>Where you&apos;re signed in:</strong> for each session, when it started, when it was last
          used, and your browser&apos;s user agent. We keep these until <span>{days.endedSessions}</span> days
          after the session ends.
        </li>
        <li>
          <strong>One session cookie</strong>, <code>encrypted_token</code>, keeps you signed in for{' '}
          <span>{sessionDays}</span> days. While you sign in, another one may confirm that it&apos;s you who
          returns; it lasts <span>{signInMinutes}</span> minutes. Both are necessary, and we use them for
          nothing else.
        </li>
        <li>
          <strong>Changes you suggest:</strong> what you suggest, your comment, when, and what was decided.
          Members see open suggestions with your handle; afterwards only you and moderators do. We delete
          rejected ones after <span>{days.rejectedSuggestions}</span> days, and all of them with your account.
          What was accepted stays, without your name.
        </li>
        <li>
          <strong>Changes you agree with:</strong> which suggestions, and when. Members only see how many
          agree. We delete your agreement when you withdraw it, and with the suggestion or your account. To
          see whom we can trust with that, we also keep for <span>{days.rejectionTimes}</span> days when a
          submission of yours was rejected.
        </li>
        <li>
          <strong>Sites you claim:</strong> which {site.noun} you claimed, your token, and when and how you
          proved it. The page says that the owner is verified, but not who that is; moderators see your
          handle. We delete claims that aren&apos;t verified after <span>{days.unverifiedClaims}</span> days,
          and all of them when you give up the claim or delete your account, except those that a moderator
          withdrew: they can&apos;t be verified again, also from a new account of yours.
        </li>
        <li>
          <strong>Moderation notes:</strong> what moderators decide about your submissions and your account,
          why, and what they note about it for each other, and what your submissions said before and after
          each change. All of it is in the copy of your data. If this site sends emails, you also get the
          decisions by email.
        </li>
        <li>
          <strong>What stays after a ban or suspension:</strong> while it lasts, we keep a scrambled form of
          your account ID at the service that you sign in with and of your verified email, so that it also
          holds for a new account of yours. It can&apos;t be turned back, and nobody can compute it without
          our key. If you delete your account, the ban or suspension with its reason stays with it until it
          ends, as do claims that a moderator withdrew; warnings, moderators&apos; notes and which upvotes
          they set aside stay for <span>{MEMBER_LIMITS.recordDays}</span> days, and the times of rejections
          for <span>{days.rejectionTimes}</span>. After that, all of it is deleted.
        </li>
      </ul>

      <h2 id="contact">When you write to us</h2>
      <ul>
        <li>
          <strong>The newsletter, if you subscribe.</strong> We keep your email, whether you confirmed it, the
          tags you chose, and for <span>{days.newsletterDeliveries}</span> days which issues we sent you. You
          won&apos;t get an issue until you click the link in the confirmation email, which works for{' '}
          <span>{confirmationHours}</span> hours. Every email has an unsubscribe link. A request that you
          don&apos;t confirm is deleted after <span>{days.unconfirmedSubscribers}</span> days, and your email
          <span>{days.endedSubscriptions}</span> days after you unsubscribe.
        </li>
        <li>
          <strong>The contact form.</strong> We keep your message, your email and, if you gave it, your name,
          and our answer until the matter is settled and for <span>{days.closedMessages}</span> days after.
          Only the admins of this site read it.
        </li>
      </ul>

      <h2 id="reports">When you report a problem</h2>
      <ul>
        <li>
          <strong>With an account,</strong> we keep your reports and what became of them with your account.
          Only moderators see who has reported what.
        </li>
        <li>
          <strong>Without one,</strong> we keep what you wrote for <span>{days.visitorReports}</span> days
          after the decision. If you gave an email, we send the outcome there once, for five reports a day at
          most, and delete the address then, or after <span>{days.visitorReportEmails}</span> days without a
          decision.
        </li>
      </ul>

      <h2 id="sharing">Who else sees it</h2>
      <p>
        We don&apos;t sell data, and we don&apos;t show ads that track you. We share data only where needed,
        with:
      </p>
      <ul>
        <li>{`${signInNames}, when you choose to sign in there;`}</li>
        {env.algoliaAppId && <li>Algolia, which runs our search and receives the words you type;</li>}
        {env.newsletterURL && <li>our newsletter service, which receives your email when you subscribe;</li>}
        {hasAnalytics && (
          <li>Google Analytics or Tag Manager, which count visits and receive the pages you open here;</li>
        )}
        <li>the company that hosts our servers, on our instructions.</li>
      </ul>
      {!hasAnalytics && <p>This site uses no analytics.</p>}

      <h2 id="marks">Marks of others</h2>
      <p>
        The names, icons and logos of {site.nounPlural} belong to their owners. We show them so that you
        recognize what is listed; it doesn&apos;t mean that their owners endorse {site.name}. Is one of them
        yours, and you&apos;d rather not see it here? <a href="/support">Tell us</a>.
      </p>

      <h2 id="rights">Your rights</h2>
      <p>
        In your account settings you can download everything we hold about you, and correct your name and
        image. You may also object to how we use your data, ask us to restrict its use, or complain to the
        data protection authority where you live. For anything the settings don&apos;t cover,{' '}
        <a href="/support">write to us</a>; we reply within a month.
      </p>

      <h2 id="deletion">Deleting your account</h2>
      <p>
        You can delete it in your settings at any time. It disappears right away, and we keep it for{' '}
        <span>{days.deletedAccounts}</span> days in case you change your mind. Then we erase everything
        personal. So that nobody takes your place, a scrambled form of your handle stays for{' '}
        <span>{days.freedHandles}</span> days. Approved {site.nounPlural} you submitted stay listed under
        &ldquo;a former member&rdquo;. Backups that still hold your data are overwritten within{' '}
        <span>{days.backups}</span> days.
      </p>

      <h2 id="changes">Changes</h2>
      <p>
        If we change this page in a way that matters to you, we announce it at the top of every page at least
        14 days before the change takes effect. Questions? <a href="/support">Ask us</a>.
      </p>
    </TextPage>
  );
}
