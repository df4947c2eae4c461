import { text } from '@/lib/texts/texts';
import { inGroup } from './setting';

/** Who runs the site, and what the privacy page says of it. */
export const OPERATOR_SETTINGS = inGroup('site', {
  SITE_OPERATOR: {
    kind: 'line',
    label: text('setting.operator', 'Operator' /* label of a setting: who runs the site */),
    meaning: text(
      'setting.operatorMeaning',
      'The person or company that runs the site. Shown on the privacy page, in the terms and at the end of emails.',
    ),
  },
  SITE_OPERATOR_ADDRESS: {
    kind: 'text',
    label: text('setting.operatorAddress', 'Postal address of the operator'),
    meaning: text(
      'setting.operatorAddressMeaning',
      'In one line. Shown beside the operator. In many countries, newsletters have to state it.',
    ),
  },
  SITE_OPERATOR_EMAIL: {
    kind: 'line',
    label: text('setting.operatorEmail', 'Email of the operator'),
    meaning: text(
      'setting.operatorEmailMeaning',
      'Shown beside the operator, and gets what people reply to emails of the site.',
    ),
  },
  LOG_DAYS: {
    kind: 'number',
    unit: text('setting.days', 'days' /* unit of a setting, after a number */),
    label: text('setting.logDays', 'How long you keep the log'),
    meaning: text(
      'setting.logDaysMeaning',
      'The privacy page says so. Your machine deletes the log, not the site: see that it does.',
    ),
  },
});

export const LINK_SETTINGS = inGroup('links', {
  SITE_LINKS: {
    kind: 'rows',
    columns: {
      name: text('setting.linkName', 'Name' /* column of a setting: of a link */),
      url: text('setting.linkURL', 'Link' /* column of a setting: where a link leads */),
    },
    label: text('setting.footerLinks', 'Links in the footer'),
    meaning: text(
      'setting.footerLinksMeaning',
      'Shown after those of the site, to any address. Pages of the site have theirs besides.',
    ),
  },
});

export const NEWSLETTER_SETTINGS = inGroup('newsletter', {
  NEWSLETTER_DAY: {
    kind: 'choice',
    choices: {
      off: text('setting.dayOff', 'By hand only'),
      monday: text('setting.monday', 'Monday' /* a choice of a setting */),
      tuesday: text('setting.tuesday', 'Tuesday' /* a choice of a setting */),
      wednesday: text('setting.wednesday', 'Wednesday' /* a choice of a setting */),
      thursday: text('setting.thursday', 'Thursday' /* a choice of a setting */),
      friday: text('setting.friday', 'Friday' /* a choice of a setting */),
      saturday: text('setting.saturday', 'Saturday' /* a choice of a setting */),
      sunday: text('setting.sunday', 'Sunday' /* a choice of a setting */),
    },
    label: text('setting.newsletterDay', 'Day of the newsletter'),
    meaning: text('setting.newsletterDayMeaning', 'An issue is sent once a week, in UTC.'),
  },
  NEWSLETTER_SUBJECT: {
    kind: 'line',
    label: text('setting.newsletterSubject', 'Subject of the newsletter'),
    meaning: text(
      'setting.newsletterSubjectMeaning',
      'In place of [name], the email has the name of the first of the list, and in place of [day] the day of the issue. Without a subject of yours, the email names what is best.',
    ),
  },
  NEWSLETTER_GREETING: {
    kind: 'text',
    label: text('setting.newsletterGreeting', 'Greeting of the newsletter'),
    meaning: text(
      'setting.newsletterGreetingMeaning',
      'What each issue begins with, in plain text. Without one, nothing.',
    ),
  },
  NEWSLETTER_PER_MINUTE: {
    kind: 'number',
    unit: text('setting.emailsPerMinute', 'emails a minute' /* unit of a setting, after a number */),
    label: text('setting.newsletterRate', 'Speed of the newsletter'),
    meaning: text('setting.newsletterRateMeaning', 'How many emails of an issue each process sends.'),
  },
});
