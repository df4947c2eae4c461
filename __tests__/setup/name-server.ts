import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** How a name answers: addresses by type, or a code of RFC 1035. `silent` never answers. */
type Zone = { A?: string; AAAA?: Buffer } | 'NXDOMAIN' | 'SERVFAIL' | 'silent';

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;
const TYPES = { 1: 'A', 28: 'AAAA' } as const;

/** A name server on loopback that knows the given names alone. */
export async function startNameServer(zones: Record<string, Zone>) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const kind = type === 1 || type === 28 ? TYPES[type] : undefined;
    asked.push(`${name} ${kind}`);
    const zone = zones[name] ?? 'NXDOMAIN';
    if (zone === 'silent') return;
    const found = typeof zone === 'string' || !kind ? undefined : addressBytes(zone[kind]);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (typeof zone === 'string' ? CODES[zone] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found ? 1 : 0, 6);
    const record = found ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, found.length]), found] : [];
    socket.send(Buffer.concat([header, query.subarray(12, end), ...record]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    /** As `Resolver.setServers` takes it. */
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => socket.close(),
  };
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

const addressBytes = (address: string | Buffer | undefined) =>
  typeof address === 'string' ? Buffer.from(address.split('.').map(Number)) : address;
