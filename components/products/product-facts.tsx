import type { ReactNode } from 'react';
import { RoleMark } from '@/components/layout/role-mark';
import { formerMember } from '@/lib/contract/plain/site-words';
import { useHydrated } from '@/hooks/use-browser';
import type { Fact as DeclaredFact } from '@/lib/contract/field';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import type { Product } from '@/lib/contract/product';
import { formatTimeAgo, formatShortDate } from '@/lib/format/figures';
import { escapeURL, hostOf, profilePath, tagPath } from '@/lib/pages/paths';
import { productRel } from '@/lib/product-rel';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** The facts beside a product's description: what the site declares, tags, submitter, date and website. */
export function ProductFacts({
  product: {
    facts = [],
    tags,
    submitter,
    approvedAt,
    createdAt,
    url,
    host,
    linkHeldAt,
    standing,
    verifiedHost,
  },
}: {
  product: Product;
}) {
  const listedAt = approvedAt ?? createdAt;
  return (
    <dl className="product-facts">
      <DeclaredFacts facts={facts} />
      {tags.length > 0 && (
        <Fact term={t('product.tags', 'Tags')}>
          <TagChips tags={tags} />
        </Fact>
      )}
      {submitter && (
        <Fact term={t('product.submittedBy', 'Submitted by' /* before the name of a member */)}>
          {submitter.handle === FORMER_MEMBER.handle ? (
            <span>{formerMember()}</span>
          ) : (
            <a
              href={profilePath(submitter.handle)}
              dir="auto"
              className="-my-1.5 inline-block py-1.5 underline decoration-edge underline-offset-4 hover:text-accent"
            >
              {submitter.name}
            </a>
          )}
          <RoleMark role={submitter.role} />
        </Fact>
      )}
      <Fact
        term={
          approvedAt ? t('product.listed', 'Listed') : t('product.submitted', 'Submitted' /* before a day */)
        }
      >
        <time dateTime={listedAt}>{formatShortDate(listedAt)}</time>
      </Fact>
      <Fact
        term={t('product.website', 'Website')}
        note={
          verifiedHost !== undefined && (
            <span className="wrap-anywhere">
              {t('product.verifiedOwner', 'Verified owner of {host}', {
                host: verifiedHost,
              })}
            </span>
          )
        }
      >
        <a
          {...(linkHeldAt
            ? { href: `#${LINK_NOTICE_ID}` }
            : { href: escapeURL(url), rel: productRel({ standing }) })}
          className="-my-1.5 inline-block py-1.5 underline decoration-edge underline-offset-4 hover:text-accent"
        >
          {hostOf({ url, host })}
        </a>
      </Fact>
    </dl>
  );
}

export function TagChips({ tags }: Pick<Product, 'tags'>) {
  return (
    <ul className="flex flex-wrap gap-2">
      {tags.map(({ slug, name }) => (
        <li key={slug}>
          <a href={tagPath(slug)} className="chip" dir="auto">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The values of declared fields, and when each was checked: once below the last one if that is the same for all. */
function DeclaredFacts({ facts }: { facts: readonly DeclaredFact[] }) {
  const isHydrated = useHydrated();
  const format = isHydrated ? formatTimeAgo : formatShortDate;
  const isSameForAll = new Set(facts.map(({ checkedAt }) => format(checkedAt))).size === 1;
  return facts.map(({ key, label, parts, checkedAt }, index) => (
    <Fact
      key={key}
      term={<span dir="auto">{label}</span>}
      note={
        (!isSameForAll || index === facts.length - 1) && (
          <span>
            {rich('product.factChecked', 'Checked <time>{when}</time>' /* the value of a field */, {
              time: (text) => <time dateTime={checkedAt}>{text}</time>,
              when: format(checkedAt),
            })}
          </span>
        )
      }
    >
      <FactParts parts={parts} />
    </Fact>
  ));
}

export function FactParts({ parts }: Pick<DeclaredFact, 'parts'>) {
  return parts.map(({ text, url }, place) => (
    <span key={text} dir="auto" className="wrap-anywhere">
      {place > 0 && <span>{t('list.comma', ', ' /* between the items of a list */)}</span>}
      {url === undefined ? (
        <span>{text}</span>
      ) : (
        <a
          href={escapeURL(url)}
          rel="noopener nofollow ugc"
          className="-my-1.5 inline-block py-1.5 underline decoration-edge underline-offset-4 hover:text-accent"
        >
          {text}
        </a>
      )}
    </span>
  ));
}

function Fact({ term, note, children }: { term: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-sm/6 text-muted">{term}</dt>
      <dd>{children}</dd>
      {note && <dd className="mt-1 text-sm text-muted">{note}</dd>}
    </div>
  );
}

export const LINK_NOTICE_ID = 'link-notice';

/** Stands before the link to a site that has changed since it was listed. */
export function LinkNotice({
  name,
  url,
  host: ownHost,
  linkHeldAt,
}: Pick<Product, 'name' | 'url' | 'host' | 'linkHeldAt'>) {
  if (linkHeldAt === undefined) return null;
  const host = hostOf({ url, host: ownHost });
  return (
    <section
      id={LINK_NOTICE_ID}
      aria-labelledby="link-notice-title"
      className="mt-6 rounded-card border border-edge bg-surface p-5"
    >
      <h2 id="link-notice-title" className="text-lg font-bold">
        {t('linkNotice.title', 'This site has changed')}
      </h2>
      <p className="mt-1">
        {rich(
          'linkNotice.since',
          'Since <time>{day}</time>, <site>{host}</site> has shown something else than when <bdi>{name}</bdi> was listed. It may have been sold or hijacked. A moderator will look at it.',
          {
            time: (text) => <time dateTime={linkHeldAt}>{text}</time>,
            day: formatShortDate(linkHeldAt),
            site: (text) => <span>{text}</span>,
            host,
            bdi: (text) => <bdi>{text}</bdi>,
            name,
          },
        )}
      </p>
      <p className="mt-4">
        <a href={escapeURL(url)} rel="noopener nofollow ugc" className="underline underline-offset-4">
          {t('linkNotice.visitAnyway', 'Visit {host} anyway', { host })}
        </a>
      </p>
    </section>
  );
}
