import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { DEMO_MEMBERS } from '@/server/identity/identity-local';
import { type DrillAnswer, type DrillRequest, send } from './drill-requests';

/** As many as may sign in from one address, and each as often as one member may upvote. */
const MEMBERS = 24;
const MEMBER_PAUSE_MS = 2_500;
/** One of so many writes submits a product. */
const SUBMITTED_OF = 10;
const VISITORS = 6;
const VISITOR_PAUSE_MS = 100;

const JSON_BODY = { 'content-type': 'application/json' };
const SEARCH = '/1/indexes/tool-fyi/query';
const CALLS = ['/api/products?sort=new&limit=20', '/api/tags', SEARCH];

export const isFailed = ({ status }: Pick<DrillAnswer, 'status'>) => status !== 200 && status !== 201;

type Answer = DrillAnswer & { phase: string; path: string };
/** What a member has last asked for. Acknowledged: the site has answered that it is so. */
type Wish = { table: 'upvotes' | 'bookmarks'; isWanted: boolean; isAcknowledged: boolean };

/** Members and visitors who go on while the site is upgraded. */
export class UpgradeLoad {
  readonly answers: Answer[] = [];
  /** The processes that requests go to, in turn. */
  servers: readonly string[] = [];
  phase = '';
  private readonly wishes = new Map<string, Wish>();
  /** The names of submitted products that the site has taken. */
  private readonly submitted: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private clients: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private sent = 0;

  /** @param slugs of approved products, by their ids. */
  constructor(private readonly slugs: ReadonlyMap<string, string>) {}

  /** Signs the members in at the first server. */
  async start(servers: readonly string[]): Promise<void> {
    this.servers = servers;
    const members = DEMO_MEMBERS.slice(0, MEMBERS);
    const tokens = await Promise.all(members.map(({ handle }) => signIn(servers[0] ?? '', handle)));
    this.clients = Promise.all([
      ...tokens.map((token, index) =>
        this.repeat(MEMBER_PAUSE_MS, () => this.write(token, members[index]?.handle ?? '')),
      ),
      ...Array.from({ length: VISITORS }, () => this.repeat(VISITOR_PAUSE_MS, () => this.read())),
    ]);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.clients;
    this.agent.destroy();
  }

  /** @returns the acknowledged wishes that the database does not fulfil. */
  async findLost(pool: Pool): Promise<string[]> {
    const lost: string[] = [];
    for (const [key, { table, isWanted, isAcknowledged }] of this.wishes) {
      const [, handle, productId] = key.split(' ');
      const { rowCount } = await pool.query(
        `SELECT FROM ${table} JOIN users ON users.id = user_id WHERE handle = $1 AND product_id = $2`,
        [handle, productId],
      );
      if (isAcknowledged && (rowCount === 1) !== isWanted)
        lost.push(`${key} should ${isWanted ? '' : 'not '}be there`);
    }
    for (const name of this.submitted) {
      const { rowCount } = await pool.query('SELECT FROM products WHERE name = $1', [name]);
      if (rowCount !== 1) lost.push(`${name} is not there`);
    }
    return lost;
  }

  get acknowledgedCount(): number {
    return this.answers.filter((answer) => answer.kind === 'write' && !isFailed(answer)).length;
  }

  private async repeat(pauseMs: number, step: () => Promise<void>): Promise<void> {
    await sleep(randomInt(pauseMs));
    while (!this.isOver) {
      await step();
      await sleep(pauseMs);
    }
  }

  /** @returns whether the site has answered that it is done. */
  private async ask(request: DrillRequest): Promise<boolean> {
    const { phase, servers } = this;
    this.sent += 1;
    const server = new URL(servers[this.sent % servers.length] ?? '');
    const answer = await send(server, request, this.agent);
    this.answers.push({ ...answer, phase, path: `${request.method} ${request.path}` });
    return !isFailed(answer);
  }

  private async write(token: string, handle: string): Promise<void> {
    if (randomInt(SUBMITTED_OF) === 0) return this.submit(token);
    const productId = pick([...this.slugs.keys()]);
    const table = pick(['upvotes', 'bookmarks'] as const);
    const isWanted = randomInt(3) > 0;
    const wish: Wish = { table, isWanted, isAcknowledged: false };
    this.wishes.set(`${table} ${handle} ${productId}`, wish);
    wish.isAcknowledged = await this.ask({
      kind: 'write',
      method: isWanted ? 'PUT' : 'DELETE',
      path: `/api/user/private/${table}/${productId}`,
      headers: { accessToken: `Bearer ${token}` },
    });
  }

  private async submit(token: string): Promise<void> {
    const name = `Submitted ${randomBytes(8).toString('hex')}`;
    const product = {
      name,
      tagline: 'Submitted during the upgrade',
      url: `https://${name.replace(' ', '-')}.example/`,
    };
    const isTaken = await this.ask({
      kind: 'write',
      method: 'POST',
      path: '/api/user/private/products',
      headers: { ...JSON_BODY, accessToken: `Bearer ${token}` },
      body: JSON.stringify({ ...product, tags: ['CSS'] }),
    });
    if (isTaken) this.submitted.push(name);
  }

  private async read(): Promise<void> {
    const slug = pick([...this.slugs.values()]);
    const path = pick(['/', '/new', '/search?q=grid', `/tool/${slug}`, ...CALLS, `/api/products/${slug}`]);
    if (path === SEARCH) {
      const body = JSON.stringify({ query: pick(['grid', 'color', 'css']) });
      await this.ask({ kind: 'read', method: 'POST', path, headers: JSON_BODY, body });
    } else {
      await this.ask({ kind: path.startsWith('/api') ? 'read' : 'page', method: 'GET', path });
    }
  }
}

function pick<T>(list: readonly T[]): T {
  const entry = list[randomInt(list.length)];
  if (entry === undefined) throw new Error('The list is empty');
  return entry;
}

/** What the popup and the page that opened it say to the server. */
async function signIn(site: string, account: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const choice = {
    provider: 'google.com',
    state: randomBytes(32).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    origin: new URL(site).origin,
    account,
  };
  const chosen = await fetch(`${site}/api/identity/local`, {
    method: 'POST',
    body: new URLSearchParams(choice),
  });
  const code = /data-code="([\w-]+)"/.exec(await chosen.text())?.[1] ?? '';
  const answered = await fetch(`${site}/api/user/login/from-firebase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accessToken: `Bearer ${code}` },
    body: JSON.stringify({ provider: 'google.com', idToken: verifier }),
  });
  const body: unknown = await answered.json();
  return z.object({ encrypted_token: z.string() }).parse(body).encrypted_token;
}
