import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { until } from '../setup/until';
import { openSession } from '../e2e/member';
import { fuzz, type FuzzTarget } from './fuzz';
import { readOperations } from './fuzz-document';
import { headersOf, sentencesOf } from './texts-acts';
import { normalize, type Write } from './texts-in-browser';

const LISTS = ['', '/top/week', '/tag/javascript', '/u/ada-birch', '/moderation-log'];
const DOCUMENTS = [
  ...LISTS.flatMap((list) => ['feed.xml', 'rss.xml', 'feed.json'].map((file) => `${list}/${file}`)),
  ...['/search/feed.xml?q=react', '/search/rss.xml?q=qqzzxx', '/search/feed.json?q=%26'],
  ...['/index.md', '/new.md', '/top/week.md', '/tags.md', '/search.md?q=react', '/search.md?q=qqzzxx'],
  ...['/moderation-log.md', '/u/ada-birch.md', '/tag/javascript.md', '/tool/react.md', '/no-such-page.md'],
  ...['/tool/react/alternatives.md', '/compare/react-vs-svelte.md', '/tool/no-such-tool.md'],
  ...['privacy', 'terms', 'ranking', 'rules', 'support', 'developers', 'sponsors', 'newsletter'].map((page) => `/${page}.md`),
  ...['/llms.txt', '/robots.txt', '/opensearch.xml', '/manifest.webmanifest', '/.well-known/security.txt'],
  ...['/api/openapi.json', '/api/fields', '/api/filters', '/api/rules', '/data/awesome.md', '/sitemap-pages.xml'],
  ...['/embed/tool/react', '/embed/tool/no-such-tool', '/badge/tool/react.svg', '/badge/tool/no-such-tool.svg'],
  ...['/oembed?url=http%3A%2F%2Flocalhost%3A3983%2Ftool%2Freact', '/listed?url=react.dev'],
  ...['/api/user/login/popup', '/api/identity/local', '/api/user/login/google'],
  ...['/api/identity/local?provider=google.com&state=1234567890123456789012345678901234567890123&code_challenge=1234567890123456789012345678901234567890123&origin=http%3A%2F%2Flocalhost%3A3983'],
]; // prettier-ignore
const CARDS = ['/og/home.png', '/og/tool/react.png', '/og/tool/vite.png', '/og/tag/javascript.png'];

/** What is served beside pages: feeds, Markdown, machine-readable documents and cards. */
export async function readDocuments(url: string, write: Write): Promise<void> {
  for (const path of DOCUMENTS) {
    const answer = await fetch(url + path, { headers: headersOf(), redirect: 'manual' });
    const text = normalize(await answer.text());
    const lines = text.replace(/(<|\{|,")/g, '\n$1').split('\n');
    write(`documents${path}`, [`status ${answer.status}`, ...lines]);
  }
  for (const path of CARDS) {
    const bytes = Buffer.from(await (await fetch(url + path, { headers: headersOf() })).arrayBuffer());
    write(`cards${path}`, [createHash('sha256').update(bytes).digest('hex')]);
  }
  const client = new Client({ name: 'drill', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const { tools } = await client.listTools();
  const answers = [];
  for (const [name, given] of [
    ['search', { query: 'react' }],
    ['search', { query: 'qqzzxx' }],
    ['search', {}],
    ['get', { slug: 'react' }],
    ['get', { slug: 'no-such-tool' }],
    ['list', { sort: 'top' }],
    ['list_tags', {}],
    ['list_alternatives', { slug: 'react' }],
    ['compare', { slugs: ['react', 'svelte'] }],
    ['compare', { slugs: ['react'] }],
  ] as const)
    answers.push(
      await client
        .callTool({ name, arguments: given })
        .catch((error: unknown) => ({ failed: String(error) })),
    );
  write('documents/mcp', [
    client.getInstructions() ?? '',
    ...JSON.stringify([tools, answers], null, 1).replaceAll('\\n', '\n').split('\n').map(normalize),
  ]);
  await client.close();
}

const queues = z.object({ queues: z.array(z.object({ name: z.string(), waitingCount: z.number() })) });

/** The emails, once none waits any more. @returns how many. */
export async function readMails(url: string, token: string, dataDir: string, write: Write): Promise<number> {
  const isSent = async () => {
    const answer = await fetch(`${url}/api/moderation/jobs`, { headers: headersOf(token) });
    return queues
      .parse(await answer.json())
      .queues.every(({ name, waitingCount }) => name !== 'mail' || waitingCount === 0);
  };
  await until(isSent, { withinMs: 120_000, everyMs: 500 });
  const folder = join(dataDir, 'outbox');
  const mail = z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.optional(z.string()),
  });
  const texts = readdirSync(folder).map((file) => {
    const { to, subject, text, html } = mail.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return normalize(`To: ${to}\nSubject: ${subject}\n${text}\n${html?.replaceAll('<', '\n<') ?? ''}`);
  });
  write('mails', texts.toSorted().join('\n\n').split('\n'));
  return texts.length;
}

const ROUNDS = 14;

/** Sends random requests that are the same on both sides. Writes the sentences of all failures, by call. */
export async function readFailures(
  url: string,
  accounts: { member: readonly string[]; moderator: readonly string[] },
  write: Write,
): Promise<number> {
  const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json();
  const operations = readOperations(document);
  const words = new Set(operations.flatMap(({ path }) => path.split('/')));
  const sentences = new Map<string, Set<string>>();
  const send: FuzzTarget['send'] = async ({ method, target, headers, body }) => {
    const answer = await fetch(`${url}/api${target}`, {
      method,
      headers: { ...headersOf(), ...headers },
      ...(body !== undefined && { body }),
    });
    const parts = target.replace(/\?.*/s, '').split('/');
    const call = `${method} ${parts.map((part) => (words.has(part) ? part : '…')).join('/')}`;
    const own = sentences.get(call) ?? new Set();
    sentences.set(call, own);
    // How long to wait depends on the time.
    const text = answer.status === 429 ? '' : await answer.clone().text();
    for (const sentence of sentencesOf(text)) own.add(normalize(`${answer.status} ${sentence}`));
    return answer;
  };
  // Each round begins anew, so that one answer that differs changes few later requests.
  for (let round = 0; round < ROUNDS; round += 1) {
    let sessions = 4 * round;
    const signIn: FuzzTarget['signIn'] = async (actor) => {
      const account = accounts[actor][sessions % accounts[actor].length] ?? '';
      sessions += 1;
      return { accessToken: `Bearer ${await openSession(url, account)}` };
    };
    await fuzz({ document, send, signIn }, { seed: 35 + round, count: operations.length + 20 });
  }
  for (const [call, own] of sentences) write(`failures/${call}`, [...own].toSorted());
  return sentences.size;
}
