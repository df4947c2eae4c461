import { text } from '@/lib/texts/texts';
import { ANALYTICS_SETTINGS } from './analytics-settings';
import { CHECKS_SETTINGS } from './checks-settings';
import { LINK_SETTINGS, NEWSLETTER_SETTINGS, OPERATOR_SETTINGS } from './owner-settings';
import { RULE_SETTINGS } from './rule-settings';
import { inGroup, type Setting } from './setting';

const on = text('setting.on', 'On' /* a choice of a setting */);
const off = text('setting.off', 'Off' /* a choice of a setting */);
const link = text('setting.linkURL', 'Link' /* column of a setting: where a link leads */);

const site = inGroup('site', {
  NEXT_PUBLIC_SITE_NAME: {
    kind: 'line',
    label: text('setting.name', 'Name' /* label of a setting: of the site */),
    meaning: text('setting.nameMeaning', 'What the site is called, on every page, in emails and feeds.'),
  },
  NEXT_PUBLIC_SITE_DESCRIPTION: {
    kind: 'text',
    label: text('setting.description', 'Description' /* label of a setting: of the site */),
    meaning: text(
      'setting.descriptionMeaning',
      'One sentence for the home page, search engines and feeds. Without one, a sentence with the noun says what the site is for.',
    ),
  },
  NEXT_PUBLIC_SITE_NOUN: {
    kind: 'line',
    unitOf: 'noun',
    label: text('setting.noun', 'Noun' /* label of a setting: tool, book, … */),
    meaning: text(
      'setting.nounMeaning',
      'What the site lists, in the singular and in lower case, such as tool or book. It is the first part of the path of every listed page.',
    ),
    effect: text(
      'setting.nounEffect',
      'Every listed page gets a new link. Old links, also on other sites and in search engines, are redirected to the new ones.',
    ),
  },
  NEXT_PUBLIC_SITE_NOUN_PLURAL: {
    kind: 'line',
    unitOf: 'noun',
    label: text('setting.plural', 'Plural of the noun'),
    meaning: text('setting.pluralMeaning', 'Without one, the noun with an s.'),
  },
  SITE_NOUN_FORMS: {
    kind: 'words',
    unitOf: 'noun',
    label: text('setting.nounForms', 'Other forms of the noun'),
    meaning: text(
      'setting.nounFormsMeaning',
      'What texts in the language of the site may need, as name=form with commas between: aNoun=ein Werkzeug, nounsDative=Werkzeugen, nounGender=neuter.',
    ),
  },
  NEXT_PUBLIC_SITE_SCHEMA_TYPE: {
    kind: 'line',
    label: text('setting.schemaType', 'Type for search engines'),
    meaning: text(
      'setting.schemaTypeMeaning',
      'A type of schema.org, such as Book. Without one, SoftwareApplication for tools and CreativeWork for anything else.',
    ),
  },
  SITE_VERIFICATION: {
    kind: 'words',
    label: text('setting.verification', 'Proof for search engines that the site is yours'),
    meaning: text(
      'setting.verificationMeaning',
      'What Google, Bing, Yandex, Baidu, Naver, Pinterest, Facebook or Ahrefs give you as a tag for the home page, as name=content with commas between, such as google-site-verification=AbC123.',
    ),
  },
});

const look = inGroup('look', {
  SITE_COLOR: {
    kind: 'color',
    label: text('setting.color', 'Color' /* label of a setting: of buttons and links */),
    meaning: text(
      'setting.colorMeaning',
      'Of buttons, links and pressed upvotes, like #2563eb. It becomes lighter or darker as far as text needs it. Without one, a light green.',
    ),
  },
  SITE_LOGO: {
    kind: 'image',
    label: text('setting.logo', 'Logo' /* label of a setting: the image of the site */),
    meaning: text(
      'setting.logoMeaning',
      'Beside the name in the header and the footer, in the sign-in dialog, as the icon of browsers and phones, and on cards for shared links. Without one, the first letter of the name.',
    ),
  },
  SITE_CREDIT: {
    kind: 'choice',
    choices: { on, off },
    label: text('setting.credit', '“Runs on Listgrove”'),
    meaning: text(
      'setting.creditMeaning',
      'Said in small letters below the footer of a site with another name.',
    ),
  },
  NEXT_PUBLIC_SITE_LAYOUT: {
    kind: 'choice',
    choices: {
      rows: text('setting.rows', 'Rows' /* a choice of a setting: how lists look */),
      cards: text('setting.cards', 'Cards' /* a choice of a setting: how lists look */),
    },
    label: text('setting.layout', 'Lists' /* label of a setting: how lists look */),
    meaning: text(
      'setting.layoutMeaning',
      'How lists show what they contain. Cards suit what a picture says more about than words, such as fonts.',
    ),
  },
});

const links = inGroup('links', {
  NEXT_PUBLIC_SITE_SOCIAL: {
    kind: 'rows',
    columns: { name: text('setting.linkName', 'Name' /* column of a setting: of a link */), url: link },
    label: text('setting.social', 'Social media'),
    meaning: text('setting.socialMeaning', 'Shown in the header and the footer.'),
  },
  NEXT_PUBLIC_SITE_PROMOS: {
    kind: 'rows',
    columns: { text: text('setting.promoText', 'Text' /* column of a setting: of a banner */), url: link },
    label: text('setting.promos', 'Banners'),
    meaning: text(
      'setting.promosMeaning',
      'Always shown above the lists. Banners and sponsors with days are in the site file.',
    ),
  },
  NEXT_PUBLIC_SITE_FOLLOW: {
    kind: 'choice',
    choices: {
      upvoted: text('setting.followUpvoted', 'With 5 upvotes that count'),
      always: text('setting.followAlways', 'Always' /* a choice: which links search engines follow */),
      never: text('setting.followNever', 'Never' /* a choice: which links search engines follow */),
    },
    label: text('setting.follow', 'Links that search engines may follow'),
    meaning: text(
      'setting.followMeaning',
      'Which links to listed sites count for search engines. Links that always count attract spam.',
    ),
  },
});

const people = inGroup('people', {
  SIGN_IN_EMAIL: {
    kind: 'choice',
    needsUnit: 'mail',
    choices: { on, off },
    label: text('setting.signInEmail', 'Sign-in by email'),
    meaning: text(
      'setting.signInEmailMeaning',
      'People can sign in with a code that the site sends to their email address. It needs a mail server.',
    ),
  },
  SIGN_IN_PASSKEYS: {
    kind: 'choice',
    choices: { on, off },
    label: text('setting.signInPasskeys', 'Sign-in with passkeys'),
    meaning: text(
      'setting.signInPasskeysMeaning',
      'Members can add passkeys to their account, and sign in with them. The site needs https and a name.',
    ),
  },
  SIGN_UP: {
    kind: 'choice',
    unitOf: 'sign-up',
    choices: {
      open: text('setting.signUpOpen', 'Everybody'),
      invite: text('setting.signUpInvite', 'People with an invitation'),
      domains: text('setting.signUpDomains', 'People with an email at certain domains'),
      closed: text('setting.signUpClosed', 'No new accounts'),
    },
    label: text('setting.signUp', 'Who can create an account'),
    meaning: text('setting.signUpMeaning', 'Members who have an account keep it, and can sign in.'),
  },
  SIGN_UP_DOMAINS: {
    kind: 'words',
    unitOf: 'sign-up',
    label: text('setting.domains', 'Domains for new accounts'),
    meaning: text(
      'setting.domainsMeaning',
      'With commas between, such as example.com, example.org. Only if people with an email at certain domains can create an account.',
    ),
  },
});

const mail = inGroup('mail', {
  SMTP_URL: {
    kind: 'secret',
    unitOf: 'mail',
    label: text('setting.smtp', 'Mail server'),
    meaning: text(
      'setting.smtpMeaning',
      'Its address with user and password, as smtps://user:password@smtp.example.com:465. Write special characters of the password as codes, such as %40 for @.',
    ),
  },
  MAIL_FROM: {
    kind: 'line',
    unitOf: 'mail',
    label: text('setting.mailFrom', 'Sender'),
    meaning: text(
      'setting.mailFromMeaning',
      'Whom emails are from, such as hello@example.com. The mail server must be allowed to send for this address.',
    ),
  },
});

/** Everything that can be set in the browser. What is missing here is a secret, or belongs to the machine. */
export const SETTINGS: readonly Setting[] = [
  ...[...site, ...OPERATOR_SETTINGS, ...look, ...links, ...LINK_SETTINGS],
  ...[...people, ...mail, ...RULE_SETTINGS, ...NEWSLETTER_SETTINGS],
  ...[...CHECKS_SETTINGS, ...ANALYTICS_SETTINGS],
];

export const findSetting = (name: string): Setting | undefined =>
  SETTINGS.find((setting) => setting.name === name);
