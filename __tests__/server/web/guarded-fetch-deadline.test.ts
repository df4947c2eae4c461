import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { FetchRefusal } from '@/server/web/fetch-limits';
import { createGuardedFetch } from '@/server/web/guarded-fetch';
import { PUBLIC_ADDRESS, setUpFakeWeb } from '../../setup/fake-web';

const web = setUpFakeWeb();
const never = () => new Promise<never>(() => undefined);
const tooSlow = new FetchRefusal('target', 'No answer within 10 seconds.');

/** Fetches a page until `when` has happened, which is the deadline. */
async function fetchUntil(
  when: Promise<unknown>,
  { resolve, dial }: Pick<Parameters<typeof createGuardedFetch>[0], 'resolve' | 'dial'>,
): Promise<unknown> {
  const deadline = new AbortController();
  const fetchPage = createGuardedFetch({ userAgent: 'test', resolve, dial });
  const fetching = fetchPage(new URL('http://slow.example/'), { accept: '*/*', signal: deadline.signal });
  void when.then(() => deadline.abort());
  return fetching;
}

/** A promise and the function that fulfills it. */
function signalled() {
  let happen: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return { happen, happened };
}

it('ends at the deadline when no name server answers, and tells the resolver', async () => {
  const asked = signalled();
  const cancelled = signalled();
  const resolve = (_host: string, signal: AbortSignal) => {
    signal.addEventListener('abort', cancelled.happen);
    asked.happen();
    return never();
  };

  await expect(fetchUntil(asked.happened, { resolve })).rejects.toEqual(tooSlow);
  await cancelled.happened;
});

it('ends at the deadline when the host does not accept the connection, and tries no other address', async () => {
  const dialled: string[] = [];
  const first = signalled();
  const resolve = () => Promise.resolve([PUBLIC_ADDRESS, '93.184.215.15']);
  const dial: buildConnector.connector = ({ hostname }) => {
    dialled.push(hostname);
    first.happen();
  };

  await expect(fetchUntil(first.happened, { resolve, dial })).rejects.toEqual(tooSlow);
  expect(dialled).toEqual([PUBLIC_ADDRESS]);
});

it('closes a connection that comes about after the deadline', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const connect = buildConnector({});
  const accepted = once(server, 'connection');
  const ended = signalled();
  const late = signalled();

  const resolve = () => Promise.resolve([PUBLIC_ADDRESS]);
  const dial: buildConnector.connector = (options, callback) => {
    connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port }, (...result) => {
      late.happen();
      void ended.happened.then(() => callback(...result));
    });
  };

  await expect(fetchUntil(late.happened, { resolve, dial })).rejects.toEqual(tooSlow);
  ended.happen();
  const [socket]: Socket[] = await accepted;
  await once(socket?.resume() ?? server, 'close');
  server.close();
});

it('ends a connection that sends little content in endless framing', async () => {
  let sentBytes = 0;
  web.serve('public.example/', (_, { socket }) => {
    socket?.on('error', () => undefined).write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
    const extension = Buffer.alloc(64 * 1024, 'x');
    // A write that failed calls back before the socket is destroyed. Another write then would fail in the same loop, for ever.
    const sendMore = (error?: Error | null) => {
      if (error || socket?.destroyed !== false) return;
      sentBytes += extension.length;
      socket.write(extension, sendMore);
    };
    sendMore();
  });

  const fetching = web.fetchPage(new URL('http://public.example/'), {
    accept: '*/*',
    signal: AbortSignal.timeout(10_000),
  });
  await expect(fetching).rejects.toEqual(new FetchRefusal('target', 'The site sends too much data.'));
  // The buffers of the kernel hold some megabytes.
  expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
});
