import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { buttonClasses } from '@/components/ui/button';
import { call } from '@/lib/api/http';
import { describeLogEntry } from '@/lib/contract/plain/moderation-log';
import { feedPath } from '@/lib/contract/plain/site';
import { listLogEntriesCall, type LogEntry } from '@/lib/contract/moderation-log';
import { env } from '@/lib/env';
import { formatMinute } from '@/lib/format/figures';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { productPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const PATH = '/moderation-log';

type LogPageProps = LoadedPage<{ entries: LogEntry[]; after: string | null; nextCursor: string | null }>;

export const getServerSideProps: GetServerSideProps<LogPageProps> = ({ query, res }) =>
  loadPage(res, async () => {
    const after = queryValue(query.after);
    return { ...(await call(listLogEntriesCall, { query: { after } })), after: after ?? null };
  });

const pathAfter = (cursor: string | null) => (cursor === null ? PATH : `${PATH}?after=${cursor}`);

export default function ModerationLogPage(loaded: LogPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { entries, after, nextCursor } = loaded.content;
  return (
    <Page
      title={t('moderationLog.title', 'Moderation log')}
      description={t(
        'moderationLog.description',
        'Every decision of the moderators of {siteName}, newest first.',
      )}
      canonicalPath={after === null ? PATH : undefined}
      feedOf={PATH}
      markdownOf={pathAfter(after)}
    >
      <article className="mx-auto max-w-prose">
        <h1 className="text-2xl font-extrabold sm:text-3xl">{t('moderationLog.title', 'Moderation log')}</h1>
        <p className="mt-3 text-lg text-muted">
          {t(
            'moderationLog.lead',
            'Every decision of the moderators of {siteName}. Entries are never changed or removed.',
          )}
        </p>
        <div className="prose mt-8">
          <p>
            {rich(
              'moderationLog.follow',
              "You can follow the log <feed>as a feed</feed> or read it <json>as JSON</json>. Submissions that aren't public have no name here, and members are never named. <rules>The rules</rules> say what is asked of submissions.",
              {
                feed: (text) => <a href={feedPath(PATH)}>{text}</a>,
                json: (text) => <a href={`${env.serverURL || '/api'}${PATH}`}>{text}</a>,
                rules: (text) => <a href="/rules">{text}</a>,
              },
            )}
          </p>
        </div>
        {entries.length === 0 ? (
          <p className="mt-8">{t('moderationLog.empty', 'No moderator has decided anything yet.')}</p>
        ) : (
          <ol className="mt-8 border-b border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {(after !== null || nextCursor !== null) && (
          <p className="mt-4 flex flex-wrap gap-4">
            {after !== null && (
              <a href={PATH} className={buttonClasses()}>
                {t('moderationLog.newestEntries', 'Newest entries')}
              </a>
            )}
            {nextCursor !== null && (
              <a href={pathAfter(nextCursor)} rel="next" className={buttonClasses()}>
                {t('moderationLog.olderEntries', 'Older entries')}
              </a>
            )}
          </p>
        )}
        <div className="prose mt-8">
          <h2 id="check">{t('moderationLog.check', 'How to check it')}</h2>
          <p>
            {rich(
              'moderationLog.checkText',
              "Each entry has the SHA-256 hash of itself and of the entry before it. Keep today's first hash: as long as you can compute it from the entries, nothing before it was changed or removed. <developers>The API</developers> says what is hashed.",
              { developers: (text) => <a href="/developers">{text}</a> },
            )}
          </p>
        </div>
      </article>
    </Page>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { id, product, createdAt, hash } = entry;
  const text = describeLogEntry(entry);
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold wrap-anywhere">
        {product ? (
          <a href={productPath(product.slug)} className="hover:underline">
            {text}
          </a>
        ) : (
          text
        )}
      </p>
      <p className="text-sm text-muted">
        <span>{`#${id} · `}</span>
        <bdi>
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </bdi>
        {' · '}
        <bdi title={hash}>{hash.slice(0, 12)}</bdi>
      </p>
    </li>
  );
}
