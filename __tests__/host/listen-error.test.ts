import { once } from 'node:events';
import { listen } from '@/host/listen';
import { ConfigError } from '@/server/base/errors';

const answer = () => undefined;

it('names PORT and a free one when the port is in use', async () => {
  const server = await listen(answer, { host: '127.0.0.1', port: 0 });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  await expect(listen(answer, { host: '127.0.0.1', port })).rejects.toEqual(
    new ConfigError(
      `PORT is ${port}, which is in use on 127.0.0.1: stop the program that uses it, or set PORT to a free port, for example ${port + 1}.`,
    ),
  );

  server.close();
  await once(server, 'close');
});

it('names HOST and a right one when it is no address of this machine', async () => {
  await expect(listen(answer, { host: '203.0.113.9', port: 0 })).rejects.toEqual(
    new ConfigError(
      'HOST is "203.0.113.9", which is no network address of this machine: set HOST to one of its addresses, for example 127.0.0.1, or to 0.0.0.0 for all of them.',
    ),
  );
});
