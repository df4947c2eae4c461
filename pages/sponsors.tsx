import type { GetServerSideProps } from 'next';
import { TextPage } from '@/components/layout/text-page';
import type { Sponsor } from '@/lib/contract/plain/site';
import { siteNotices } from '@/lib/in-process';
import { allowSharedCaching } from '@/lib/pages/load-page';
import { site } from '@/lib/site';
import { formatDate } from '@/lib/format/figures';

type SponsorsPageProps = { sponsors: readonly Sponsor[] };

export const getServerSideProps: GetServerSideProps<SponsorsPageProps> = ({ res }) => {
  allowSharedCaching(res);
  return Promise.resolve({ props: { sponsors: siteNotices().sponsors } });
};

export default function SponsorsPage({ sponsors }: SponsorsPageProps) {
  return (
    <TextPage
      title="Sponsors"
      description={`Who sponsors ${site.name} today, and what a sponsor gets.`}
      canonicalPath="/sponsors"
      lead={`Sponsors pay for a place beside the lists of ${site.name}. Each place is labelled and has an end.`}
    >
      {sponsors.length === 0 ? (
        <p>Nobody sponsors {site.name} today.</p>
      ) : (
        <ul>
          {sponsors.map(({ name, text, url, from, until }) => (
            <li key={`${name} ${url}`}>
              <a href={url} rel="sponsored noopener">
                <bdi>{name}</bdi>
              </a>
              : <bdi>{text}</bdi>, from <time dateTime={from}>{formatDate(from)}</time> to{' '}
              <time dateTime={until}>{formatDate(until)}</time>
            </li>
          ))}
        </ul>
      )}
      <h2 id="order">What a sponsor does not get</h2>
      <p>
        A place changes no list and no search. Who pays cannot move a {site.noun} up:{' '}
        <a href="/ranking">the ranking</a> counts upvotes.
      </p>
    </TextPage>
  );
}
