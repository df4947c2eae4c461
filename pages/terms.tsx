import Link from 'next/link';
import { TextPage } from '@/components/layout/text-page';
import { site } from '@/lib/site';

export default function TermsPage() {
  return (
    <TextPage
      title="Terms"
      description={`The rules for using ${site.name}: what you may submit, how moderation works, and what we promise.`}
      canonicalPath="/terms"
      lead={`The rules that keep this list worth reading. By using ${site.name} you agree to them.`}
    >
      <h2>What this is</h2>
      <p>
        {site.name} is a directory of web {site.nounPlural}, submitted and ranked by its members. Reading and
        searching are free and need no account. Listing is free too: nobody can pay for a place, a vote or a
        rank.
      </p>

      <h2>Your account</h2>
      <ul>
        <li>You sign in with an account of yours at Google or Github. One person has one account here.</li>
        <li>You must be at least 16 years old.</li>
        <li>What happens under your account is your responsibility. Tell us if someone else uses it.</li>
      </ul>

      <h2>Submitting</h2>
      <ul>
        <li>
          Submit {site.nounPlural} that exist, can be used now, and are what you say they are. Your own are
          welcome.
        </li>
        <li>Describe them in your own words, without superlatives, referral codes or shouting.</li>
        <li>
          Nothing illegal, deceptive or hateful; no malware, no adult content, nothing that exists only to
          collect links.
        </li>
        <li>
          What you write stays yours. You allow us to show, translate and share it as part of the directory,
          for as long as it is listed.
        </li>
      </ul>

      <h2>Voting</h2>
      <p>
        Vote for what you find good. Do not buy, sell, trade or automate votes, and do not use a second
        account. A vote counts in the order once its account is a day old; votes of banned accounts do not
        count at all. <Link href="/ranking">How ranking works</Link> has the details.
      </p>

      <h2>Moderation</h2>
      <p>
        Moderators look at each submission before it is listed. They may reject it, with a reason, correct its
        tags, or remove it later. Accounts that spam or cheat are banned. If you think we got it wrong,{' '}
        <Link href="/support">tell us</Link>: someone who was not part of the decision looks again.
      </p>

      <h2>Fair use of the site</h2>
      <p>
        Our interface for programs is open and documented. Use it at a reasonable pace, and do not try to
        break, overload or get around the limits of the site. Found a hole? Tell us before you tell others.
      </p>

      <h2>What we promise, and what not</h2>
      <p>
        We run the site with care, but we cannot promise that it is always up or that every listing is right.
        The {site.nounPlural} belong to others: a listing is no guarantee, and their own terms apply when you
        use them. Where the law allows it, we are liable only for damage that we cause on purpose or by gross
        negligence. Nothing here takes away rights that the law gives you as a consumer.
      </p>

      <h2>Leaving, and changes</h2>
      <p>
        You can delete your account at any time; <Link href="/privacy">Privacy</Link> says what happens then.
        If we change these terms in a way that matters, members hear of it by mail at least 14 days before.
      </p>
    </TextPage>
  );
}
