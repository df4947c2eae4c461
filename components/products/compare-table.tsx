import type { ReactNode } from 'react';
import { ProductMark } from '@/components/layout/images';
import { buttonClasses } from '@/components/ui/button';
import type { FormField } from '@/lib/contract/field';
import type { Product } from '@/lib/contract/product';
import { formatCount, formatShortDate } from '@/lib/format/figures';
import { COMPARED_MAX } from '@/lib/contract/plain/site';
import { compareFormPath, comparePathWithout } from '@/lib/pages/product-paths';
import { escapeURL, hostOf, productPath } from '@/lib/pages/paths';
import { productRel } from '@/lib/product-rel';
import { FactParts, TagChips } from './product-facts';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

export type ComparedProduct = Pick<
  Product,
  | 'id'
  | 'slug'
  | 'name'
  | 'tagline'
  | 'url'
  | 'host'
  | 'languages'
  | 'linkHeldAt'
  | 'iconURL'
  | 'tags'
  | 'upvoteCount'
  | 'bookmarkCount'
  | 'approvedAt'
  | 'status'
  | 'facts'
  | 'standing'
>;

/** One fact of every product, in their order. Null is unknown. */
export type CompareRow = {
  key: string;
  label: string;
  /** Equal texts are the same fact. */
  values: readonly (string | null)[];
  /** How a value is shown; as it is, by default. */
  show?: (value: string, index: number) => ReactNode;
};

type CompareTableProps = { products: readonly ComparedProduct[]; rows: readonly CompareRow[] };

/** Four are wider than a phone: the table scrolls below the column of labels, which stays. */
const cell = 'w-32 py-3 pe-4 align-top wrap-anywhere';
const labelCell = 'sticky inset-x-0 w-28 bg-ground pe-4 align-top wrap-anywhere';

/** What may be said of a row, in the order of the groups. */
const groupTitles = () => ({
  differs: t('compareTable.differs', 'What differs' /* heading of rows of a table that compares products */),
  same: t('compareTable.same', 'What is the same'),
  unknown: t('compareTable.notKnownForAll', 'Not known for all'),
});
const GROUPS = ['differs', 'same', 'unknown'] as const;

/** A value that is not known may be the same as the others. */
function groupOf({ values }: CompareRow): (typeof GROUPS)[number] {
  const known = values.filter((value) => value !== null);
  if (new Set(known).size > 1) return 'differs';
  return known.length === values.length ? 'same' : 'unknown';
}

export function CompareTable({ products, rows }: CompareTableProps) {
  const slugs = products.map(({ slug }) => slug);
  const [first, ...others] = products;
  const shared = (first?.tags ?? []).filter((tag) =>
    others.every(({ tags }) => tags.some(({ slug }) => slug === tag.slug)),
  );
  const titles = groupTitles();
  const groups = GROUPS.map((group) => ({
    title: titles[group],
    rows: rows.filter((row) => groupOf(row) === group),
  })).filter((group) => group.rows.length > 0);
  return (
    <>
      <div
        role="region"
        aria-label={t('compareTable.comparison', 'Comparison')}
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full table-fixed text-page-start">
          <thead>
            <tr>
              <td className={labelCell} />
              {products.map((product) => (
                <th key={product.id} scope="col" className={cell}>
                  <ProductMark product={product} size="list" isEager />
                  <a
                    href={productPath(product.slug)}
                    dir="auto"
                    lang={product.languages?.name}
                    className="mt-3 block text-lg font-bold hover:underline"
                  >
                    {product.name}
                  </a>
                  {product.status === 'discontinued' && (
                    <p className="text-sm text-danger">
                      {t('product.discontinued', 'Discontinued' /* the product */)}
                    </p>
                  )}
                  <p
                    dir="auto"
                    lang={product.languages?.tagline}
                    className="mt-1 text-page-start text-sm font-normal text-muted"
                  >
                    {product.tagline}
                  </p>
                  <a
                    href={comparePathWithout(slugs, product.slug)}
                    className="inline-block py-2 text-sm font-normal text-muted underline decoration-edge underline-offset-4"
                  >
                    {rich(
                      'compareTable.remove',
                      'Remove<hidden> {name}</hidden>' /* takes a product out of the comparison */,
                      {
                        hidden: (text) => <span className="sr-only">{text}</span>,
                        name: product.name,
                      },
                    )}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.title}>
              <tr>
                <th
                  colSpan={products.length + 1}
                  scope="rowgroup"
                  className="border-b border-line py-2 font-bold"
                >
                  <span className="sticky inset-x-0">{group.title}</span>
                </th>
              </tr>
              {group.rows.map(({ key, label, values, show = (value) => value }) => (
                <tr key={key}>
                  <th scope="row" className={`${labelCell} py-3 text-sm/6 font-normal text-muted`}>
                    <span dir="auto">{label}</span>
                  </th>
                  {products.map(({ id }, index) => (
                    <td key={id} className={cell}>
                      {showValue(values[index], (value) => show(value, index))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <h2 className="mt-10 text-xl font-bold">{t('compareTable.tagsInCommon', 'Tags in common')}</h2>
      {shared.length > 0 ? (
        <div className="mt-3">
          <TagChips tags={shared} />
        </div>
      ) : (
        <p className="mt-2 text-muted">
          {t('compareTable.noTagsInCommon', 'None.' /* tags that all compared products have */)}
        </p>
      )}
      {products.length < COMPARED_MAX && (
        <p className="mt-10">
          <a href={compareFormPath(slugs)} rel="nofollow" className={buttonClasses()}>
            {t('compareTable.add', 'Add {aNoun}' /* to the comparison */)}
          </a>
        </p>
      )}
    </>
  );
}

const showValue = (value: string | null | undefined, show: (value: string) => ReactNode) =>
  value === null || value === undefined || value === '' ? (
    <span className="text-muted">{t('fields.notKnown', 'Not known')}</span>
  ) : (
    show(value)
  );

export type DeclaredField = Pick<FormField, 'key' | 'label'>;

export function rowsOf(products: readonly ComparedProduct[], fields: readonly DeclaredField[]): CompareRow[] {
  const isShared = (slug: string) => products.every(({ tags }) => tags.some((tag) => tag.slug === slug));
  const ownTags = products.map(({ tags }) => tags.filter(({ slug }) => !isShared(slug)));
  return [
    ...fields.map((field) => factRow(products, field)).filter(({ values }) => values.some(Boolean)),
    {
      key: 'upvotes',
      label: t('product.upvotes', 'Upvotes'),
      values: products.map(({ upvoteCount }) => formatCount(upvoteCount)),
    },
    {
      key: 'bookmarks',
      label: t('product.bookmarks', 'Bookmarks'),
      values: products.map(({ bookmarkCount }) => formatCount(bookmarkCount)),
    },
    {
      key: 'listed',
      label: t('product.listed', 'Listed' /* the day on which the product was listed */),
      values: products.map(({ approvedAt }) => approvedAt && formatShortDate(approvedAt)),
    },
    {
      key: 'website',
      label: t('product.website', 'Website' /* of the product */),
      values: products.map(hostOf),
      show: (host, index) =>
        products[index]?.linkHeldAt === undefined ? (
          <a
            href={escapeURL(products[index]?.url ?? '')}
            rel={productRel(products[index] ?? {})}
            className="underline decoration-edge underline-offset-4"
          >
            {host}
          </a>
        ) : (
          t('compareTable.siteHasChanged', '{host} has changed since it was listed', { host })
        ),
    },
    ...(ownTags.some((tags) => tags.length > 0)
      ? [
          {
            key: 'tags',
            label: t('compareTable.otherTags', 'Other tags' /* tags that not all compared products have */),
            values: ownTags.map(
              (tags) =>
                formatRow(tags.map(({ name }) => name)) ||
                t('compareTable.noOtherTags', 'None' /* other tags of a product */),
            ),
          },
        ]
      : []),
  ];
}

function factRow(products: readonly ComparedProduct[], { key, label }: DeclaredField): CompareRow {
  const parts = products.map(({ facts }) => facts?.find((fact) => fact.key === key)?.parts);
  return {
    key: `fact ${key}`,
    label,
    values: parts.map((each) => each?.map(({ text, url = text }) => url).join(', ') ?? null),
    show: (_, index) => <FactParts parts={parts[index] ?? []} />,
  };
}
