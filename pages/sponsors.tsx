import type { GetServerSideProps } from 'next';
import { TextPage } from '@/components/layout/text-page';
import type { Sponsor } from '@/lib/contract/plain/site';
import { siteNotices } from '@/lib/in-process';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { formatDate } from '@/lib/format/figures';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SponsorsPageProps = { sponsors: readonly Sponsor[] };

export const getServerSideProps: GetServerSideProps<SponsorsPageProps> = ({ res }) => {
  allowSharedCaching(res);
  return Promise.resolve({ props: { sponsors: siteNotices().sponsors } });
};

export default function SponsorsPage({ sponsors }: SponsorsPageProps) {
  return (
    <TextPage
      title={t('sponsors.title', 'Sponsors')}
      description={t('sponsors.description', 'Who sponsors {siteName} today, and what a sponsor gets.')}
      canonicalPath="/sponsors"
      lead={t(
        'sponsors.lead',
        'Sponsors pay for a place beside the lists of {siteName}. Each place is labelled and has an end.',
      )}
    >
      {sponsors.length === 0 ? (
        <p>{t('sponsors.none', 'Nobody sponsors {siteName} today.')}</p>
      ) : (
        <ul>
          {sponsors.map(({ name, text, url, from, until }) => (
            <li key={`${name} ${url}`}>
              {rich(
                'sponsors.sponsor',
                '<link><bdi>{name}</bdi></link>: <bdi>{text}</bdi>, from <start>{from}</start> to <end>{until}</end>',
                {
                  link: (text) => (
                    <a href={url} rel="sponsored noopener">
                      {text}
                    </a>
                  ),
                  bdi: (text) => <bdi>{text}</bdi>,
                  name,
                  text,
                  start: (text) => <time dateTime={from}>{text}</time>,
                  from: formatDate(from),
                  end: (text) => <time dateTime={until}>{text}</time>,
                  until: formatDate(until),
                },
              )}
            </li>
          ))}
        </ul>
      )}
      <h2 id="order">{t('sponsors.limits', 'What a sponsor does not get')}</h2>
      <p>
        {rich(
          'sponsors.limitsText',
          'A place changes no list and no search. Who pays cannot move a {noun} up: <ranking>the ranking</ranking> counts upvotes.',
          { ranking: (text) => <a href="/ranking">{text}</a> },
        )}
      </p>
    </TextPage>
  );
}
