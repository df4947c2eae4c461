import { ProductMark } from '@/components/layout/images';
import { RoleMark } from '@/components/layout/role-mark';
import { feedPath } from '@/lib/contract/plain/site';
import type { CountedTag } from '@/lib/contract/tag';
import type { OverviewContent } from '@/lib/pages/load-product-list';
import { listMarkURLs, productListPath, productPath, profilePath, tagPath } from '@/lib/pages/paths';
import type { FilterPanel } from '@/lib/pages/filter-panel';
import { env } from '@/lib/env';
import { siteNotices } from '@/lib/in-process';
import { sayUpvotes } from '@/components/products/product-buttons';
import { FilterSections, RailCount, RailSection, sayNouns } from './list-filters';
import { t } from '@/lib/texts/texts';

/** The others are on the page of the sponsors. */
const SPONSORS_SHOWN = 3;

type ListRailProps = {
  overview: OverviewContent | null;
  tags: readonly CountedTag[];
  panel: FilterPanel | null;
  /** Path of the list that a feed reader may follow. */
  feedOf: string;
};

/** Beside a list, and below it on narrow screens: filters, the week's best, sponsors, tags, the last submitters and the newsletter. */
export function ListRail({ overview, tags, panel, feedOf }: ListRailProps) {
  const { topOfWeek = [], recentSubmitters = [] } = overview ?? {};
  const { sponsors } = siteNotices();
  const marked = topOfWeek.map(({ name, imageURL }) => ({ name, iconURL: imageURL }));
  const marks = listMarkURLs(marked);
  return (
    <aside aria-label={t('rail.title', 'More to explore')} className="rail">
      {panel && <FilterSections panel={panel} />}
      {topOfWeek.length > 0 && (
        <RailSection
          id="top-of-week"
          title={
            <a href={productListPath({ sort: 'top', period: 'week' })}>
              {t('footer.topThisWeek', 'Top this week')}
            </a>
          }
        >
          {topOfWeek.map((product, index) => (
            <li key={product.slug}>
              <a href={productPath(product.slug)}>
                <ProductMark
                  product={{ name: product.name, iconURL: product.imageURL }}
                  src={marks[index]}
                  size="menu"
                />
                <span dir="auto">{product.name}</span>
                <RailCount count={product.upvoteCount} of={sayUpvotes(product.upvoteCount)} />
              </a>
            </li>
          ))}
        </RailSection>
      )}
      {sponsors.length > 0 && (
        <RailSection
          id="sponsored"
          title={<a href="/sponsors">{t('rail.sponsored', 'Sponsored' /* heading of the sponsors */)}</a>}
        >
          {sponsors.slice(0, SPONSORS_SHOWN).map(({ name, text, url }) => (
            <li key={`${name} ${url}`}>
              <a href={url} rel="sponsored noopener">
                <span>
                  <bdi className="font-semibold">{name}</bdi> <bdi className="text-muted">{text}</bdi>
                </span>
              </a>
            </li>
          ))}
        </RailSection>
      )}
      {tags.length > 0 && (
        <RailSection
          id="rail-tags"
          title={
            <a href="/tags">
              {overview
                ? t('list.tags', 'Tags' /* heading */)
                : t('rail.otherTags', 'Other tags' /* heading of tags on the page of a tag */)}
            </a>
          }
        >
          {tags.map(({ slug, name, productCount }) => (
            <li key={slug}>
              <a href={tagPath(slug)}>
                <span dir="auto">{name}</span>
                <RailCount count={productCount} of={sayNouns(productCount)} />
              </a>
            </li>
          ))}
          <li>
            <a href="/tags">
              <span>{t('list.allTags', 'All tags')}</span>
            </a>
          </li>
        </RailSection>
      )}
      {recentSubmitters.length > 0 && (
        <RailSection id="recent-submitters" title={t('rail.recentSubmitters', 'Recently approved by')}>
          {recentSubmitters.map(({ handle, name, role }) => (
            <li key={handle}>
              <a href={profilePath(handle)}>
                <span dir="auto">{name}</span>
                <RoleMark role={role} />
              </a>
            </li>
          ))}
        </RailSection>
      )}
      <RailSection
        id="follow"
        title={t('rail.follow', 'Follow' /* heading of the newsletter and the feed */)}
      >
        {env.offersNewsletter && (
          <li>
            <a href="/newsletter">
              <span>{t('rail.newsletter', 'New {nouns} by email, once a week')}</span>
            </a>
          </li>
        )}
        <li>
          <a href={feedPath(feedOf)}>
            <span>{t('rail.feed', 'Feed of this list')}</span>
          </a>
        </li>
      </RailSection>
    </aside>
  );
}
