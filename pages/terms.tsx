import type { GetServerSideProps } from 'next';
import { OperatorSection } from '@/components/layout/operator-section';
import { TextPage } from '@/components/layout/text-page';
import { call } from '@/lib/api/http';
import { findSiteFactsCall, type SiteFacts } from '@/lib/contract/site-facts';
import { siteNotices } from '@/lib/in-process';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { loadSignInNames, type SignInNames } from '@/lib/pages/sign-in-names';
import { joinSentences } from '@/lib/texts/sentences';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type TermsPageProps = SignInNames & Pick<SiteFacts, 'operator'>;

export const getServerSideProps: GetServerSideProps<TermsPageProps> = async ({ res }) => {
  const [signInNames, { operator }] = await Promise.all([loadSignInNames(), call(findSiteFactsCall)]);
  allowSharedCaching(res);
  return { props: { ...signInNames, operator } };
};

export default function TermsPage({ operator, ...signIn }: TermsPageProps) {
  return (
    <TextPage
      title={t('terms.title', 'Terms')}
      description={t(
        'terms.description',
        'The rules for using {siteName}: what you may submit, how moderation works, and what we promise.',
      )}
      canonicalPath="/terms"
      markdownOf="/terms"
      lead={t(
        'terms.lead',
        'The rules that keep this list worth reading. By using {siteName} you agree to them.',
      )}
    >
      <OperatorSection {...operator} />
      <h2 id="about">{t('terms.about', 'What this is')}</h2>
      <p>
        {t(
          'terms.aboutText',
          '{siteName} is a directory of web {nouns}, submitted and ranked by its members. Browsing and searching are free and need no account. Listing is free too: no place, upvote or rank is for sale.',
        )}
      </p>
      {siteNotices().sponsors.length > 0 && (
        <p>
          {t('terms.sponsors', 'Sponsors have places of their own beside the lists, and are marked as such.')}
        </p>
      )}

      <h2 id="account">{t('terms.account', 'Your account' /* the heading of the rules for accounts */)}</h2>
      <ul>
        <li>
          {joinSentences([
            waysToSignIn(signIn),
            t('terms.oneAccount', 'Each person may have one account here.'),
          ])}
        </li>
        <li>{t('terms.accountAge', 'You must be at least 16 years old.')}</li>
        <li>
          {t(
            'terms.accountDuty',
            "You're responsible for what happens under your account. Tell us if someone else is using it.",
          )}
        </li>
      </ul>

      <h2 id="submitting">{t('terms.submitting', 'Submitting' /* rules for submissions */)}</h2>
      <ul>
        <li>
          {t(
            'terms.submitReal',
            'Submit {nouns} that exist, work today, and are what you say they are. Your own are welcome.',
          )}
        </li>
        <li>
          {t(
            'terms.submitWords',
            'Describe them in your own words, without superlatives, referral codes or all caps.',
          )}
        </li>
        <li>
          {t(
            'terms.submitLegal',
            'Nothing illegal, deceptive or hateful; no malware, no adult content, and nothing that exists only to collect links.',
          )}
        </li>
        <li>
          {t(
            'terms.submitRights',
            "What you write stays yours. You allow us to show, translate and share it as part of the directory for as long as it's listed.",
          )}
        </li>
      </ul>

      <h2 id="voting">{t('terms.voting', 'Upvotes' /* rules for them */)}</h2>
      <p>
        {rich(
          'terms.votingText',
          "Upvote what you like. Don't buy, sell, trade or automate upvotes, and don't use a second account. An upvote counts toward the ranking once the member's account is a day old; upvotes from banned accounts don't count at all. <ranking>How ranking works</ranking> has the details.",
          { ranking: (text) => <a href="/ranking">{text}</a> },
        )}
      </p>

      <h2 id="moderation">{t('terms.moderation', 'Moderation' /* what moderators do */)}</h2>
      <p>
        {rich(
          'terms.moderationText',
          "Moderators review every submission before it's listed. They may reject it with a reason, correct its tags, or remove it later. Their decisions are in the <moderationLog>moderation log</moderationLog>. Accounts that spam or cheat are banned.",
          { moderationLog: (text) => <a href="/moderation-log">{text}</a> },
        )}
      </p>
      <p>
        {rich(
          'terms.appeals',
          "If your submission or your edit was rejected, or you were warned, suspended or banned, you can answer in your dashboard: someone who wasn't part of the decision takes another look, where there is someone else. If you think that we got another decision wrong, such as a removed {noun}, a withdrawn claim, a rejected suggestion or a closed report, <support>tell us</support>: an admin reads what you write and looks at it again, and may be the one who decided.",
          { support: (text) => <a href="/support">{text}</a> },
        )}
      </p>

      <h2 id="fair-use">{t('terms.fairUse', 'Fair use of the site')}</h2>
      <p>
        {t(
          'terms.fairUseText',
          "Our API is open and documented. Use it at a reasonable pace, and don't try to break or overload the site or get around its limits. Found a security hole? Tell us before you tell others.",
        )}
      </p>

      <h2 id="promises">{t('terms.promises', "What we promise and what we don't")}</h2>
      <p>
        {t(
          'terms.promisesText',
          "We run the site with care, but we can't promise that it's always up or that everything we list is right. The {nouns} belong to others: being listed is no guarantee, and their own terms apply when you use them. Where the law allows it, we're liable only for damage we cause on purpose or by gross negligence. Nothing here takes away rights the law gives you as a consumer.",
        )}
      </p>

      <h2 id="changes">{t('terms.changes', 'Leaving, and changes to these terms')}</h2>
      <p>
        {rich(
          'terms.changesText',
          'You can delete your account at any time; <privacy>Privacy</privacy> explains what happens then. If we change these terms in a way that matters, we announce it at the top of every page at least 14 days in advance.',
          { privacy: (text) => <a href="/privacy">{text}</a> },
        )}
      </p>
    </TextPage>
  );
}

/** Nothing on a site without any way to sign in. */
function waysToSignIn({ signInNames, signsInByEmail, signsInByPasskey }: SignInNames): string | false {
  if (signInNames === '' && !signsInByEmail)
    return signsInByPasskey && t('terms.accountByPasskey', 'You sign in with a passkey of your device.');
  return joinSentences([
    firstWays(signInNames, signsInByEmail),
    signsInByPasskey && t('terms.accountOrPasskey', 'You can add passkeys, and sign in with them as well.'),
  ]);
}

function firstWays(signInNames: string, signsInByEmail: boolean): string {
  if (signInNames === '') return t('terms.accountByEmail', 'You sign in with a code that you get by email.');
  return signsInByEmail
    ? t(
        'terms.accountSignInOrEmail',
        'You sign in with your {signInNames} account, or with a code that you get by email.',
        { signInNames },
      )
    : t('terms.accountSignIn', 'You sign in with your {signInNames} account.', { signInNames });
}
