import assert from 'node:assert/strict';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { freePort, serveDemo } from '../bench/processes';
import { openSession } from '../e2e/member';
import { type Attack, DISGUISES, DUPLICATES, PATHS, PERSONAL, POISONINGS } from './cache-attacks';
import { startNginx } from './nginx';

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };
type Cache = { name: string; port: number };

/** Headers that a poisoned answer would change. */
const COMPARED = [
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'content-type',
  'location',
  'retry-after',
  'set-cookie',
] as const;

/**
 * Puts nginx in front of the demo as three caches: one that obeys the site, one that also stores everything that looks
 * like a file, and one that knows parameters by name. Tries to make each store what no other visitor should get.
 *
 * @returns a line with the number of attempts.
 * @throws AssertionError with every answer that differed from the site's own or was personal.
 */
export async function drillCache(folder: string): Promise<string> {
  const [port, ...cachePorts] = await Promise.all([0, 1, 2, 3].map(freePort));
  const caches = ['obeys', 'stores files', 'knows parameters'].map((name, index) => ({
    name,
    port: cachePorts[index] ?? 0,
  }));
  const site = await serveDemo(port ?? 0, {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY_HOPS: '1',
  });
  const nginx = await startNginx(folder, configuration(port ?? 0, caches), caches[0]?.port ?? 0);
  try {
    const origin = { name: 'site', port: port ?? 0 };
    const poisoned = await poison(origin, caches);
    const deceived = await deceive(origin, caches);
    const problems = [...poisoned.problems, ...deceived.problems];
    for (const problem of problems) console.log(`  ${problem}`);
    assert.equal(problems.length, 0);
    return `${poisoned.attempts} poisonings (${poisoned.hits} later answers came from a cache), ${deceived.attempts} deceptions (${deceived.hits} from a cache): 0 answers differ, 0 are personal`;
  } finally {
    await nginx.stop();
    await site.stop();
  }
}

function configuration(port: number, [obeys, storesFiles, knowsParameters]: readonly Cache[]): string {
  const pass = `proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_cache site; add_header x-cache $upstream_cache_status always;`;
  const byName = ['tag', 'q', 'after', 'sort', 'period', 'page', 'limit', 'cb']
    .map((name) => `$arg_${name}`)
    .join('|');
  return `
  large_client_header_buffers 8 16k;
  proxy_cache_path cache keys_zone=site:10m;
  server { listen 127.0.0.1:${obeys?.port}; location / { ${pass} } }
  server {
    listen 127.0.0.1:${storesFiles?.port};
    location / { ${pass} }
    location ~* \\.(css|js|ico|svg|png|txt)$ { ${pass} proxy_ignore_headers Cache-Control Expires Set-Cookie; proxy_cache_valid any 1m; }
  }
  server { listen 127.0.0.1:${knowsParameters?.port}; location / { ${pass} proxy_cache_key "$request_method|$uri|${byName}"; } }`;
}

async function send(
  { port }: Cache,
  path: string,
  { method = 'GET', headers = {}, body }: Omit<Attack, 'name'> = {},
): Promise<Answer> {
  const sent = request({
    host: '127.0.0.1',
    // Limits count addresses.
    localAddress: `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`,
    port,
    path,
    method,
    headers: {
      host: `localhost:${port}`,
      ...headers,
      ...(body && { 'content-length': String(body.length) }),
    },
  });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
    sent.once('upgrade', () => reject(new Error('The protocol was changed')));
  });
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await once(response, 'end');
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

/** What a visitor gets to see, without what differs from one answer to the next. */
const visible = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(COMPARED.map((name) => [name, headers[name]])),
  body: body.replace(/"requestId":"[^"]*"/, ''),
});

const isFromCache = ({ headers }: Answer) => headers['x-cache'] === 'HIT';

async function poison(site: Cache, caches: readonly Cache[]) {
  const problems: string[] = [];
  let attempts = 0;
  let hits = 0;

  async function attempt(cache: Cache, path: string, attacked: string, attack: Attack): Promise<void> {
    await send(cache, attacked, attack).catch(() => undefined);
    const given = await send(cache, path);
    const expected = await send(site, path);
    attempts += 1;
    if (isFromCache(given)) hits += 1;
    try {
      assert.deepEqual(visible(given), visible(expected));
    } catch {
      problems.push(
        `${cache.name}: ${attack.name} changed ${path} (${given.status}, ${String(given.headers['x-cache'])})`,
      );
    }
  }

  for (const cache of caches) {
    for (const path of PATHS) {
      for (const attack of POISONINGS) {
        const fresh = `${path}${path.includes('?') ? '&' : '?'}cb=${attempts}`;
        await attempt(cache, fresh, fresh, attack);
      }
    }
    for (const { path, added } of DUPLICATES) {
      const fresh = `${path}&cb=${attempts}`;
      await attempt(cache, fresh, `${fresh}&${added}`, { name: added });
    }
  }
  return { problems, attempts, hits };
}

async function deceive(site: Cache, caches: readonly Cache[]) {
  const problems: string[] = [];
  let attempts = 0;
  let hits = 0;
  const token = await openSession(`http://localhost:${site.port}`, 'ada-birch');
  const member = { cookie: `encrypted_token=${token}`, accesstoken: `Bearer ${token}` };
  const isPersonal = ({ body }: Answer) => body.includes('ada-birch@demo.invalid') || body.includes(token);

  const own = await send(site, '/api/user/private/getProtectedUserInfo', { headers: member });
  assert.ok(isPersonal(own), 'The member does not get a personal answer, so the drill shows nothing.');
  for (const cache of caches) {
    for (const path of PERSONAL) {
      for (const disguise of [(plain: string) => plain, ...DISGUISES]) {
        const disguised = disguise(path);
        await send(cache, disguised, { headers: member }).catch(() => undefined);
        const given = await send(cache, disguised);
        attempts += 1;
        if (isFromCache(given)) hits += 1;
        if (isPersonal(given)) problems.push(`${cache.name}: ${disguised} is personal`);
      }
    }
  }
  return { problems, attempts, hits };
}
