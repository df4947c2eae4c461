import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Received = { from: string; to: string[]; content: string };

/** A mail server on loopback. */
export type SmtpDouble = {
  url: string;
  received: Received[];
  /** The code of the reply to a recipient: 250 accepts, 451 refuses for now, 550 for good. */
  replyTo: (recipient: string) => number;
  /** How long the server takes before it answers to a recipient, and before it says that it has taken a message. */
  delayMs: () => number;
  /** Whether the server takes messages, and closes the connection instead of saying so. */
  hangsUpAfterContent: boolean;
  stop: () => Promise<void>;
};

export async function startSmtpDouble(): Promise<SmtpDouble> {
  const double: Omit<SmtpDouble, 'url' | 'stop'> = {
    received: [],
    replyTo: () => 250,
    delayMs: () => 0,
    hangsUpAfterContent: false,
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const responseCode = double.replyTo(address);
      const refusal =
        responseCode === 250 ? null : Object.assign(new Error(`No mail for ${address}`), { responseCode });
      setTimeout(() => callback(refusal), double.delayMs());
    },
    onData(stream, { envelope }, callback) {
      let content = '';
      stream.on('data', (part: Buffer) => (content += part.toString('utf8')));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        double.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        if (double.hangsUpAfterContent) for (const connection of connections) connection.destroy();
        else setTimeout(() => callback(), double.delayMs());
      });
    },
  });
  // A client that was killed.
  server.on('error', () => undefined);
  const connections = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => connections.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port }: AddressInfo = Object(server.server.address());
  return Object.assign(double, {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
