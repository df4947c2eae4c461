import { Agent, request } from 'node:http';
import { seededDraw } from '@/server/tiles/tile';

/**
 * A process that sends requests as fast as they are answered, each with another key for a page cache, until its parent
 * disconnects or sends a message. Then it sends the number of answers by status to the parent.
 *
 * Arguments: the port of the site, a seed, and a cursor that the site has issued.
 */
const [, , port = '', seed = '', cursor = ''] = process.argv;
const CONNECTIONS = 64;
/** Then the request is given up, and the next one sent. */
const PATIENCE_MS = 500;
const ADDRESSES = 50;

const draw = seededDraw(seed);
const int = (below: number) => Math.floor(draw() * below);
const pick = (some: readonly string[]) => some[int(some.length)] ?? '';
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const word = (chars = 1 + int(12)) =>
  Array.from({ length: chars }, () => letters[int(letters.length)]).join('');

const pages = ['/', '/new', '/top/all', '/tags', '/tag/javascript', '/tool/react', '/u/ada-birch', '/terms'];
/** Some letters in one of their other spellings. */
const encode = (path: string) =>
  path.replace(/[a-z]/g, (letter) => (draw() < 0.5 ? letter : `%${letter.charCodeAt(0).toString(16)}`));
const damage = (text: string) => {
  const at = int(text.length);
  return text.slice(0, at) + word(1) + text.slice(at + 1);
};
const old = () => Buffer.from(JSON.stringify(['hot', int(1e9), String(int(1e9))])).toString('base64url');

const makePath: (() => string)[] = [
  () => `${pick(pages)}?${word()}=${word()}`,
  () => `${pick(['/', '/new', '/top/all'])}?tag=${word()}`,
  () => `/search?q=${word()}+${word()}&page=${int(50)}`,
  () => `${pick(['/', '/new', '/top/all', '/tag/javascript', '/u/ada-birch'])}?after=${damage(cursor)}`,
  () => `${pick(['/', '/new', '/u/ada-birch'])}?after=${pick([old(), word(200), `${int(1e6)}.${cursor}`])}&from=${int(1e6)}`,
  () => `/tag/javascript?sort=${word()}&period=${word()}`,
  () => encode(pick(pages)),
  () => pick(pages).replaceAll('/', '/'.repeat(1 + int(9))),
  () => `/${pick(['tool', 'tag', 'u', 'top', word()])}/${word()}${pick(['', '%2f', '%00', '%', '%5c..', '/', '/.', '\\'])}`,
  () => `/tool/${word(int(4_000))}`,
  () => `/_next/data/${word()}/${pick(['index', 'tags', `tool/${word()}`])}.json?${word()}`,
  () => `/${pick(['support', 'newsletter', 'moderation', '404'])}?${pick(['error', 'state', 'sent'])}=${word()}`,
]; // prettier-ignore

const makeHeaders: (() => Record<string, string>)[] = [
  () => ({}),
  () => ({ host: `${word()}.example` }),
  () => ({ host: `localhost:${int(65_536)}`, 'x-forwarded-host': `${word()}.example` }),
  () => ({ [`x-${word()}`]: word(), cookie: `encrypted_token=${word()}; ${word()}=${word()}` }),
  () => ({
    'accept-encoding': pick(['br', 'gzip', 'identity', `${word()}, *;q=0`, 'gzip;q=0.1, br;q=0']),
    'accept-language': word(2),
  }),
  () => ({ range: `bytes=${int(9)}-`, 'if-none-match': `W/"${word()}"`, 'x-nextjs-data': '1' }),
];

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const statuses: Record<string, number> = {};
let isStopped = false;

const attack = () =>
  new Promise<void>((resolve) => {
    const path = makePath[int(makePath.length)]?.() ?? '/';
    const headers = makeHeaders[int(makeHeaders.length)]?.() ?? {};
    const address = `198.51.100.${int(ADDRESSES)}`;
    let hasEnded = false;
    const end = (status: number | string) => {
      if (hasEnded) return;
      hasEnded = true;
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve();
    };
    const options = { host: '127.0.0.1', port, path, agent, method: pick(['GET', 'GET', 'GET', 'HEAD']) };
    const sent = request({ ...options, headers: { 'x-forwarded-for': address, ...headers } }, (response) =>
      response
        .resume()
        .once('end', () => end(response.statusCode ?? 0))
        .once('error', () => end('broken')),
    );
    sent
      .once('error', () => end('failed'))
      .setTimeout(PATIENCE_MS, () => {
        end('given up');
        sent.destroy();
      });
    sent.end();
  });

process.once('message', () => (isStopped = true));
process.once('disconnect', () => process.exit());
await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    while (!isStopped) await attack();
  }),
);
process.send?.(statuses);
process.disconnect();
