import type { GetServerSideProps } from 'next';
import type { ComponentProps } from 'react';
import { ContactForm } from '@/components/contact/contact-form';
import { TextPage } from '@/components/layout/text-page';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames, type SignInNames } from '@/lib/pages/sign-in-names';
import { site } from '@/lib/site';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SupportPageProps = ComponentProps<typeof ContactForm> & SignInNames;

const { messageCharsMin, messageCharsMax } = CONTACT_LIMITS;

/** By error code; shown when the form was sent without JavaScript. */
function failureOf(code: string): string {
  switch (code) {
    case 'bad_request':
      return t(
        'support.badRequest',
        'Check your email, and write between {messageCharsMin} and {messageCharsMax, plural, other {# characters}}.',
        { messageCharsMin, messageCharsMax },
      );
    case 'rate_limited':
      return t('support.rateLimited', "You've sent a lot of messages in a short time. Try again later.");
    default:
      return t('support.notSent', "Your message couldn't be sent. Try again in a minute.");
  }
}

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
      failure: typeof error === 'string' ? failureOf(error) : null,
      ...signInNames,
    },
  };
};

export default function SupportPage({ signInNames, signsInByEmail, ...form }: SupportPageProps) {
  return (
    <TextPage
      title={t('support.title', 'Support and contact')}
      description={t(
        'support.description',
        'Answers to common questions about {siteName}, and a way to write to the people who run it.',
      )}
      canonicalPath="/support"
      markdownOf="/support"
      lead={t(
        'support.lead',
        "A few quick answers first. If yours isn't here, write to us: a person reads every message.",
      )}
    >
      <h2 id="answers">{t('support.answers', 'Quick answers')}</h2>
      <h3 id="add">{t('support.add', 'How do I add {aNoun}?')}</h3>
      <p>
        {t(
          'support.addText',
          "Click Submit, sign in, and paste the link. We'll fetch the name and image; you add a tagline and a few tags. A moderator reviews every submission before it's listed, usually within a day.",
        )}
      </p>
      <h3 id="bookmark">{t('support.bookmark', "How do I add {aNoun} from the page that I'm reading?")}</h3>
      <p>
        {t(
          'support.bookmarkText',
          'Make a bookmark with this as its address. It opens the {noun} of that page if it is listed here, or the form with the link filled in:',
        )}
      </p>
      <pre tabIndex={0} role="group" aria-label={t('support.bookmarkAddress', 'Address of the bookmark')}>
        <code>{`javascript:location.href='${site.url}/listed?url='+encodeURIComponent(location.href)`}</code>
      </pre>
      <p>
        {t(
          'support.phone',
          "On a phone, install {siteName} from your browser's menu. It then appears where other apps share links.",
        )}
      </p>
      <h3 id="account">{t('support.account', 'Why do I need an account to upvote?')}</h3>
      <p>
        {signInNames === '' || signsInByEmail
          ? t('support.accountTextByEmail', 'So that each person upvotes once.')
          : t(
              'support.accountText',
              'So that each person upvotes once. Signing in with {signInNames} keeps fake accounts out. We never post anything on your behalf.',
              { signInNames },
            )}
      </p>
      <h3 id="order">{t('support.order', 'Why is {aNoun} ranked above another one with more upvotes?')}</h3>
      <p>
        {rich(
          'support.orderText',
          'On the hot list, age counts as well as upvotes. <ranking>How ranking works</ranking> has the formula and an example. The top lists go by upvotes alone.',
          { ranking: (text) => <a href="/ranking">{text}</a> },
        )}
      </p>
      <h3 id="report">
        {t('support.broken', "What if a listed {noun} is broken, wrong or doesn't belong here?")}
      </h3>
      <p>
        {t(
          'support.brokenText',
          'Open its page and choose “Report a problem”: you need no account for that. A moderator looks at every report. If you made it and want it changed or removed, write to us below.',
        )}
      </p>
      <h3 id="data">{t('support.data', 'How do I get my data, or delete my account?')}</h3>
      <p>
        {rich(
          'support.dataText',
          "You can do both in your account settings. <privacy>Privacy</privacy> explains what we keep and for how long. If you can no longer sign in, write to us from your account's email.",
          { privacy: (text) => <a href="/privacy">{text}</a> },
        )}
      </p>
      <h3 id="security">{t('support.security', 'How do I report a security problem?')}</h3>
      <p>
        {t(
          'support.securityText',
          "Write to us below before you tell anyone else, with the steps to reproduce it and what an attacker gains. Use only accounts of your own, and don't slow the site down. We reply within three working days, and thank you by name if you like.",
        )}
      </p>
      <h2 id="contact">{t('support.contact', 'Write to us')}</h2>
      <ContactForm {...form} />
    </TextPage>
  );
}
