import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** A request in flight: its body has begun to arrive. `finish` sends the rest and resolves to the status. */
export function startSlowRequest(url: URL): { finish: () => Promise<number | undefined> } {
  const body = JSON.stringify({ email: 'ada@example.com', message: 'A message that arrives slowly.' });
  const slow = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  slow.write(body.slice(0, 10));
  return {
    async finish() {
      const responded = once(slow, 'response');
      slow.end(body.slice(10));
      const [response]: IncomingMessage[] = await responded;
      response?.resume();
      return response?.statusCode;
    },
  };
}
