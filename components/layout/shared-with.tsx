import { type Counting, sayService } from '@/components/layout/counting-service';
import type { SiteFacts } from '@/lib/contract/site-facts';
import { env } from '@/lib/env';
import { t } from '@/lib/texts/texts';

type SharedWithProps = { facts: SiteFacts; signInNames: string; counting: Counting };

/** Who else gets what visitors and members tell the site: a list of all that this site has configured. */
export function SharedWith({ facts, signInNames, counting }: SharedWithProps) {
  const shared = [
    signInNames !== '' &&
      t('privacy.sharedSignIn', '{signInNames}, when you choose to sign in there;', { signInNames }),
    facts.signsInByFirebase &&
      t('privacy.sharedFirebase', 'Firebase, a service of Google, through which this sign-in goes;'),
    env.algoliaAppId !== '' &&
      t('privacy.sharedSearch', 'Algolia, which runs our search and receives the words you type;'),
    facts.newsletter === 'elsewhere' &&
      t('privacy.sharedNewsletter', 'our newsletter service, which receives your email when you subscribe;'),
    facts.hasMailServer &&
      t('privacy.sharedMail', 'the mail server that delivers our emails, which receives your address;'),
    facts.hasImageBucket && t('privacy.sharedBucket', 'the service that stores the images that you upload;'),
    facts.tellsSearchEngines &&
      t('privacy.sharedEngines', 'search engines, which learn from us which public pages have changed;'),
    facts.tellsHub &&
      t('privacy.sharedHub', 'the hub of our feeds, which learns from us when a public list has changed;'),
    facts.hasWebhooks &&
      t(
        'privacy.sharedWebhooks',
        'other systems of ours, such as a chat, which learn what happens to {nouns}, and nothing about you;',
      ),
    counting.isGoogle &&
      t(
        'privacy.sharedAnalytics',
        'Google Analytics or Tag Manager, which count visits and receive the pages you open here;',
      ),
    counting.service !== null && sayService(counting.service),
    t('privacy.sharedHost', 'the company that hosts our servers, if there is one, on our instructions.'),
  ];
  return <ul>{shared.map((sentence) => sentence !== false && <li key={sentence}>{sentence}</li>)}</ul>;
}
