import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import { RoleMark } from '@/components/layout/role-mark';
import { HOT_PLACES_MAX } from '@/lib/contract/plain/ranking';
import type { Product } from '@/lib/contract/product';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { profilePath, rankingPath } from '@/lib/pages/paths';

/** The product's place, when and by whom it was listed, and how many members upvoted and bookmarked it. */
export function ProductStanding({ product, upvoteCount }: { product: Product; upvoteCount: number }) {
  const { status, approvedAt, createdAt, submitter, bookmarkCount, standing } = product;
  if (status !== 'approved' && status !== 'discontinued') return null;
  const listedAt = approvedAt ?? createdAt;
  return (
    <p className="product-standing">
      {standing && (
        <span>
          <a href={rankingPath(product.slug)} rel="nofollow">
            <span>{`${
              standing.place === null
                ? `Below #${formatCount(HOT_PLACES_MAX)}`
                : `#${formatCount(standing.place)}`
            } of ${formatCount(standing.productCount)}`}</span>
            <span className="sr-only"> in the hot list</span>
          </a>
        </span>
      )}
      <span>
        <span>Listed </span>
        <time dateTime={listedAt}>{formatShortDate(listedAt)}</time>
        {submitter && (
          <>
            <span> by </span>
            {submitter.handle === FORMER_MEMBER.handle ? (
              <span>{submitter.name}</span>
            ) : (
              <a href={profilePath(submitter.handle)} dir="auto">
                {submitter.name}
              </a>
            )}
            <RoleMark role={submitter.role} />
          </>
        )}
      </span>
      <span>{countOf(upvoteCount, 'upvote', 'upvotes')}</span>
      <span>{countOf(bookmarkCount, 'bookmark', 'bookmarks')}</span>
    </p>
  );
}
