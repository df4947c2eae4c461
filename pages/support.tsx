import type { GetServerSideProps } from 'next';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { ContactForm } from '@/components/contact/contact-form';
import { TextPage } from '@/components/layout/text-page';
import { CONTACT_LIMITS } from '@/lib/contract/contact';
import { site } from '@/lib/site';

type SupportPageProps = ComponentProps<typeof ContactForm>;

const refusals = new Map([
  ['bad_request', `Check your address, and write at least ${CONTACT_LIMITS.messageCharsMin} characters.`],
  ['rate_limited', 'That is a lot of messages from you in a short time. Try again later.'],
]);
const otherRefusal = 'Your message could not be sent. Try again in a minute.';

// Limits and sentences come as props because their modules bring the schemas with them: 10 KB for the browser.
export const getServerSideProps: GetServerSideProps<SupportPageProps> = ({ query: { sent, error } }) =>
  Promise.resolve({
    props: {
      limits: CONTACT_LIMITS,
      wasSent: sent === '1',
      refusal: typeof error === 'string' ? (refusals.get(error) ?? otherRefusal) : null,
    },
  });

export default function SupportPage(form: SupportPageProps) {
  return (
    <TextPage
      title="Support and contact"
      description={`Answers to common questions about ${site.name}, and a way to write to the people who run it.`}
      canonicalPath="/support"
      lead="A few quick answers first. If yours is not among them, write to us: a person reads every message."
    >
      <h2>Quick answers</h2>
      <h3>How do I add {site.aNoun}?</h3>
      <p>
        Press Submit, sign in, and paste its address. We read the name and picture from the page; you add one
        sentence and a few tags. A moderator looks at every submission before it is listed, usually within a
        day.
      </p>
      <h3>Why do I need an account to upvote?</h3>
      <p>
        So that one person has one vote. Signing in with Google or Github keeps made-up accounts out. We never
        post anything there.
      </p>
      <h3>Why is {site.aNoun} above another one with more upvotes?</h3>
      <p>
        On the hot list age counts as well as votes. <Link href="/ranking">How ranking works</Link> has the
        formula and an example. Top lists go by votes alone.
      </p>
      <h3>A listed {site.noun} is broken, wrong or does not belong here</h3>
      <p>
        Tell us below with its name or address. If you made it and want it changed or taken down, say so too.
      </p>
      <h3>How do I get my data, or delete my account?</h3>
      <p>
        Both are in your account&apos;s settings. <Link href="/privacy">Privacy</Link> says what is kept and
        for how long. If you cannot sign in any more, write to us from the address of the account.
      </p>
      <h2 id="contact">Write to us</h2>
      <ContactForm {...form} />
    </TextPage>
  );
}
