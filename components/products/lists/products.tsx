import { type ComponentProps, useCallback, useMemo, useRef } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { useListKeys } from '@/hooks/use-list-keys';
import { type ToggleReaction, useReactions } from '@/hooks/use-reactions';
import { formatDay } from '@/lib/format/figures';
import { listMarkURLs, tileURL } from '@/lib/pages/paths';
import type { ReactableProduct } from '@/lib/reactions/reaction-store';
import { site } from '@/lib/site';
import { ProductCard, ProductRow, type ProductRowProps, type RowProduct } from './product-row';
import { t } from '@/lib/texts/texts';

/** About as many as a large screen shows at first. */
const EAGER_IMAGES = 8;

const DATE_CHARS = '2026-11-21'.length;

type ProductsProps = Pick<ProductRowProps, 'tagHref' | 'note'> & {
  products: readonly RowProduct[];
  /** The rank of the first product, in a ranked list. */
  firstRank?: number;
  headingLevel?: 2 | 3;
  /** The list is below the first view. */
  isLazy?: boolean;
  /** In the order of their listing, with a heading for each day. The products' own headings are a level lower. */
  isGroupedByDay?: boolean;
  /** The products are the member's bookmarks. A removed bookmark stays in the list and is dimmed. */
  areBookmarked?: boolean;
  /** The products are alternatives to the product of this name, or to one without a name. */
  alternativeTo?: string;
};

/** The products of a list: one row each or, if the site is configured so, one card. */
export function Products({
  products,
  firstRank,
  headingLevel = 2,
  isLazy = false,
  isGroupedByDay = false,
  areBookmarked = false,
  alternativeTo,
  note,
  tagHref,
}: ProductsProps) {
  const Product = site.layout === 'cards' ? ProductCard : ProductRow;
  const pairs = useMemo(() => pairsOf(products, alternativeTo), [products, alternativeTo]);
  const reactable = useMemo(() => [...products, ...pairs.values()], [products, pairs]);
  const { reactionTo, toggle: toggleReaction } = useReactions(reactable, { areBookmarked });
  const toggle = useCallback<ToggleReaction>(
    (kind, product) => toggleReaction(kind, kind === 'upvote' ? (pairs.get(product.id) ?? product) : product),
    [toggleReaction, pairs],
  );
  const list = useRef<HTMLOListElement>(null);
  useListKeys(products, toggle, list);
  const imageURLs = useMemo(
    () => listMarkURLs(products.map(({ name, imageURL }) => ({ name, iconURL: imageURL }))),
    [products],
  );

  /** In a list of alternatives, the upvotes are those of the pair. */
  const upvoteOf = (pair?: ReactableProduct) => {
    if (!pair) return undefined;
    const { isUpvoted, upvoteCount } = reactionTo(pair);
    return { isUpvoted, upvoteCount, upvoteName: pair.name };
  };
  const shown = products.map((product, index) => (
    <Product
      key={product.id}
      product={product}
      imageURL={imageURLs[index] ?? tileURL(product.name)}
      rank={firstRank && firstRank + index}
      headingLevel={isGroupedByDay ? 3 : headingLevel}
      isEager={!isLazy && index < EAGER_IMAGES}
      {...reactionTo(product)}
      {...upvoteOf(pairs.get(product.id))}
      onToggle={toggle}
      note={note}
      tagHref={tagHref}
    />
  ));
  if (!isGroupedByDay) {
    return (
      <ol ref={list} className={areBookmarked ? `${site.layout} bookmarks` : site.layout}>
        {shown}
      </ol>
    );
  }
  const [latest] = products;
  return daysOf(products).map(({ listedAt, start, end }) => (
    <section key={listedAt} aria-labelledby={`day-${listedAt}`}>
      <h2 id={`day-${listedAt}`} className="list-day">
        {formatDay(listedAt, latest?.listedAt?.slice(0, 4) ?? '')}
      </h2>
      <ol className={site.layout}>{shown.slice(start, end)}</ol>
    </section>
  ));
}

/** By the id of the product; what an upvote button names. */
const pairsOf = (products: readonly RowProduct[], alternativeTo?: string) =>
  new Map<string, ReactableProduct>(
    products.flatMap(({ id, name, pair }) =>
      pair
        ? [
            [
              id,
              {
                ...pair,
                name: alternativeTo
                  ? t('alternatives.nameTo', '{name} as an alternative to {other}', {
                      name,
                      other: alternativeTo,
                    })
                  : t('alternatives.name', '{name} as an alternative', { name }),
              },
            ],
          ]
        : [],
    ),
  );

/** The days of a list, each with the indexes at which its products start and end. */
function daysOf(products: readonly RowProduct[]) {
  const days: { listedAt: string; start: number; end: number }[] = [];
  products.forEach(({ listedAt = '' }, index) => {
    const day = days.at(-1);
    const date = listedAt.slice(0, DATE_CHARS);
    if (day?.listedAt === date) day.end = index + 1;
    else days.push({ listedAt: date, start: index, end: index + 1 });
  });
  return days;
}

type PagedListProps = Pick<
  ComponentProps<typeof Products>,
  'products' | 'firstRank' | 'isGroupedByDay' | 'areBookmarked' | 'alternativeTo' | 'note'
> &
  Pick<ComponentProps<typeof LoadMore>, 'pager' | 'nextPagePath'>;

export function PagedList({ pager, nextPagePath, ...list }: PagedListProps) {
  return (
    <>
      <Products {...list} />
      <LoadMore
        pager={pager}
        shownCount={list.products.length}
        nextPagePath={nextPagePath}
        endText={t('list.end', "That's all of them.")}
      />
    </>
  );
}
