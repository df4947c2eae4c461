import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { quantile } from '../setup/measured';
import { until } from '../setup/until';
import type { Machine } from './machines-cluster';

export const SAMPLES = 20;
const GIVEN_UP_MS = 10 * SECOND_MS;
const POLL_EVERY_MS = 10;

/** What one visitor sees through one machine. */
type View = { name: string; isSeen: () => Promise<boolean> };
type Change = { make: () => Promise<unknown>; views: readonly View[] };
export type Seen = { what: string; medianMs: number; maxMs: number; count: number };
type Listed = { id: string; slug: string };
type Tokens = readonly string[];

const submitted = z.object({ product: z.object({ id: z.string(), slug: z.string() }) });
const upvoted = z.object({ upvoteCount: z.number() });

/**
 * Makes a change many times, each time through another machine, and measures from its answer until every machine
 * shows it. Each view shows the state before the change first, so that every cache has it.
 */
async function measure(what: string, changeOf: (index: number) => Promise<Change>): Promise<Seen> {
  const times: number[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    const { make, views } = await changeOf(index);
    for (const { name, isSeen } of views) {
      if (await isSeen()) throw new Error(`${what}: ${name} shows the change before it is made.`);
    }
    await make();
    const madeAtMs = performance.now();
    await Promise.all(
      views.map(async ({ name, isSeen }) => {
        await until(isSeen, { withinMs: GIVEN_UP_MS, everyMs: POLL_EVERY_MS }).catch(() => {
          throw new Error(`${what}: ${name} does not show the change.`);
        });
        times.push(performance.now() - madeAtMs);
      }),
    );
  }
  return { what, medianMs: quantile(times, 0.5), maxMs: quantile(times, 1), count: times.length };
}

type SeenOptions = { machines: readonly Machine[]; pool: Pool; products: readonly Listed[]; tokens: Tokens };

/** @param tokens of a moderator, and then of four members for each sample. */
export async function measureSeen({ machines, pool, products, tokens }: SeenOptions): Promise<Seen[]> {
  const [moderator = '', ...members] = tokens;
  const webs = machines.filter(({ hasPages }) => hasPages);
  const writerOf = (index: number) => {
    const writer = machines[index % machines.length];
    if (!writer) throw new Error('There is no machine.');
    return writer;
  };
  const memberOf = (kind: number, index: number) => members[kind * SAMPLES + index] ?? '';
  const answersWith = (status: number, path: string, token: string): View[] =>
    machines.map(({ name, apiURL }) => ({
      name: `${name} ${path}`,
      isSeen: async () => (await send(apiURL, 'GET', path, token)).status === status,
    }));
  const pages = (path: string, isSeen: (response: Response) => Promise<boolean> | boolean): View[] =>
    webs.map(({ name, url }) => ({
      name: `${name} ${path}`,
      isSeen: async () => isSeen(await fetch(url + path)),
    }));

  const signOut = (index: number): Promise<Change> => {
    const token = memberOf(0, index);
    return Promise.resolve({
      make: () => succeed(writerOf(index).apiURL, 'POST', '/user/private/logout', token, {}),
      views: answersWith(401, '/user/private/getProtectedUserInfo', token),
    });
  };
  const ban = async (index: number): Promise<Change> => {
    const token = memberOf(1, index);
    const response = await send(writerOf(0).apiURL, 'GET', '/user/private/getProtectedUserInfo', token);
    const { user } = z.object({ user: z.object({ handle: z.string() }) }).parse(await response.json());
    return {
      make: () => pool.query('UPDATE users SET banned_at = now() WHERE handle = $1', [user.handle]),
      views: [
        ...answersWith(403, '/user/private/duplicates', token),
        ...answersWith(404, `/users/${user.handle}`, ''),
        ...pages(`/u/${user.handle}`, ({ status }) => status === 404),
      ],
    };
  };
  const approval = async (index: number): Promise<Change> => {
    const name = `Machine ${index}`;
    const form = {
      name,
      tagline: 'Of the drill',
      url: `https://machine-${index}.example/`,
      tags: ['Drills'],
    };
    const { apiURL } = writerOf(index);
    const response = await succeed(apiURL, 'POST', '/user/private/products', memberOf(2, index), form);
    const { id, slug } = submitted.parse(await response.json()).product;
    return {
      make: () => succeed(apiURL, 'POST', `/moderation/products/${id}/approve`, moderator),
      views: [
        ...answersWith(200, `/products/${slug}`, ''),
        ...pages(`/tool/${slug}`, ({ status }) => status === 200),
        ...pages('/new', async (page) => (await page.text()).includes(`/tool/${slug}"`)),
      ],
    };
  };
  const upvote = async (index: number): Promise<Change> => {
    const { id = '', slug = '' } = products[index] ?? {};
    const read = await fetch(`${writerOf(0).apiURL}/products/${slug}`);
    const { upvoteCount } = z.object({ product: upvoted }).parse(await read.json()).product;
    const path = `/user/private/upvotes/${id}`;
    return {
      make: () => succeed(writerOf(index).apiURL, 'PUT', path, memberOf(3, index)),
      views: [
        ...pages(`/tool/${slug}`, async (page) =>
          (await page.text()).includes(`"userInteractionCount":${upvoteCount + 1}`),
        ),
        ...machines.map(({ name, apiURL }) => ({
          name: `${name} /products/${slug}`,
          isSeen: async () => {
            const { product } = z
              .object({ product: upvoted })
              .parse(await (await fetch(`${apiURL}/products/${slug}`)).json());
            return product.upvoteCount === upvoteCount + 1;
          },
        })),
      ],
    };
  };
  return [
    await measure('sign-out', signOut),
    await measure('ban', ban),
    await measure('approval', approval),
    await measure('upvote', upvote),
  ];
}

function send(apiURL: string, method: string, path: string, token: string, body?: object): Promise<Response> {
  return fetch(apiURL + path, {
    method,
    headers: {
      ...(token && { accessToken: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function succeed(...args: Parameters<typeof send>): Promise<Response> {
  const response = await send(...args);
  if (!response.ok) throw new Error(`${args[1]} ${args[2]} answers with ${response.status}.`);
  return response;
}
