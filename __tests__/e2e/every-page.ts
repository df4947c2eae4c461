import { readdirSync } from 'node:fs';
import path from 'node:path';
import { MODERATION_SECTIONS, SECTION_NAMES, sectionPath } from '@/lib/pages/moderation-sections';
import { DEMO_ADMIN, DEMO_MODERATOR } from '@/server/identity/identity-local';

const MEMBER = 'ada-birch';

/** Where the pages with a name in their path, and those that need a query, are opened. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  _error: ['/no-such-page'],
  index: ['/'],
  // The demo has no page in its owner's words.
  '[noun]': ['/imprint'],
  '[noun]/[slug]': ['/tool/react'],
  '[noun]/[slug]/alternatives': ['/tool/react/alternatives', '/tool/react/alternatives?price=free'],
  'account/profile': ['/account/profile?status=approved', '/account/profile?status=pending'],
  'compare/[slugs]': ['/compare/react-vs-svelte'],
  'moderation/[section]': SECTION_NAMES.map((name) => sectionPath(name) + (name === 'member' ? '?id=2' : '')),
  'moderation/history': ['/moderation/history?id=1'],
  report: ['/report?of=react'],
  search: ['/search?q=react', '/search?q=react&order=newest&tag=JavaScript', '/search'],
  'tag/[slug]': ['/tag/javascript', '/tag/javascript?price=free'],
  'top/[period]': ['/top/week'],
  'u/[handle]': ['/u/ada-birch'],
};

export type VisitedPage = { path: string; as?: string };

/** What is below `/account` is for members, what is below `/moderation` for moderators. */
function viewerOf(file: string): string | undefined {
  if (file.startsWith('account/')) return MEMBER;
  return /^moderation($|\/)/.test(file) ? DEMO_MODERATOR : undefined;
}

/**
 * Every page of the site, made from the files of `pages/`. A page whose path has a name needs an example above. Home a
 * product's page and what only admins may read are also shown to those who find more there.
 *
 * @throws Error for a page without an example.
 */
export function everyPage(): VisitedPage[] {
  const root = path.resolve(import.meta.dirname, '../../pages');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replace(/\.tsx$/, ''))
    .filter((file) => file !== '_app' && file !== '_document')
    .sort();
  const pages = files.flatMap((file) => {
    const examples = EXAMPLES[file] ?? [`/${file.replace(/\/index$/, '')}`];
    if (examples.some((example) => example.includes('['))) throw new Error(`pages/${file} has no example.`);
    return examples.map((address) => ({ path: address, as: viewerOf(file) }));
  });
  const forAdmins = SECTION_NAMES.filter((name) => MODERATION_SECTIONS[name].closed !== undefined);
  return [
    ...pages,
    ...forAdmins.map((name) => ({ path: sectionPath(name), as: DEMO_ADMIN })),
    { path: '/', as: MEMBER },
    { path: '/tool/react', as: DEMO_MODERATOR },
  ];
}
