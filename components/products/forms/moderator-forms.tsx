import { MemberHandle } from '@/components/layout/role-mark';
import { Button, buttonClasses } from '@/components/ui/button';
import { useProductClaims } from '@/hooks/use-claims';
import type { Product } from '@/lib/contract/product';
import { formatShortDate } from '@/lib/format/figures';
import { DiscontinueForm } from './discontinue-form';
import { MergeForm } from './merge-form';

/** What moderators do with a public product. In one file, which only they load. */
export function ModeratorForms({ product }: { product: Product }) {
  return (
    <>
      <DiscontinueForm product={product} />
      <MergeForm product={product} />
      <ProductClaims productId={product.id} />
      <p className="mt-4 border-t border-line pt-4">
        <a href={`/moderation/history?id=${product.id}`} className={buttonClasses()}>
          History<span className="sr-only">{` of ${product.name}`}</span>
        </a>
      </p>
    </>
  );
}

/** For moderators: who is verified as the owner of a product's site. Nothing without such members. */
export function ProductClaims({ productId }: { productId: string }) {
  const { claims = [], isWithdrawing, withdraw } = useProductClaims(productId);
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="mt-4 border-t border-line pt-4">
      <h2 id="claims" className="font-semibold">
        Moderators: verified owners
      </h2>
      <ul className="mt-2 flex flex-col gap-3">
        {claims.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="wrap-anywhere">
              <MemberHandle handle={claim.memberHandle} role={claim.memberRole} />
              <span>{` of ${claim.host}, since `}</span>
              <time dateTime={claim.verifiedAt}>{formatShortDate(claim.verifiedAt)}</time>
            </span>
            <Button
              look="danger"
              size="small"
              disabled={isWithdrawing}
              onClick={() => void withdraw(claim.id)}
            >
              Withdraw<span className="sr-only">{` the claim of @${claim.memberHandle}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
