import { once } from 'node:events';
import { createServer } from 'node:net';

/** A server that only announces a PostgreSQL version. */
export async function startOldPostgres(version: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]));
      socket.on('data', (query) => {
        if (query.toString('latin1', 0, 1) !== 'Q') return socket.end();
        const row = query.includes('SHOW') ? [message('T', column), message('D', value(version))] : [];
        return socket.write(Buffer.concat([...row, message('C', text('DONE')), readyForQuery]));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `postgresql://someone@127.0.0.1:${port}/some`, stop: () => void server.close() };
}

const int16 = (number: number) => Buffer.from([number >> 8, number & 255]);
const int32 = (number: number) => Buffer.concat([int16(number >> 16), int16(number & 65_535)]);
const text = (content: string) => Buffer.from(`${content}\0`);
const value = (content: string) => Buffer.concat([int16(1), int32(content.length), Buffer.from(content)]);
const message = (type: string, content: Buffer) =>
  Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);

const readyForQuery = message('Z', Buffer.from('I'));
const textType = 25;
const column = Buffer.concat([
  int16(1),
  text('server_version'),
  ...[int32(0), int16(0), int32(textType), int16(65_535), int32(65_535), int16(0)],
]);
