import { text } from '@/lib/texts/texts';
import { inGroup, RULE_PREFIX } from './setting';

const days = text('setting.days', 'days' /* unit of a setting, after a number */);

const waiting = text(
  'setting.waitingEffect',
  'Holds for what is submitted or edited from now on. What is listed or waits for a moderator stays.',
);

const rules = {
  openSubmissionsMax: {
    kind: 'number',
    label: text('setting.openSubmissionsMax', 'Waiting submissions of a member'),
    meaning: text(
      'setting.openSubmissionsMaxMeaning',
      'How many submissions of one member may wait for a moderator.',
    ),
  },
  cooldownHours: {
    kind: 'number',
    unit: text('setting.hours', 'hours' /* unit of a setting, after a number */),
    label: text('setting.cooldownHours', 'Pause after a rejection'),
    meaning: text(
      'setting.cooldownHoursMeaning',
      'It doubles with each further rejection within 90 days, up to 30 days.',
    ),
  },
  domainSharePercent: {
    kind: 'number',
    unit: text('setting.percent', 'percent' /* unit of a setting, after a number */),
    label: text('setting.domainSharePercent', 'Largest share of one domain'),
    meaning: text(
      'setting.domainSharePercentMeaning',
      'Of what a member has submitted within 90 days, from the fourth submission on.',
    ),
  },
  domainAgeDays: {
    kind: 'number',
    unit: days,
    label: text('setting.domainAgeDays', 'Least age of a domain'),
    meaning: text('setting.domainAgeDaysMeaning', 'The registry of the domain is asked by RDAP.'),
  },
  repositoryAgeDays: {
    kind: 'number',
    unit: days,
    label: text('setting.repositoryAgeDays', 'Least age of a repository'),
    meaning: text('setting.repositoryAgeDaysMeaning', 'At Github, Gitlab or Codeberg.'),
  },
  requiredFields: {
    kind: 'several',
    choices: {
      description: text('setting.aDescription', 'Description' /* a choice: what a submission needs */),
      icon: text('setting.anIcon', 'Icon' /* a choice: what a submission needs */),
      screenshot: text('setting.aScreenshot', 'Screenshot' /* a choice: what a submission needs */),
    },
    label: text('setting.requiredFields', 'What a submission needs'),
    meaning: text('setting.requiredFieldsMeaning', 'Beside name, tagline, link and tags.'),
    effect: waiting,
  },
  declaration: {
    kind: 'choice',
    choices: {
      true: text('setting.declarationYes', 'Members must say it'),
      false: text('setting.declarationNo', 'Members are not asked'),
    },
    label: text('setting.declaration', 'Own work'),
    meaning: text('setting.declarationMeaning', 'Whether members have made what they submit themselves.'),
  },
  refusedWords: {
    kind: 'lines',
    label: text('setting.refusedWords', 'Refused words'),
    meaning: text(
      'setting.refusedWordsMeaning',
      'One a line. Name, tagline and description must not have them.',
    ),
    effect: waiting,
  },
  refusedHosts: {
    kind: 'lines',
    label: text('setting.refusedHosts', 'Refused hosts'),
    meaning: text(
      'setting.refusedHostsMeaning',
      'One a line, such as bit.ly. Sites there, and at all hosts below them, are not listed.',
    ),
    effect: waiting,
  },
} as const satisfies Parameters<typeof inGroup>[1];

/** What the site file has below `rules`. */
export const RULE_SETTINGS = inGroup(
  'rules',
  Object.fromEntries(Object.entries(rules).map(([name, setting]) => [RULE_PREFIX + name, setting])),
);
