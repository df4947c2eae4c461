import { t } from '@/lib/texts/texts';

type ModerationSection = {
  title: string;
  /** In the menu, if it is shorter there. */
  label?: string;
  /** The page that leads to it. Such a section is not in the menu. */
  parent?: 'members' | 'jobs' | 'settings';
  /** What moderators read in its place who are no admins. Such a section is in the menu of admins alone. */
  closed?: string;
};

const SECTIONS = {
  reports: {
    get title() {
      return t('moderationMenu.reports', 'Reports' /* the page of all, for moderators */);
    },
  },
  suggestions: {
    get title() {
      return t('moderationMenu.suggestedChanges', 'Suggested changes');
    },
  },
  members: {
    get title() {
      return t('moderationMenu.members', 'Members' /* the page of all, for moderators */);
    },
  },
  member: {
    get title() {
      return t('moderationMenu.member', 'Member' /* the page about one, for moderators */);
    },
    parent: 'members',
  },
  appeals: {
    get title() {
      return t('moderationMenu.appeals', 'Appeals');
    },
  },
  sites: {
    get title() {
      return t('moderationMenu.changedSites', 'Changed sites');
    },
  },
  rings: {
    get title() {
      return t('moderationMenu.rings', 'Rings');
    },
  },
  import: {
    get title() {
      return t('moderationMenu.import', 'Import');
    },
  },
  tags: {
    get title() {
      return t('moderationMenu.curateTags', 'Curate tags');
    },
    get label() {
      return t('list.tags', 'Tags');
    },
  },
  merges: {
    get title() {
      return t('moderationMenu.merges', 'Merges' /* the page of merged products and tags */);
    },
  },
  removals: {
    get title() {
      return t('moderationMenu.removals', 'Removals');
    },
  },
  invitations: {
    get title() {
      return t('moderationMenu.invitations', 'Invitations');
    },
  },
  brakes: {
    get title() {
      return t('moderationMenu.brakes', 'Brakes');
    },
  },
  jobs: {
    get title() {
      return t('moderationMenu.jobs', 'Jobs');
    },
  },
  webhooks: {
    get title() {
      return t('moderationMenu.webhooks', 'Webhooks');
    },
    parent: 'jobs',
    get closed() {
      return t('moderationMenu.webhooksClosed', 'Only admins of this site can change its webhooks.');
    },
  },
  settings: {
    get title() {
      return t('moderationMenu.settings', 'Settings of the site');
    },
    get label() {
      return t('moderationMenu.settingsLabel', 'Settings' /* of the site, in the menu of admins */);
    },
    get closed() {
      return t('moderationMenu.settingsClosed', 'Only admins of this site can change its settings.');
    },
  },
  setup: {
    get title() {
      return t('moderationMenu.setup', 'Setup' /* the first steps of the owner of a new site */);
    },
    parent: 'settings',
    get closed() {
      return t('moderationMenu.setupClosed', 'Only admins of this site can set it up.');
    },
  },
  backups: {
    get title() {
      return t('moderationMenu.backups', 'Backups');
    },
    parent: 'settings',
    get closed() {
      return t('moderationMenu.backupsClosed', 'Only admins of this site can see its backups.');
    },
  },
  pages: {
    get title() {
      return t('moderationMenu.pages', 'Pages' /* that admins have written: about, imprint */);
    },
    get closed() {
      return t('moderationMenu.pagesClosed', 'Only admins of this site can write its pages.');
    },
  },
  subscribers: {
    get title() {
      return t('moderationMenu.subscribers', 'Subscribers' /* of the newsletter */);
    },
    get closed() {
      return t('moderationMenu.subscribersClosed', 'Only admins of this site can see its subscribers.');
    },
  },
  notices: {
    get title() {
      return t('moderationMenu.notices', 'Notices' /* what moderators are told by email */);
    },
  },
  messages: {
    get title() {
      return t('moderationMenu.messages', 'Messages');
    },
    get closed() {
      return t('moderationMenu.messagesClosed', 'Only admins of this site can read its messages.');
    },
  },
} as const satisfies Record<string, ModerationSection>;

export type SectionName = keyof typeof SECTIONS;

/**
 * Every page for moderators but the queue and a product's history, in the order of the menu: the most frequent first.
 * The file of that name in `components/moderation/sections` draws it.
 */
export const MODERATION_SECTIONS: Readonly<Record<SectionName, ModerationSection>> = SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS).filter((name): name is SectionName => name in SECTIONS);

export const sectionPath = (name: SectionName) => `/moderation/${name}`;
