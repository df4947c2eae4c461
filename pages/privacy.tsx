import type { GetStaticProps } from 'next';
import Link from 'next/link';
import { TextPage } from '@/components/layout/text-page';
import { NEWSLETTER_LIMITS } from '@/lib/contract/newsletter';
import { env } from '@/lib/env';
import { site } from '@/lib/site';

const isCounted = env.gaId !== '' || env.gtmId !== '';

type PrivacyPageProps = { confirmationHours: number };

// As a prop because the limit's module brings the schemas with it: 10 KB for the browser.
export const getStaticProps: GetStaticProps<PrivacyPageProps> = () => ({
  props: { confirmationHours: NEWSLETTER_LIMITS.confirmationHours },
});

export default function PrivacyPage({ confirmationHours }: PrivacyPageProps) {
  return (
    <TextPage
      title="Privacy"
      description={`What ${site.name} stores about you, why, for how long, and how to get it or have it deleted.`}
      canonicalPath="/privacy"
      lead={`You can browse and search ${site.name} without telling us anything. This page says what we keep once you do more than that.`}
    >
      <h2>When you only visit</h2>
      <ul>
        <li>
          <strong>Server logs.</strong> For each request: the time, the page, the answer and how long it took,
          kept for up to 30 days to find faults and stop abuse. To limit how often forms can be sent, your
          network address is kept for up to a day.
        </li>
        <li>
          <strong>Your theme.</strong> Light, dark or system is kept in your browser&apos;s local storage
          under the key <code>theme</code>. It never reaches us. The search keeps a note there, too, of which
          search server answered; it holds nothing about you.
        </li>
        <li>
          <strong>Searches</strong> are answered and not tied to you.
        </li>
        {!isCounted && (
          <li>
            <strong>No cookies</strong> are set until you sign in.
          </li>
        )}
      </ul>

      <h2>When you have an account</h2>
      <ul>
        <li>
          <strong>From Google or Github</strong> we receive your email address, name, picture and your
          account&apos;s id there. We ask for nothing more, and cannot post for you.
        </li>
        <li>
          <strong>What you do here:</strong> your submissions, upvotes and bookmarks, with the time of each.
          Approved submissions show your name and handle, and your public page lists them. Upvotes are shown
          as numbers only; your bookmarks are yours alone.
        </li>
        <li>
          <strong>What you have not sent yet:</strong> a submission that you are writing is kept in your
          browser&apos;s local storage until you send it or start over, and not used after 30 days. An upvote
          or bookmark that waits for you to sign in or for the network, and the page you were on the way to,
          are kept in your browser for the tab until it is closed. While you write, we are asked whether it is
          listed already and what its page and description look like; of that we store pictures only, and
          delete those you do not use within two days.
        </li>
        <li>
          <strong>Where you are signed in:</strong> for each session its start, when it was last used, and how
          your browser names itself, until 30 days after it ended.
        </li>
        <li>
          <strong>One session cookie</strong>, <code>encrypted_token</code>, keeps you signed in for 30 days.
          If you sign in on the page of Google or Github, a second one makes sure for ten minutes that you are
          the one who comes back. Both are needed for that and used for nothing else.
        </li>
        <li>
          <strong>Moderation notes:</strong> what moderators decide about your submissions, with the reason.
        </li>
      </ul>

      <h2>When you write to us</h2>
      <ul>
        <li>
          <strong>The newsletter.</strong> We keep your address and whether you confirmed it. Nothing is sent
          until you follow the link in the confirmation mail; it works for {confirmationHours} hours. Every
          mail has a link to leave.
        </li>
        <li>
          <strong>The contact form.</strong> Your message, your address and, if you gave it, your name, kept
          until the matter is settled and for up to a year after.
        </li>
      </ul>

      <h2>Who else sees it</h2>
      <p>We do not sell data and show no advertising that follows you. Others take part only where needed:</p>
      <ul>
        <li>Google or Github, when you choose to sign in with them;</li>
        {env.algoliaAppId && <li>Algolia, which answers searches and receives the words you type;</li>}
        {env.newsletterURL && (
          <li>our newsletter service, which receives your address when you subscribe;</li>
        )}
        {isCounted && (
          <li>Google Analytics or Tag Manager, which count visits and receive the pages you open here;</li>
        )}
        <li>the company that hosts our servers, on our instructions.</li>
      </ul>
      {!isCounted && <p>There is no analytics on this site.</p>}

      <h2>Your rights</h2>
      <p>
        In your account&apos;s settings you can download everything we hold about you, and correct your name
        and picture. You may also object to how we use your data, ask us to restrict it, or complain to the
        data protection authority where you live. Where no setting does it,{' '}
        <Link href="/support">write to us</Link>; we answer within a month.
      </p>

      <h2>Deleting your account</h2>
      <p>
        You can delete it in your settings at any time. It disappears at once and is kept for 14 days in case
        you change your mind; then everything personal is erased. The {site.nounPlural} you submitted stay
        listed, if they were approved, under &ldquo;a former member&rdquo;. Backups that still hold your data
        are overwritten within 30 days.
      </p>

      <h2>Changes</h2>
      <p>
        When this page changes in a way that matters to you, members are told by mail before it takes effect.
        Questions? <Link href="/support">Ask us</Link>.
      </p>
    </TextPage>
  );
}
