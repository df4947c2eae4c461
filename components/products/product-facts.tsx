import type { ReactNode } from 'react';
import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import type { Product } from '@/lib/contract/product';
import { formatDate } from '@/lib/format/figures';
import { hostOf } from '@/lib/host';
import { profilePath, tagPath } from '@/lib/pages/paths';

/** The facts beside a product's description: tags, submitter, date and website. */
export function ProductFacts({
  product: { tags, submitter, approvedAt, createdAt, url },
}: {
  product: Product;
}) {
  const listedAt = approvedAt ?? createdAt;
  return (
    <dl className="grid gap-5 max-lg:border-t max-lg:border-line max-lg:pt-6">
      {tags.length > 0 && (
        <Fact term="Tags">
          <ul className="flex flex-wrap gap-2">
            {tags.map(({ slug, name }) => (
              <li key={slug}>
                <a href={tagPath(slug)} className="chip" dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {submitter && (
        <Fact term="Submitted by">
          {submitter.handle === FORMER_MEMBER.handle ? (
            submitter.name
          ) : (
            <a
              href={profilePath(submitter.handle)}

              dir="auto"
              className="-my-1.5 inline-block py-1.5 underline decoration-edge underline-offset-4 hover:text-accent"
            >
              {submitter.name}
            </a>
          )}
        </Fact>
      )}
      <Fact term={approvedAt ? 'Listed' : 'Submitted'}>
        <time dateTime={listedAt}>{formatDate(listedAt)}</time>
      </Fact>
      <Fact term="Website">
        <a
          href={url}
          rel="noopener ugc"
          className="-my-1.5 inline-block py-1.5 underline decoration-edge underline-offset-4 hover:text-accent"
        >
          {hostOf(url)}
        </a>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-sm/6 text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
