import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { stream } from 'hono/streaming';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { ApiError } from '@/server/base/errors';
import type { AppContext, AppEnv } from '@/server/context';
import { withDeadline } from '@/server/base/async-context';
import type { Deps } from '@/server/deps';
import { limited } from '@/server/http/every-call';
import {
  formatDataHeading,
  formatDataLine,
  formatDataRecord,
  formatListEntry,
  formatListHead,
  formatListSection,
  formatVotesHeading,
  formatVotesRecord,
} from '@/server/presenters/open-data';
import { listDataRows, listSectionedRows, type SectionPosition } from '@/server/queries/products/open-data';
import { findVoteDumpPart, listVoteCounts, listVoteDumpDays } from '@/server/queries/products/votes';
import { text } from '@/lib/texts/texts';

const ROWS_PER_QUERY = 200;
const QUERY_LIMIT_MS = 10 * SECOND_MS;

/** A process knows which changes it has seen, but not what those of another one are called. */
const processId = randomUUID().slice(0, 8);

type DataFile = {
  type: string;
  /** An upvote changes the file, so that no version of it stays the same for long. */
  hasVotes?: boolean;
  /** Whether `read` throws when there is no such file. */
  mayBeMissing?: boolean;
  read: (deps: DataDeps) => AsyncGenerator<string>;
};
type DataDeps = Pick<Deps, 'db' | 'env'>;

const files: Record<'products.jsonl' | 'products.csv' | 'awesome.md' | 'votes.csv', DataFile> = {
  'products.jsonl': {
    type: 'application/jsonl',
    async *read({ db, env }) {
      for await (const rows of readAll((position) => listDataRows(db, position)))
        yield rows.map((row) => formatDataLine(row, env.fields)).join('');
    },
  },
  'products.csv': {
    type: 'text/csv',
    async *read({ db, env }) {
      yield formatDataHeading(env.fields);
      for await (const rows of readAll((position) => listDataRows(db, position)))
        yield rows.map((row) => formatDataRecord(row, env.fields)).join('');
    },
  },
  'awesome.md': {
    type: 'text/markdown',
    async *read({ db, env }) {
      yield formatListHead(env);
      let after: SectionPosition | undefined = { sectionSlug: '', productId: '0' };
      while (after !== undefined) {
        const position: SectionPosition = after;
        const rows = await withDeadline(QUERY_LIMIT_MS, () =>
          listSectionedRows(db, { after: position, limit: ROWS_PER_QUERY }),
        );
        let { sectionSlug } = position;
        const entries = rows.map(({ section, ...row }) => {
          const heading = section.slug === sectionSlug ? '' : formatListSection(section.name);
          sectionSlug = section.slug;
          return heading + formatListEntry(row, env.fields);
        });
        yield entries.join('');
        const last = rows.at(-1);
        after = last && { sectionSlug: last.section.slug, productId: last.id };
      }
    },
  },
  'votes.csv': {
    type: 'text/csv',
    hasVotes: true,
    async *read({ db }) {
      yield formatVotesHeading();
      for await (const rows of readAll((position) => listVoteCounts(db, position)))
        yield rows.map(formatVotesRecord).join('');
    },
  },
};

/** All products of the directory, for everyone who wants to work with them. */
export const openDataRoutes = new Hono<AppEnv>();
openDataRoutes.use(
  '/data/*',
  compress({ contentTypeFilter: /^(?:application\/jsonl|text\/(?:csv|markdown))/ }),
);
openDataRoutes.get('/data/products.jsonl', (c) => sendFile(c, files['products.jsonl']));
openDataRoutes.get('/data/products.csv', (c) => sendFile(c, files['products.csv']));
openDataRoutes.get('/data/awesome.md', (c) => sendFile(c, files['awesome.md']));
openDataRoutes.get('/data/votes.csv', (c) => sendFile(c, files['votes.csv']));
openDataRoutes.get('/data/votes/days.txt', async (c) => {
  const { db, env } = c.var.deps;
  const days = await limited(c, ['dataByAddress'], { isPublic: true }, () => listVoteDumpDays(db));
  c.header('cache-control', 'public, max-age=60');
  return c.text(days.map((day) => `${env.siteURL}/data/votes/${day}.csv\n`).join(''));
});
openDataRoutes.get('/data/votes/:file{\\d{4}-\\d{2}-\\d{2}\\.csv}', (c) =>
  sendFile(c, dumpOf(c.req.param('file').slice(0, -'.csv'.length))),
);

const dumpOf = (day: string): DataFile => ({
  type: 'text/csv',
  mayBeMissing: true,
  async *read({ db }) {
    if (!(await listVoteDumpDays(db)).includes(day))
      throw new ApiError(
        'not_found',
        text('votes.noCountsOfDay', 'There are no upvote counts for this day.'),
      );
    yield formatVotesHeading();
    let from: string | undefined = '0';
    while (from !== undefined) {
      const position: { day: string; from: string } = { day, from };
      const part: Awaited<ReturnType<typeof findVoteDumpPart>> = await withDeadline(QUERY_LIMIT_MS, () =>
        findVoteDumpPart(db, position),
      );
      if (part) yield part.records;
      from = part && (BigInt(part.afterId) + 1n).toString();
    }
  },
});

async function sendFile(
  c: AppContext,
  { type, hasVotes = false, mayBeMissing = false, read }: DataFile,
): Promise<Response> {
  const { env, logger, publicChanges } = c.var.deps;
  await publicChanges.catchUp();
  // Noted before the rows are read, so that it is never newer than they are.
  const etag =
    hasVotes || publicChanges.hasFailed ? undefined : `W/"${processId}-${publicChanges.contentPosition}"`;
  const setHeaders = () => {
    c.header('cache-control', 'public, max-age=60');
    if (etag !== undefined) c.header('etag', etag);
    if (env.dataLicenseURL !== undefined) c.header('link', `<${env.dataLicenseURL}>; rel="license"`);
  };
  const isKnown = etag !== undefined && isAmong(etag, c.req.header('if-none-match'));
  if (isKnown && !mayBeMissing) {
    setHeaders();
    return c.body(null, 304);
  }
  const texts = await limited(c, ['dataByAddress'], { isPublic: true }, async () => {
    const texts = read(c.var.deps);
    const first = await texts.next();
    return { first: first.done ? '' : first.value, rest: texts };
  });
  setHeaders();
  if (isKnown) return c.body(null, 304);
  c.header('content-type', `${type}; charset=UTF-8`);
  if (c.req.method === 'HEAD') return c.body(null);
  return stream(
    c,
    async (out) => {
      await out.write(texts.first);
      // Reads the next rows only after the client has taken those before.
      for await (const text of texts.rest) {
        if (out.aborted) return;
        await out.write(text);
      }
    },
    (error, out) => {
      logger.error({ err: error }, 'Open data could not be written to their end.');
      out.abort();
      return Promise.resolve();
    },
  );
}

const isAmong = (etag: string, known: string | undefined): boolean =>
  known !== undefined && known.split(',').some((each) => each.trim().replace(/^(?:W\/)?/, 'W/') === etag);

async function* readAll<Row extends { id: string }>(
  list: (position: { afterId: string; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[], undefined, undefined> {
  let afterId: string | undefined = '0';
  while (afterId !== undefined) {
    const position = { afterId, limit: ROWS_PER_QUERY };
    const rows: Row[] = await withDeadline(QUERY_LIMIT_MS, () => list(position));
    yield rows;
    afterId = rows.at(-1)?.id;
  }
}
