import { type NavigationItem, NavigationStrip } from '@/components/layout/navigation-strip';
import { MODERATION_SECTIONS, SECTION_NAMES, sectionPath } from '@/lib/pages/moderation-sections';

/** Every page for moderators but those about one product. */
const itemsFor = (isAdmin: boolean): NavigationItem[] => [
  { path: '/moderation', label: 'Queue' },
  ...SECTION_NAMES.flatMap((name) => {
    const { title, label = title, parent, closed } = MODERATION_SECTIONS[name];
    if (parent || (closed && !isAdmin)) return [];
    const children = SECTION_NAMES.filter((child) => MODERATION_SECTIONS[child].parent === name);
    return [{ path: sectionPath(name), label, pages: children.map(sectionPath) }];
  }),
];

const ITEMS = itemsFor(false);
const ADMIN_ITEMS = itemsFor(true);

export const ModerationNavigation = ({ isAdmin }: { isAdmin: boolean }) => (
  <NavigationStrip
    label="Moderation"
    items={isAdmin ? ADMIN_ITEMS : ITEMS}
    isWrapped
    className="-mt-6 mb-6 text-sm"
  />
);
