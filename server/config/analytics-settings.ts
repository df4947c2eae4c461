import { text } from '@/lib/texts/texts';
import { inGroup } from './setting';

export const ANALYTICS_SETTINGS = inGroup('analytics', {
  ANALYTICS: {
    kind: 'choice',
    unitOf: 'analytics',
    choices: {
      off: text('setting.off', 'Off' /* a choice of a setting */),
      plausible: text('setting.plausible', 'Plausible'),
      umami: text('setting.umami', 'Umami'),
      matomo: text('setting.matomo', 'Matomo'),
      goatcounter: text('setting.goatcounter', 'GoatCounter'),
      fathom: text('setting.fathom', 'Fathom'),
      posthog: text('setting.posthog', 'PostHog'),
      script: text('setting.ownScript', 'A script of your own'),
    },
    label: text('setting.analytics', 'Counting visits'),
    meaning: text(
      'setting.analyticsMeaning',
      'A service whose script pages for everyone load. Accounts, moderation and pages that a link in an email opens never load it, and the privacy page says what it receives.',
    ),
  },
  ANALYTICS_ID: {
    kind: 'line',
    unitOf: 'analytics',
    label: text('setting.counterId', 'Site at the service'),
    meaning: text(
      'setting.counterIdMeaning',
      'What the service knows this site by: Plausible its domain or the name of its script (pa-…), Umami the website id, Matomo a number, GoatCounter the code, Fathom the site id, PostHog the key of the project (phc_…).',
    ),
  },
  ANALYTICS_URL: {
    kind: 'line',
    unitOf: 'analytics',
    label: text('setting.counterURL', 'Address of the service'),
    meaning: text(
      'setting.counterURLMeaning',
      'Only if you run the service yourself, for Matomo, and for PostHog in the EU: such as https://stats.example.com. For a script of your own, its address.',
    ),
  },
  ANALYTICS_ATTRIBUTES: {
    kind: 'rows',
    unitOf: 'analytics',
    columns: {
      name: text('setting.attributeName', 'Attribute' /* column of a setting: of an HTML element */),
      value: text('setting.attributeValue', 'Value' /* column of a setting: of an attribute of HTML */),
    },
    label: text('setting.counterAttributes', 'Attributes of the script'),
    meaning: text(
      'setting.counterAttributesMeaning',
      "What else the service's snippet has in its script element, such as data-key.",
    ),
  },
  ANALYTICS_ORIGINS: {
    kind: 'words',
    unitOf: 'analytics',
    label: text('setting.counterOrigins', 'Other servers of the script'),
    meaning: text(
      'setting.counterOriginsMeaning',
      'Where the script sends what it counts, if that is not where it comes from, with commas between, such as https://collect.example.com.',
    ),
  },
  NEXT_PUBLIC_GA_ID: {
    kind: 'line',
    label: text('setting.analyticsId', 'Property of Google Analytics'),
    meaning: text(
      'setting.analyticsIdMeaning',
      'Its id, such as G-ABC123. With one, pages for everyone load a script of Google, and the privacy page says so.',
    ),
  },
  NEXT_PUBLIC_GTM_ID: {
    kind: 'line',
    label: text('setting.tagManagerId', 'Container of Google Tag Manager'),
    meaning: text('setting.tagManagerIdMeaning', 'Its id, such as GTM-ABC123.'),
  },
});
