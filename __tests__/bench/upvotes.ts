import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productPage } from '@/lib/contract/product';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { sessionKey, siteEnv } from '../drill/built-site';
import { type Directory, fillDirectory } from '../drill/vote-directory';
import { VoteLoad, type VoteRequest } from '../drill/vote-load';
import { startOwnPostgres } from '../setup/postgres';
import { until } from '../setup/until';
import { type Load, loadOnce, median } from './load';
import { freePort, type Serving, serveBuilt } from './processes';

const UPVOTES_PER_SECOND = 500;
/** Each member gives fewer upvotes in this time than the limit per minute. */
const ROUND_MS = 3 * SECOND_MS;
const ROUNDS = 3;
const SHOWN_UPVOTES = 15;

/**
 * Measures the home page from the cache of one process while another process gets upvotes, and how long it takes until
 * the first process shows an upvote. On PostgreSQL.
 *
 * @returns lines of Markdown.
 */
export async function runUpvotesBench(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvotes-bench-'));
  const postgres = await startOwnPostgres({ isDurable: true });
  const sites: Serving[] = [];
  try {
    const directory = await fillDirectory({ databaseUrl: postgres.url, dataDir: folder });
    const env = {
      ...(await siteEnv()),
      ...{ APP_ENV: 'development', DATABASE_URL: postgres.url, DATA_DIR: folder, SESSION_KEYS: sessionKey },
    };
    const serve = async () => {
      const site = await serveBuilt(await freePort(), env);
      sites.push(site);
      return site;
    };
    return await measure(await serve(), await serve(), directory);
  } finally {
    for (const site of sites) await site.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(shown: Serving, voted: Serving, { voters, productIds }: Directory): Promise<string[]> {
  const load = new VoteLoad(`${voted.url}/api`);
  const delays: number[] = [];
  for (const voter of voters.slice(0, SHOWN_UPVOTES)) delays.push(await showUpvote(shown, load, voter));

  let count = 0;
  const next = (): VoteRequest => {
    const voter = voters[count % voters.length] ?? { token: '', address: '' };
    // Each voter comes to every product once.
    const product = (count + Math.floor(count / voters.length)) % productIds.length;
    count += 1;
    return { voter, productId: productIds[product] ?? '', isWanted: true };
  };
  const readHome = () => loadOnce(shown, '/', ROUND_MS);
  await readHome();
  const rounds: { quiet: Load; busy: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await readHome();
    const [busy] = await Promise.all([readHome(), load.sendAtRate(UPVOTES_PER_SECOND, ROUND_MS, next)]);
    rounds.push({ quiet, busy });
  }
  load.stop();
  const sent = load.answers.slice(SHOWN_UPVOTES);
  const accepted = sent.filter(({ status }) => status === 200).length;
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const rowOf = (name: string, which: 'quiet' | 'busy') => {
    const perSecond = median(rounds.map((round) => round[which].requestsPerSecond));
    const ratio = (figure: 'requestsPerSecond' | 'requestsPerCPUSecond') =>
      median(rounds.map((round) => round[which][figure] / round.quiet[figure])).toFixed(2);
    return `| ${[name, whole(perSecond), ratio('requestsPerSecond'), ratio('requestsPerCPUSecond')].join(' | ')} |`;
  };
  return [
    `Two processes on one PostgreSQL server, on this machine together with their clients, which share its processors. One serves the home page to 32 connections; the other gets ${UPVOTES_PER_SECOND} upvotes per second, spread over ${whole(productIds.length)} products; ${whole(accepted)} of ${whole(sent.length)} were accepted. Medians of ${ROUNDS} rounds. Goals: half of the pages, and an upvote is shown within 1 s.\n`,
    '| home page | pages/s | ratio, goal ≥ 0.5 | ratio per CPU second |\n|---|---:|---:|---:|',
    rowOf('without upvotes', 'quiet'),
    rowOf('with upvotes', 'busy'),
    '',
    '| until the other process shows an upvote | ms |\n|---|---:|',
    `| median of ${SHOWN_UPVOTES} | ${whole(median(delays))} |`,
    `| slowest | ${whole(Math.max(...delays))} |`,
  ];
}

/** @returns how long it took until the home page of one process changed by an upvote that the other one accepted, in milliseconds. */
async function showUpvote(shown: Serving, load: VoteLoad, voter: VoteRequest['voter']): Promise<number> {
  const { products } = productPage.parse(await (await fetch(`${shown.url}/api/products?limit=1`)).json());
  const version = async () => (await fetch(shown.url)).headers.get('etag');
  const before = await version();
  const { status } = await load.send({ voter, productId: products[0]?.id ?? '', isWanted: true });
  if (status !== 200) throw new Error(`An upvote was answered with ${status}.`);
  const acceptedAtMs = performance.now();
  await until(async () => (await version()) !== before, { withinMs: 10 * SECOND_MS, everyMs: 10 });
  return performance.now() - acceptedAtMs;
}
