import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import {
  acceptSiteCall,
  followSiteCall,
  listSiteChecksCall,
  type SeenPage,
  type SiteCheck,
} from '@/lib/contract/site-check';
import { formatShortDate } from '@/lib/format/figures';
import { escapeURL, hostOf, productPath } from '@/lib/pages/paths';
import { Intro, ModeratorList, Row, TEXT_LINK, useDecisions } from '@/components/moderation/moderator-list';
import { perLanguage } from '@/lib/texts/language';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export default function SiteChecks() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'sites',
    (after) => call(listSiteChecksCall, { query: { after } }),
    ({ siteChecks }) => siteChecks,
  );
  return (
    <>
      <Intro ref={intro}>
        {t(
          'sites.about',
          'Each listed site is visited once a week and compared with what it was. Nothing is removed: the link to a changed site stands behind a notice until you have looked at it.',
        )}
      </Intro>
      <ModeratorList
        failed={t('sites.notLoaded', "We couldn't load the sites")}
        showing={(count) =>
          t('sites.showing', 'Showing {count, plural, one {# site} other {# sites}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState title={t('sites.none', 'All sites are what they were')}>
            {t('sites.noneYet', 'A site that changes, moves or goes away appears here.')}
          </EmptyState>
        }
      >
        {(check) => (
          <SiteCheckItem
            key={check.product.id}
            check={check}
            isDeciding={isDeciding}
            onAccept={() =>
              void decide(
                () => call(acceptSiteCall, visitOf(check)),
                t('sites.accepted', '{name} is fine as it is.', { name: check.product.name }),
              )
            }
            onFollow={() =>
              void decide(
                () => call(followSiteCall, visitOf(check)),
                t('sites.followed', '{name} has its new link now.', { name: check.product.name }),
              )
            }
          />
        )}
      </ModeratorList>
    </>
  );
}

type SiteCheckItemProps = {
  check: SiteCheck;
  isDeciding: boolean;
  onAccept: () => void;
  onFollow: () => void;
};

function SiteCheckItem({ check, isDeciding, onAccept, onFollow }: SiteCheckItemProps) {
  const { product, concern, concernSince, checkedAt, problem, before, after, movedTo } = check;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        {rich(
          'sites.concern',
          '{concern, select, changed {<product></product><span> has changed</span>} moved {<product></product><span> has moved</span>} other {<product></product><span> is gone</span>}}' /* a site */,
          {
            concern,
            product: () => (
              <a href={productPath(product.slug)} className="hover:text-accent">
                <bdi>{product.name}</bdi>
              </a>
            ),
            span: (text) => <span>{text}</span>,
          },
        )}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t('sites.dates', 'Since {since} · visited {visited}', {
          since: formatShortDate(concernSince),
          visited: formatShortDate(checkedAt),
        })}
      </p>
      <dl className="mt-2 flex flex-col gap-2 text-sm">
        {problem !== null && <Row term={t('sites.problem', 'What was found')}>{problem}</Row>}
        <Row term={t('sites.link', 'Link' /* where the site was so far */)}>
          <a href={escapeURL(product.url)} rel="noopener noreferrer nofollow" className={TEXT_LINK}>
            {product.url}
          </a>
        </Row>
        {concern === 'moved' && movedTo !== null && (
          <Row term={t('sites.newLink', 'New link' /* where the site is now */)}>
            <a href={escapeURL(movedTo)} rel="noopener noreferrer nofollow" className={TEXT_LINK}>
              {movedTo}
            </a>
          </Row>
        )}
        {concern !== 'moved' && before && (
          <SeenPageRow term={t('sites.before', 'Before' /* what the site said */)} page={before} />
        )}
        {after && <SeenPageRow term={t('sites.now', 'Now' /* what the site says */)} page={after} />}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        {concern === 'moved' && (
          <Button look="primary" size="small" aria-disabled={isDeciding} onClick={onFollow}>
            {rich('sites.follow', 'Use the new link<hidden> of {name}</hidden>', {
              hidden,
              name: product.name,
            })}
          </Button>
        )}
        <Button size="small" aria-disabled={isDeciding} onClick={onAccept}>
          <span key={concern}>
            {rich(
              'sites.accept',
              '{concern, select, changed {The site is fine<hidden> of {name}</hidden>} moved {Keep the link<hidden> of {name}</hidden>} other {Keep waiting for the site<hidden> of {name}</hidden>}}',
              { concern, hidden, name: product.name },
            )}
          </span>
        </Button>
        <a href={productPath(product.slug)} className={buttonClasses({ size: 'small' })}>
          {rich(
            'sites.open',
            'Open the {noun}<hidden> {name}, to mark it as discontinued or to change it</hidden>',
            { hidden, name: product.name },
          )}
        </a>
      </div>
    </li>
  );
}

const languageNames = /* @__PURE__ */ perLanguage(
  (language) => new Intl.DisplayNames(language, { type: 'language' }),
);

function SeenPageRow({
  term,
  page: { title, excerpt, url, host, language, certificateSince },
}: {
  term: string;
  page: SeenPage;
}) {
  return (
    <Row term={term}>
      <span dir="auto" className="font-semibold">
        {title || t('queueContext.noTitle', 'No title' /* in place of the title of a page */)}
      </span>
      {excerpt && <span dir="auto">{` · ${excerpt}`}</span>}
      <span className="block text-muted">
        {[
          hostOf({ url, host }),
          language && languageNames().of(language),
          certificateSince &&
            t('sites.certificate', 'certificate since {day}' /* of the site, beside other facts */, {
              day: formatShortDate(certificateSince),
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Row>
  );
}

/** The site as the moderator has seen it: a later visit may have found something else. */
const visitOf = ({ product, checkedAt }: SiteCheck) => ({
  params: { id: product.id },
  body: { seen: checkedAt },
});
