import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of the test server of PostgreSQL that can behave like a server that hangs. */
export type PostgresProxy = {
  /** The given URL, through the proxy. */
  url: string;
  /** Accepts connections and data, but passes nothing on, as the kernel does for a stopped process. */
  freeze: () => void;
  /** Passes on what was held back. */
  thaw: () => void;
  /** Closes all connections and accepts none. */
  stop: () => Promise<void>;
};

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  const passOn = (act: () => void) => (held ? held.push(act) : act());

  const server = createServer((client) => {
    const upstream = connect(addressOf(databaseUrl));
    for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(from);
      from.on('data', (data) => passOn(() => to.write(data)));
      from.on('close', () => passOn(() => to.destroy()));
      from.on('error', () => from.destroy());
    }
  }); // prettier-ignore
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;

  return {
    url: url.href,
    freeze: () => (held = []),
    thaw() {
      const acts = held ?? [];
      held = undefined;
      for (const act of acts) act();
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

function addressOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port || 5432) };
}
