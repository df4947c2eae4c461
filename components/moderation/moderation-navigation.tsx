import { type NavigationItem, NavigationStrip } from '@/components/layout/navigation-strip';

/** Every page for moderators but those about one product, the most frequent first. */
const ITEMS: readonly NavigationItem[] = [
  { path: '/moderation', label: 'Queue' },
  { path: '/moderation/reports', label: 'Reports' },
  { path: '/moderation/suggestions', label: 'Suggested changes' },
  { path: '/moderation/members', label: 'Members', pages: ['/moderation/member'] },
  { path: '/moderation/appeals', label: 'Appeals' },
  { path: '/moderation/sites', label: 'Changed sites' },
  { path: '/moderation/rings', label: 'Rings' },
  { path: '/moderation/import', label: 'Import' },
  { path: '/moderation/tags', label: 'Tags' },
  { path: '/moderation/merges', label: 'Merges' },
  { path: '/moderation/removals', label: 'Removals' },
  { path: '/moderation/invitations', label: 'Invitations' },
  { path: '/moderation/brakes', label: 'Brakes' },
  { path: '/moderation/jobs', label: 'Jobs', pages: ['/moderation/webhooks'] },
];

/** Of the pages for admins alone. */
const ADMIN_ITEMS: readonly NavigationItem[] = [
  ...ITEMS,
  { path: '/moderation/messages', label: 'Messages' },
];

export const ModerationNavigation = ({ isAdmin }: { isAdmin: boolean }) => (
  <NavigationStrip
    label="Moderation"
    items={isAdmin ? ADMIN_ITEMS : ITEMS}
    isWrapped
    className="-mt-6 mb-6 text-sm"
  />
);
