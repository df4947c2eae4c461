import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import type { ProductReference } from '@/lib/contract/product-reference';
import { site } from '@/lib/site';
import { ProductReferenceRow } from './listed-product';
import { UpvotableProduct } from './upvotable-product';

type DuplicateNoticeProps = { product: ProductReference };

/** The address is taken: by which product, and what to do instead of submitting it again. */
export function DuplicateNotice({ product }: DuplicateNoticeProps) {
  return (
    <div className="rounded-card border border-edge bg-surface p-4 sm:px-6">
      <p className="mb-3 font-semibold">{tellWhose(product)}</p>
      {product.status === 'approved' ? (
        <UpvotableProduct product={product} />
      ) : (
        <ProductReferenceRow
          product={product}
          line={tellState(product)}
          action={<OwnStep product={product} />}
        />
      )}
    </div>
  );
}

function OwnStep({ product: { id, isOwn, status } }: DuplicateNoticeProps) {
  if (!isOwn) return null;
  if (status === 'pending') {
    return (
      <Link href="/account/profile?status=pending" className={buttonClasses()}>
        Go to your dashboard
      </Link>
    );
  }
  return (
    status === 'rejected' && (
      <Link href={`/account/submit?id=${id}`} className={buttonClasses()}>
        Edit and submit again
      </Link>
    )
  );
}

function tellWhose({ isOwn, status }: ProductReference): string {
  if (status === 'removed') return `This ${site.noun} was listed before, and was removed.`;
  if (status === 'approved') return `This ${site.noun} is listed already.`;
  return isOwn ? `You have submitted this ${site.noun} already.` : `This ${site.noun} was submitted already.`;
}

function tellState({ status }: ProductReference): string {
  if (status === 'pending') return 'It waits for a moderator.';
  return status === 'rejected' ? 'It was rejected.' : 'It cannot be submitted again.';
}
