import type { GetServerSideProps } from 'next';
import { TextPage } from '@/components/layout/text-page';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames } from '@/lib/pages/sign-in-names';
import { site } from '@/lib/site';

/** What people sign in with. */
type TermsPageProps = { signInNames: string };

export const getServerSideProps: GetServerSideProps<TermsPageProps> = async ({ res }) => {
  const signInNames = await loadSignInNames();
  allowSharedCaching(res);
  return { props: { signInNames } };
};

export default function TermsPage({ signInNames }: TermsPageProps) {
  return (
    <TextPage
      title="Terms"
      description={`The rules for using ${site.name}: what you may submit, how moderation works, and what we promise.`}
      canonicalPath="/terms"
      markdownOf="/terms"
      lead={`The rules that keep this list worth reading. By using ${site.name} you agree to them.`}
    >
      <h2 id="about">What this is</h2>
      <p>
        {site.name} is a directory of web {site.nounPlural}, submitted and ranked by its members. Browsing and
        searching are free and need no account. Listing is free too: no place, upvote or rank is for sale.
      </p>

      <h2 id="account">Your account</h2>
      <ul>
        <li>{`You sign in with your ${signInNames} account. Each person may have one account here.`}</li>
        <li>You must be at least 16 years old.</li>
        <li>
          You&apos;re responsible for what happens under your account. Tell us if someone else is using it.
        </li>
      </ul>

      <h2 id="submitting">Submitting</h2>
      <ul>
        <li>
          Submit {site.nounPlural} that exist, work today, and are what you say they are. Your own are
          welcome.
        </li>
        <li>Describe them in your own words, without superlatives, referral codes or all caps.</li>
        <li>
          Nothing illegal, deceptive or hateful; no malware, no adult content, and nothing that exists only to
          collect links.
        </li>
        <li>
          What you write stays yours. You allow us to show, translate and share it as part of the directory
          for as long as it&apos;s listed.
        </li>
      </ul>

      <h2 id="voting">Upvotes</h2>
      <p>
        Upvote what you like. Don&apos;t buy, sell, trade or automate upvotes, and don&apos;t use a second
        account. An upvote counts toward the ranking once the member&apos;s account is a day old; upvotes from
        banned accounts don&apos;t count at all. <a href="/ranking">How ranking works</a> has the details.
      </p>

      <h2 id="moderation">Moderation</h2>
      <p>
        Moderators review every submission before it&apos;s listed. They may reject it with a reason, correct
        its tags, or remove it later. Their decisions are in the <a href="/moderation-log">moderation log</a>.
        Accounts that spam or cheat are banned.
      </p>
      <p>
        If your submission or your edit was rejected, or you were warned, suspended or banned, you can answer
        in your dashboard: someone who wasn&apos;t part of the decision takes another look, where there is
        someone else. If you think that we got another decision wrong, such as a removed {site.noun}, a
        withdrawn claim, a rejected suggestion or a closed report, <a href="/support">tell us</a>: an admin
        reads what you write and looks at it again, and may be the one who decided.
      </p>

      <h2 id="fair-use">Fair use of the site</h2>
      <p>
        Our API is open and documented. Use it at a reasonable pace, and don&apos;t try to break or overload
        the site or get around its limits. Found a security hole? Tell us before you tell others.
      </p>

      <h2 id="promises">What we promise and what we don&apos;t</h2>
      <p>
        We run the site with care, but we can&apos;t promise that it&apos;s always up or that everything we
        list is right. The {site.nounPlural} belong to others: being listed is no guarantee, and their own
        terms apply when you use them. Where the law allows it, we&apos;re liable only for damage we cause on
        purpose or by gross negligence. Nothing here takes away rights the law gives you as a consumer.
      </p>

      <h2 id="changes">Leaving, and changes to these terms</h2>
      <p>
        You can delete your account at any time; <a href="/privacy">Privacy</a> explains what happens then. If
        we change these terms in a way that matters, we announce it at the top of every page at least 14 days
        in advance.
      </p>
    </TextPage>
  );
}
