import type { IconName } from '@/components/ui/icon';
import type { Profile } from '@/lib/contract/profile';
import type { CountedTag } from '@/lib/contract/tag';
import { profilePath, tagPath } from '@/lib/pages/paths';
import { groupByMissingWords, type SearchHitWithHighlights } from '@/lib/search';
import type { RecentSearch } from '@/lib/browser/recent-searches';
import { t } from '@/lib/texts/texts';

export type SearchOption = {
  id: string;
  label: string;
  icon: IconName;
  /** The page that the option opens. Empty for a command. */
  path: string;
  count?: number;
  hit?: SearchHitWithHighlights;
  role?: Profile['role'];
  isForMembers?: boolean;
  perform?: () => void;
};

export type SearchGroup = { name: string; options: SearchOption[] };

type Offers = {
  query: string;
  hits: readonly SearchHitWithHighlights[];
  tags: readonly CountedTag[];
  member: Profile | undefined;
  recent: readonly RecentSearch[];
  commands: readonly SearchOption[];
};

const POPULAR_TAGS = 6;
const MATCHING_TAGS_MAX = 3;
const CLOSE_TAGS_MAX = 4;

const PAGES: readonly SearchOption[] = [
  {
    id: 'go-new',
    get label() {
      return t('list.new', 'New' /* the list of the newest */);
    },
    icon: 'clock',
    path: '/new',
  },
  {
    id: 'go-top',
    get label() {
      return t('footer.topThisWeek', 'Top this week');
    },
    icon: 'trophy',
    path: '/top/week',
  },
  {
    id: 'go-tags',
    get label() {
      return t('list.tags', 'Tags' /* the page of all, and the name of a group */);
    },
    icon: 'tag',
    path: '/tags',
  },
  {
    id: 'go-submit',
    get label() {
      return t('submit.link', 'Submit' /* the page to submit one */);
    },
    icon: 'plus',
    path: '/account/submit',
    isForMembers: true,
  },
];
const DASHBOARD: SearchOption = {
  id: 'go-dashboard',
  get label() {
    return t('account.dashboard', 'Dashboard');
  },
  icon: 'dashboard',
  path: '/account/profile?status=approved',
  isForMembers: true,
};

/** What the modal offers, in groups. A query equal to a name of a tag offers the tag first. */
export function groupOptions({ query, hits, tags, member, recent, commands }: Offers): SearchGroup[] {
  const typed = fold(query);
  const actions = [...PAGES, ...commands, DASHBOARD];
  if (typed === '') {
    return withoutEmpty([
      {
        name: t('searchOptions.recent', 'Recent' /* the name of a group: what was opened from the search */),
        options: recent.map(recentOption),
      },
      {
        name: t('searchOptions.popularTags', 'Popular tags' /* the name of a group */),
        options: tags.slice(0, POPULAR_TAGS).map(tagOption),
      },
      { name: t('searchOptions.goTo', 'Go to' /* the name of a group of pages */), options: actions },
    ]);
  }
  const matching = tags.filter((tag) =>
    namesOf(tag)
      .flatMap(wordsOf)
      .some((word) => word.startsWith(typed)),
  );
  const equal = tags.filter((tag) => namesOf(tag).some((name) => fold(name) === typed));
  const others = matching.filter((tag) => !equal.includes(tag)).slice(0, MATCHING_TAGS_MAX);
  return withoutEmpty([
    { name: t('searchOptions.tag', 'Tag' /* the name of a group of one */), options: equal.map(tagOption) },
    ...groupByMissingWords(hits).map(({ title, hits }) => ({
      name: title ?? t('list.nouns', '{Nouns}' /* the name of a group of results */),
      options: hits.map(hitOption),
    })),
    {
      name:
        equal.length > 0
          ? t('searchOptions.moreTags', 'More tags' /* the name of a group */)
          : t('list.tags', 'Tags'),
      options: others.map(tagOption),
    },
    {
      name: t('searchOptions.members', 'Members' /* the name of a group of results */),
      options: member ? [memberOption(member)] : [],
    },
    {
      name: t('searchOptions.actions', 'Actions' /* the name of a group, such as Submit */),
      options: typed.length < 2 ? [] : actions.filter(({ label }) => fold(label).startsWith(typed)),
    },
  ]);
}

/** Tags whose names share most pairs of letters with the query, which may be misspelled. */
export function closeTags(query: string, tags: readonly CountedTag[]): CountedTag[] {
  const typed = pairsOf(query);
  return tags
    .map((tag) => {
      const pairs = pairsOf(tag.name);
      const sharedCount = [...typed].filter((pair) => pairs.has(pair)).length;
      return { tag, closeness: (2 * sharedCount) / (typed.size + pairs.size) };
    })
    .filter(({ closeness }) => closeness >= 0.3)
    .toSorted((one, other) => other.closeness - one.closeness)
    .slice(0, CLOSE_TAGS_MAX)
    .map(({ tag }) => tag);
}

const namesOf = ({ name, otherNames = [] }: CountedTag) => [name, ...otherNames];

const withoutEmpty = (groups: readonly SearchGroup[]) => groups.filter(({ options }) => options.length > 0);

const fold = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a name, and the whole name, so that a query of two words can match. */
const wordsOf = (name: string) => [fold(name), ...fold(name).split(/[^\p{L}\p{N}]+/u)];

function pairsOf(text: string): Set<string> {
  const letters = [...fold(text)];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`));
}

const hitOption = (hit: SearchHitWithHighlights): SearchOption => ({
  id: `product-${hit.id}`,
  label: hit.title,
  icon: 'link',
  path: hit.url,
  hit,
});

const tagOption = ({ slug, name, productCount }: CountedTag): SearchOption => ({
  id: `tag-${slug}`,
  label: name,
  icon: 'tag',
  path: tagPath(slug),
  count: productCount,
});

const memberOption = ({ handle, name, role }: Profile): SearchOption => ({
  id: `member-${handle}`,
  label: name,
  icon: 'user',
  path: profilePath(handle),
  role,
});

const recentOption = ({ label, path }: RecentSearch, index: number): SearchOption => ({
  id: `recent-${index}`,
  label,
  icon: 'clock',
  path,
});
