import Link from 'next/link';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { ProductReference } from '@/lib/contract/product-reference';
import { productPath } from '@/lib/pages/paths';

type ListedProductProps = {
  product: ProductReference;
  /** Under its name. */
  line?: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
};

/** A product that is there already: tile, name, and a link where it has a page. */
export function ProductReferenceRow({ product, line, action }: ListedProductProps) {
  const { name, slug, imageURL, status } = product;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <img
        src={imageURL}
        alt=""
        width={56}
        height={56}
        className="size-14 shrink-0 rounded-control bg-raised object-cover"
      />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="truncate text-left font-bold">
          {status === 'approved' ? (
            // A tab of its own: the form stays where it is.
            <Link href={productPath(slug)} target="_blank" className="hover:underline">
              {name}
              <Icon name="arrow-up-right" className="ml-1 inline size-3.5 text-muted" />
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
          ) : (
            name
          )}
        </p>
        {line && <p className="text-sm text-muted">{line}</p>}
      </div>
      {action}
    </div>
  );
}
