import robotsParser from 'robots-parser';
import * as z from 'zod/mini';
import { renderMarkdown, renderPageMarkdown } from '@/server/text/markdown';
import { readPageFacts } from '@/server/web/page-facts';
import { fingerprintPage } from '@/server/web/page-fingerprint';
import { readPageMetadata } from '@/server/web/page-metadata';
import { decodePage } from '@/server/web/page-text';
import { previewPage } from '@/server/web/preview';
import { readProofTokens } from '@/server/web/proof-tokens';
import { answerRequests } from './answer-requests';

/** What the thread does with texts of members and of other sites, whose cost they choose. */
const textTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('markdown'), markdown: z.string() }),
  z.object({ kind: z.literal('own-page'), markdown: z.string() }),
  z.object({
    kind: z.enum(['page', 'fingerprint', 'proof']),
    bytes: z.instanceof(Uint8Array),
    contentType: z.string(),
    isCut: z.boolean(),
    url: z.string(),
  }),
  z.object({ kind: z.literal('robots'), text: z.string(), url: z.string(), agent: z.string() }),
]);
export type TextTask = z.infer<typeof textTask>;

/** HTML of 5,000 characters that people write is 10 to 40 KB. Wide tables and long references can make it megabytes. */
const htmlCharsMax = 100_000;

/** A page of 50,000 characters. */
const pageHTMLCharsMax = 500_000;

function run(task: TextTask): object {
  if (task.kind === 'own-page') {
    const html = renderPageMarkdown(task.markdown);
    return { html: html.length > pageHTMLCharsMax ? null : html };
  }
  if (task.kind === 'markdown') {
    const html = renderMarkdown(task.markdown);
    return { html: html.length > htmlCharsMax ? null : html };
  }
  const url = new URL(task.url);
  if (task.kind === 'robots') return readRobots(task.text, url, task.agent);
  if (task.kind === 'proof') return { tokens: readProofTokens(Buffer.from(task.bytes), task.contentType) };
  const html = decodePage(Buffer.from(task.bytes), task.contentType, task.isCut);
  if (task.kind === 'fingerprint') return fingerprintPage(html, url);
  const metadata = readPageMetadata(html);
  return { ...previewPage(metadata, url), facts: readPageFacts(html, url) };
}

const ROBOTS_PATH_UNITS_MAX = 2_048;

/** What a robots.txt, which may be long, says to an agent about a URL. */
function readRobots(text: string, url: URL, agent: string) {
  const robots = robotsParser(new URL('/robots.txt', url).href, text);
  const path = new URL(url);
  if (path.pathname.length + path.search.length > ROBOTS_PATH_UNITS_MAX) path.search = '';
  return {
    isAllowed: robots.isAllowed(path.href, agent) ?? true,
    crawlDelaySeconds: robots.getCrawlDelay(agent),
  };
}

// The first texts of a new thread are several times slower, until their code is compiled. Without this, the first page
// takes 0.5 seconds of CPU time on a busy machine, which is its limit, and the next one 5 ms.
for (let count = 0; count < 20; count += 1)
  renderMarkdown('# A\n\n- **b** [c](https://d.example)\n\n| e |\n| - |\n');
for (const sign of ['a', '–']) {
  const html = `<title>A</title><p>${`A page with words for people who look for tools ${sign} here. `.repeat(5)}</p>`;
  const page = {
    bytes: Buffer.from(html),
    contentType: 'text/html',
    isCut: false,
    url: 'https://d.example/',
  };
  for (const kind of ['fingerprint', 'page', 'proof'] as const) run({ kind, ...page });
}
answerRequests((request) => run(textTask.parse(request)));
