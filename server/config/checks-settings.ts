import { text } from '@/lib/texts/texts';
import { inGroup } from './setting';

const on = text('setting.on', 'On' /* a choice of a setting */);
const off = text('setting.off', 'Off' /* a choice of a setting */);

export const CHECKS_SETTINGS = inGroup('checks', {
  SITE_CHECKS: {
    kind: 'choice',
    choices: { on, off },
    label: text('setting.siteChecks', 'Checks of listed sites'),
    meaning: text(
      'setting.siteChecksMeaning',
      'Visits listed sites again and again, to find those that are gone, have changed hands or lead elsewhere.',
    ),
  },
  SITE_ICONS: {
    kind: 'choice',
    choices: { on, off },
    label: text('setting.siteIcons', 'Icons of listed sites'),
    meaning: text('setting.siteIconsMeaning', 'Fetches the icon of a listed site that has no icon here.'),
  },
  OFFLINE_PAGES: {
    kind: 'choice',
    choices: { on, off },
    label: text('setting.offlinePages', 'Pages without a network'),
    meaning: text(
      'setting.offlinePagesMeaning',
      'Browsers keep the last 40 pages that a visitor has read, and show them without a network.',
    ),
    effect: text(
      'setting.offlinePagesEffect',
      'Switched off, browsers delete the pages that they have kept, at their next visit.',
    ),
  },
  DATA_LICENSE_URL: {
    kind: 'line',
    label: text('setting.license', 'License of the open data'),
    meaning: text(
      'setting.licenseMeaning',
      'Its link, such as https://creativecommons.org/licenses/by/4.0/. Without one, the open data names none.',
    ),
  },
  SECURITY_CONTACT: {
    kind: 'words',
    label: text('setting.securityContact', 'Contact for security problems'),
    meaning: text(
      'setting.securityContactMeaning',
      'For security.txt: links with commas between, such as mailto:security@example.com. Without one, the support page.',
    ),
  },
  SECURITY_POLICY: {
    kind: 'line',
    label: text('setting.securityPolicy', 'Rules for reports of security problems'),
    meaning: text('setting.securityPolicyMeaning', 'The link of a page. Without one, the support page.'),
  },
});
