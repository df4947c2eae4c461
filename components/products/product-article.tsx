import { SanitizedHTML } from '@/components/ui/sanitized-html';
import type { Product } from '@/lib/contract/product';
import { ProductActions } from './product-actions';
import { ProductFacts } from './product-facts';
import { ProductImage } from './product-image';

/** The content of a product's page. */
export function ProductArticle({ product }: { product: Product }) {
  return (
    <article className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <ProductImage
        product={product}
        sizes="(width >= 64rem) 44rem, 100vw"
        className="aspect-[16/10] h-auto w-full rounded-card bg-raised object-cover"
        isEager
      />
      <header className="flex flex-col justify-center">
        <h1 dir="auto" className="text-2xl font-extrabold text-balance lg:text-3xl">
          {product.name}
        </h1>
        <p dir="auto" className="mt-3 mb-6 text-lg text-muted">
          {product.tagline}
        </p>
        <ProductActions product={product} />
      </header>
      {product.descriptionHTML && (
        <section aria-labelledby="about">
          <h2 id="about" className="sr-only">
            About {product.name}
          </h2>
          <SanitizedHTML html={product.descriptionHTML} />
        </section>
      )}
      <div className="lg:col-start-2">
        <ProductFacts product={product} />
      </div>
    </article>
  );
}
