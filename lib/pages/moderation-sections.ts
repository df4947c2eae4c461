type ModerationSection = {
  title: string;
  /** In the menu, if it is shorter there. */
  label?: string;
  /** The page that leads to it. Such a section is not in the menu. */
  parent?: 'members' | 'jobs';
  /** What moderators read in its place who are no admins. Such a section is in the menu of admins alone. */
  closed?: string;
};

const SECTIONS = {
  reports: { title: 'Reports' },
  suggestions: { title: 'Suggested changes' },
  members: { title: 'Members' },
  member: { title: 'Member', parent: 'members' },
  appeals: { title: 'Appeals' },
  sites: { title: 'Changed sites' },
  rings: { title: 'Rings' },
  import: { title: 'Import' },
  tags: { title: 'Curate tags', label: 'Tags' },
  merges: { title: 'Merges' },
  removals: { title: 'Removals' },
  invitations: { title: 'Invitations' },
  brakes: { title: 'Brakes' },
  jobs: { title: 'Jobs' },
  webhooks: {
    title: 'Webhooks',
    parent: 'jobs',
    closed: 'Only admins of this site can change its webhooks.',
  },
  messages: { title: 'Messages', closed: 'Only admins of this site can read its messages.' },
} as const satisfies Record<string, ModerationSection>;

export type SectionName = keyof typeof SECTIONS;

/**
 * Every page for moderators but the queue and a product's history, in the order of the menu: the most frequent first.
 * The file of that name in `components/moderation/sections` draws it.
 */
export const MODERATION_SECTIONS: Readonly<Record<SectionName, ModerationSection>> = SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS).filter((name): name is SectionName => name in SECTIONS);

export const sectionPath = (name: SectionName) => `/moderation/${name}`;
