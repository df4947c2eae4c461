import { type ComponentType, useEffect, useState } from 'react';
import { BadgeCode } from '@/components/layout/badge-code';
import { ProductMark, ProductScreenshot } from '@/components/layout/images';
import { Products } from '@/components/products/lists/products';
import { Button } from '@/components/ui/button';
import { MissingPart } from '@/components/ui/missing-part';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useSessionToken, useUser } from '@/hooks/use-user';
import { useSignIn } from '@/hooks/use-sign-in';
import type { Product } from '@/lib/contract/product';
import { formatShortDate } from '@/lib/format/figures';
import type { AlternativeList } from '@/lib/pages/product-paths';
import { productPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { AlternativesSection } from './alternatives-section';
import { LinkNotice, ProductFacts } from './product-facts';
import { ProductHead } from './product-head';
import { ReportLink } from './report-link';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ModeratorForm = ComponentType<{ product: Product }>;

type ProductArticleProps = {
  product: Product;
  related?: readonly ProductSummary[];
  /** Absent for a product that is not public. */
  alternatives?: AlternativeList;
  /** The forms that change what the product says. Only moderators load them. */
  loadListedForms?: () => Promise<ModeratorForm>;
  /** The form for suggested changes. Only members load it. */
  loadSuggestEdit?: () => Promise<ComponentType<SuggestEditProps>>;
};

export function ProductArticle(props: ProductArticleProps) {
  const { product, related = [], alternatives, loadListedForms, loadSuggestEdit } = props;
  return (
    <article>
      <ProductHead product={product} />
      <LinkNotice {...product} />
      {product.discontinuation && <Discontinued {...product.discontinuation} />}
      <div className="product-columns">
        <section aria-labelledby="about">
          {product.screenshotURL && (
            <ProductScreenshot
              src={product.screenshotURL}
              sizes="(width >= 64rem) 42rem, 100vw"
              className="mb-8 w-full"
              isEager
            />
          )}
          <h2 id="about" className="mb-3 text-xl font-bold">
            {t('product.about', 'About' /* heading of the description */)}
          </h2>
          {product.descriptionHTML ? (
            <SanitizedHTML html={product.descriptionHTML} lang={product.languages?.description} />
          ) : (
            <NoDescription isSuggestible={loadSuggestEdit !== undefined} />
          )}
          {loadSuggestEdit && product.status === 'approved' && (
            <EditSection product={product} load={loadSuggestEdit} />
          )}
          {product.status === 'approved' && <BadgeCode name={product.name} slug={product.slug} />}
          {(product.status === 'approved' || product.status === 'discontinued') && (
            <ReportLink product={product} />
          )}
        </section>
        <ProductFacts product={product} />
        {alternatives && <AlternativesSection {...alternatives} />}
        {related.length > 0 && (
          <section aria-labelledby="related">
            <h2 id="related" className="text-xl font-bold">
              {t('product.related', 'More like this')}
            </h2>
            <Products products={related} headingLevel={3} isLazy />
          </section>
        )}
      </div>
      {loadListedForms && <ModeratorTools product={product} load={loadListedForms} />}
      <ModeratorTools key={product.status} product={product} load={loadModeratorForms} />
    </article>
  );
}

/** Says since when and why the product is discontinued, and where to go instead. */
function Discontinued({
  discontinuedOn,
  reason,
  languages,
  successors,
}: NonNullable<Product['discontinuation']>) {
  return (
    <section aria-labelledby="discontinued" className="mt-6 rounded-card border border-edge bg-surface p-5">
      <h2 id="discontinued" className="text-lg font-bold">
        {rich('product.discontinuedSince', 'Discontinued since <time>{day}</time>', {
          time: (text) => <time dateTime={discontinuedOn}>{text}</time>,
          day: formatShortDate(discontinuedOn),
        })}
      </h2>
      <p dir="auto" lang={languages?.reason} className="mt-1 text-page-start whitespace-pre-line">
        {reason}
      </p>
      {successors.length > 0 && (
        <>
          <h3 className="mt-4 text-sm text-muted">
            {t('discontinuation.successors', 'Where to go instead')}
          </h3>
          <ul className="mt-1">
            {successors.map((successor) => (
              <li key={successor.id}>
                <a
                  href={productPath(successor.slug)}
                  className="flex items-center gap-3 rounded-control py-2 hover:text-accent"
                >
                  <ProductMark product={successor} size="hit" isEager />
                  <span className="min-w-0">
                    <span
                      dir="auto"
                      lang={successor.languages?.name}
                      className="block truncate text-page-start font-semibold"
                    >
                      {successor.name}
                    </span>
                    <span dir="auto" className="block truncate text-page-start text-sm text-muted">
                      {successor.status === 'discontinued'
                        ? t(
                            'product.discontinuedToo',
                            'Discontinued, too' /* in place of the tagline of a successor */,
                          )
                        : successor.tagline}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const loadModeratorForms = async () =>
  (await import('@/components/products/forms/moderator-forms')).ModeratorForms;

/** What moderators do with a public product. Only they load it. */
function ModeratorTools({ product, load }: { product: Product; load: () => Promise<ModeratorForm> }) {
  const { user } = useUser();
  const isPublic = product.status === 'approved' || product.status === 'discontinued';
  const isModerator = isPublic && user !== undefined && user.role !== 'member';
  const { Component, isMissing, retry } = useLazyPart(load, isModerator);
  if (isMissing)
    return (
      <MissingPart onRetry={retry}>
        {t(
          'moderatorForms.notLoaded',
          "The forms for moderators couldn't be loaded. Check your connection and try again.",
        )}
      </MissingPart>
    );
  return Component && isModerator ? <Component product={product} /> : null;
}

function NoDescription({ isSuggestible }: { isSuggestible: boolean }) {
  const isMember = Boolean(useSessionToken());
  return (
    <p className="text-muted">
      <span>
        {isMember && isSuggestible
          ? rich('product.suggestDescription', 'No description yet. <suggest>Suggest one</suggest>', {
              suggest: (inner) => (
                <a href="#suggest-edit" className="underline underline-offset-4">
                  {inner}
                </a>
              ),
            })
          : t('product.noDescription', 'No description yet.')}
      </span>
    </p>
  );
}

type SuggestEditProps = {
  product: Product;
  isOpen: boolean;
  onClose: () => void;
};

type EditSectionProps = { product: Product; load: () => Promise<ComponentType<SuggestEditProps>> };

const HASH = '#suggest-edit';

/** Where members suggest changes, and see those that others have suggested. Visitors sign in first, and come back here. */
function EditSection({ product, load }: EditSectionProps) {
  const isMember = Boolean(useSessionToken());
  const signIn = useSignIn();
  const [isOpen, setIsOpen] = useState(false);
  const { Component, isMissing, retry } = useLazyPart(load, isMember);

  // Links lead here, from this page and after a sign-in.
  useEffect(() => {
    const follow = () => isMember && window.location.hash === HASH && setIsOpen(true);
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [isMember]);

  function press(): void {
    if (!isMember) return signIn.open(productPath(product.slug) + HASH);
    setIsOpen(!isOpen);
    if (isMissing) retry();
  }

  return (
    <div id={HASH.slice(1)} className="mt-4">
      <Button className="needs-script" aria-expanded={isMember ? isOpen : undefined} onClick={press}>
        {rich('product.suggestEdit', 'Suggest an edit<hidden> of {name}</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
          name: product.name,
        })}
      </Button>
      {isOpen && isMissing && (
        <MissingPart onRetry={retry}>
          {t('form.notLoaded', "The form couldn't be loaded. Check your connection and try again.")}
        </MissingPart>
      )}
      {Component && isMember && (
        <Component product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}
