import type { GetServerSideProps } from 'next';
import type { ComponentProps } from 'react';
import { ContactForm } from '@/components/contact/contact-form';
import { TextPage } from '@/components/layout/text-page';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames } from '@/lib/pages/sign-in-names';
import { site } from '@/lib/site';
import { formatCount } from '@/lib/format/figures';

/** `signInNames` are those of the providers, such as “Google or Github”. */
type SupportPageProps = ComponentProps<typeof ContactForm> & { signInNames: string };

const { messageCharsMin, messageCharsMax } = CONTACT_LIMITS;

/** By error code; shown when the form was sent without JavaScript. */
const failures = new Map([
  [
    'bad_request',
    `Check your email, and write between ${messageCharsMin} and ${formatCount(messageCharsMax)} characters.`,
  ],
  ['rate_limited', "You've sent a lot of messages in a short time. Try again later."],
]);
const otherFailure = "Your message couldn't be sent. Try again in a minute.";

// The message is a prop, because importing its limits would add the contract's schemas, 10 KB, to the browser's code.
export const getServerSideProps: GetServerSideProps<SupportPageProps> = async ({
  query: { sent, error },
  res,
}) => {
  const signInNames = await loadSignInNames();
  allowSharedCaching(res);
  return {
    props: {
      wasSent: sent === '1',
      failure: typeof error === 'string' ? (failures.get(error) ?? otherFailure) : null,
      signInNames,
    },
  };
};

export default function SupportPage({ signInNames, ...form }: SupportPageProps) {
  return (
    <TextPage
      title="Support and contact"
      description={`Answers to common questions about ${site.name}, and a way to write to the people who run it.`}
      canonicalPath="/support"
      markdownOf="/support"
      lead="A few quick answers first. If yours isn't here, write to us: a person reads every message."
    >
      <h2 id="answers">Quick answers</h2>
      <h3 id="add">How do I add {site.aNoun}?</h3>
      <p>
        Click Submit, sign in, and paste the link. We&apos;ll fetch the name and image; you add a tagline and
        a few tags. A moderator reviews every submission before it&apos;s listed, usually within a day.
      </p>
      <h3 id="bookmark">How do I add {site.aNoun} from the page that I&apos;m reading?</h3>
      <p>
        Make a bookmark with this as its address. It opens the {site.noun} of that page if it is listed here,
        or the form with the link filled in:
      </p>
      <pre tabIndex={0} role="group" aria-label="Address of the bookmark">
        <code>{`javascript:location.href='${site.url}/listed?url='+encodeURIComponent(location.href)`}</code>
      </pre>
      <p>
        On a phone, install {site.name} from your browser&apos;s menu. It then appears where other apps share
        links.
      </p>
      <h3 id="account">Why do I need an account to upvote?</h3>
      <p>
        {`So that each person upvotes once. Signing in with ${signInNames} keeps fake accounts out. We never post anything on your behalf.`}
      </p>
      <h3 id="order">Why is {site.aNoun} ranked above another one with more upvotes?</h3>
      <p>
        On the hot list, age counts as well as upvotes. <a href="/ranking">How ranking works</a> has the
        formula and an example. The top lists go by upvotes alone.
      </p>
      <h3 id="report">What if a listed {site.noun} is broken, wrong or doesn&apos;t belong here?</h3>
      <p>
        Open its page and choose “Report a problem”: you need no account for that. A moderator looks at every
        report. If you made it and want it changed or removed, write to us below.
      </p>
      <h3 id="data">How do I get my data, or delete my account?</h3>
      <p>
        You can do both in your account settings. <a href="/privacy">Privacy</a> explains what we keep and for
        how long. If you can no longer sign in, write to us from your account&apos;s email.
      </p>
      <h3 id="security">How do I report a security problem?</h3>
      <p>
        Write to us below before you tell anyone else, with the steps to reproduce it and what an attacker
        gains. Use only accounts of your own, and don&apos;t slow the site down. We reply within three working
        days, and thank you by name if you like.
      </p>
      <h2 id="contact">Write to us</h2>
      <ContactForm {...form} />
    </TextPage>
  );
}
