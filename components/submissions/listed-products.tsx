import { ProductMark } from '@/components/layout/images';
import { useMemo } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useReactions } from '@/hooks/use-reactions';
import type { ProductReference } from '@/lib/contract/product-reference';
import { hostOf, productPath } from '@/lib/pages/paths';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

type ProductProps = { product: ProductReference };

/** Says which product has the URL already, and offers what to do instead of submitting it again. */
export function DuplicateNotice({ product }: ProductProps) {
  return (
    <div className="rounded-card border border-edge bg-surface p-4 sm:px-6">
      <p className="mb-3 font-semibold">{describeListing(product)}</p>
      {product.status === 'approved' ? (
        <UpvotableProduct product={product} />
      ) : (
        <ListedProduct
          product={product}
          line={describeStatus(product)}
          action={<NextStep product={product} />}
        />
      )}
    </div>
  );
}

/** Says that the URL is taken by a product of which the member may know no more. */
export const TakenNotice = ({ children }: { children: string }) => (
  <p className="rounded-card border border-edge bg-surface p-4 font-semibold sm:px-6">{children}</p>
);

/** Lists products of a similar name, in case the member means one of them. */
export function SimilarProducts({ products }: { products: readonly ProductReference[] }) {
  const names = formatRow(products.map(({ name }) => name));
  return (
    <>
      <VisuallyHidden live>
        {names && t('listedProducts.similar', 'Listed under a similar name: {names}.', { names })}
      </VisuallyHidden>
      {products.length > 0 && (
        <div
          role="group"
          aria-label={t('listedProducts.isItOneOfThese', 'Is it one of these?')}
          className="mt-3 rounded-card border border-line p-4"
        >
          <p aria-hidden="true" className="mb-3 text-sm font-semibold">
            {t('listedProducts.isItOneOfThese', 'Is it one of these?')}
          </p>
          <ul className="flex flex-col gap-3">
            {products.map((product) => (
              <li key={product.id}>
                <ListedProduct product={product} line={hostOf(product)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function UpvotableProduct({ product }: ProductProps) {
  const products = useMemo(() => [product], [product]);
  const { reactionTo, toggle } = useReactions(products);
  const { isUpvoted, upvoteCount } = reactionTo(product);
  return (
    <ListedProduct
      product={product}
      line={t('product.upvoteCount', '{count, plural, one {# upvote} other {# upvotes}}', {
        count: upvoteCount,
      })}
      action={
        <Button aria-pressed={isUpvoted} onClick={() => toggle('upvote', product)}>
          <Icon name={isUpvoted ? 'check' : 'caret-up'} className="size-4" />
          {t('listedProducts.upvoteInstead', 'Upvote it instead')}
        </Button>
      }
    />
  );
}

type ListedProductProps = ProductProps & {
  line: string;
  action?: Elements;
};

function ListedProduct({ product, line, action }: ListedProductProps) {
  const { name, slug, imageURL, status } = product;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ProductMark product={{ name, iconURL: imageURL }} size="list" isEager />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="truncate text-page-start font-bold">
          {status === 'approved' || status === 'discontinued' ? (
            // A new tab, so that the form stays open.
            <a href={productPath(slug)} target="_blank" className="hover:underline">
              <span>{name}</span>
              <Icon name="arrow-up-right" className="ms-1 inline size-3.5 text-muted" />
              <span className="sr-only">{` ${t('link.opensNewTab', '(opens in a new tab)')}`}</span>
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-sm text-muted">{line}</p>
      </div>
      {action}
    </div>
  );
}

/** Of products that are not public, members see their own, and moderators all. */
function NextStep({ product: { id, isOwn, status } }: ProductProps) {
  if (!isOwn) return null;
  if (status === 'pending') {
    return (
      <a href="/account/profile?status=pending" className={buttonClasses()}>
        {t('account.goToDashboard', 'Go to your dashboard')}
      </a>
    );
  }
  return (
    status === 'rejected' && (
      <a href={`/account/submit?id=${id}`} className={buttonClasses()}>
        {t('submission.editAndResubmit', 'Edit and resubmit')}
      </a>
    )
  );
}

function describeListing({ isOwn, status }: ProductReference): string {
  if (status === 'removed')
    return t('listedProducts.removed', 'This {noun} was listed before, but it has been removed.');
  if (status === 'approved') return t('listedProducts.listed', 'This {noun} is already listed.');
  if (status === 'discontinued')
    return t('listedProducts.discontinued', 'This {noun} is listed as discontinued.');
  return isOwn
    ? t('listedProducts.submittedByYou', "You've already submitted this {noun}.")
    : t('listedProducts.submitted', 'This {noun} has already been submitted.');
}

function describeStatus({ status }: ProductReference): string {
  if (status === 'pending') return t('listedProducts.pending', "It's waiting for a moderator.");
  return status === 'rejected'
    ? t('listedProducts.rejected', 'It was rejected.')
    : t('listedProducts.refused', "It can't be submitted again.");
}
