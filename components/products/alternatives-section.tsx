import { useCallback } from 'react';
import { FailurePage } from '@/components/layout/message-page';
import type { Elements } from '@/components/ui/elements';
import {
  comparePath,
  type AlternativeList,
  alternativesPath,
  type Subject,
  suggestPath,
} from '@/lib/pages/product-paths';
import type { RowProduct } from '@/components/products/lists/product-row';
import { Products } from '@/components/products/lists/products';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** On the page of a product: the first alternatives, and the way to all of them. */
export function AlternativesSection({ subject, products }: Pick<AlternativeList, 'subject' | 'products'>) {
  const { slug, name } = subject;
  const note = useCompareNote(subject);
  const isEmpty = products.length === 0;
  return (
    <section aria-labelledby="alternatives">
      <h2 id="alternatives" className="text-xl font-bold">
        {t('alternatives.title', 'Alternatives')}
      </h2>
      <p className="mt-1 mb-2 text-muted">
        {isEmpty
          ? t('alternatives.noneYet', 'No alternatives yet.')
          : t('alternatives.aboutUpvotes', 'Upvotes here say how good an alternative each one is.')}
      </p>
      <Products products={products} alternativeTo={name} note={note} headingLevel={3} isLazy />
      <p className="mt-2 flex flex-wrap gap-x-4">
        {!isEmpty && (
          <a href={alternativesPath(slug)} className={LINK}>
            {t('alternatives.seeAll', 'See all alternatives')}
          </a>
        )}
        {name !== undefined && (
          // Without alternatives, the page asks not to be indexed.
          <a href={suggestPath(slug)} rel="nofollow" className={LINK}>
            {t('alternatives.suggest', 'Suggest an alternative')}
          </a>
        )}
      </p>
    </section>
  );
}

const LINK = 'py-2 font-semibold text-accent hover:underline';

/** The link to the comparison of an alternative with the product of the list. None for a removed product. */
export function useCompareNote({ slug, name }: Subject): ((product: RowProduct) => Elements) | undefined {
  const note = useCallback(
    (product: RowProduct) => (
      <a href={comparePath([slug, product.slug])}>
        {rich('alternatives.compare', 'Compare<hidden> {name}</hidden><other> with {otherName}</other>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
          name: product.name,
          other: (text) => <span className="max-[30rem]:sr-only">{text}</span>,
          otherName: name ?? '',
        })}
      </a>
    ),
    [slug, name],
  );
  return name === undefined ? undefined : note;
}

/** The page of a removed product: says so, and where else to go. */
export function RemovedProduct({ alternatives }: { alternatives: AlternativeList | null }) {
  const hasSome = alternatives !== null && alternatives.products.length > 0;
  return <FailurePage failure="gone">{hasSome && <AlternativesSection {...alternatives} />}</FailurePage>;
}
