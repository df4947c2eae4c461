import { createServer, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

type Objects = Map<string, unknown>;

const batchBody = z.object({
  requests: z.array(
    z.object({
      action: z.enum(['addObject', 'deleteObject']),
      body: z.looseObject({ objectID: z.string() }),
    }),
  ),
});
const searchBody = z.object({ requests: z.array(z.object({ indexName: z.string() })) });
const operationBody = z.object({
  operation: z.enum(['copy', 'move']),
  destination: z.string(),
  scope: z.optional(z.array(z.string())),
});

/** Implements the part of Algolia's API that this project uses, with indexes in memory. A search finds everything. */
export class AlgoliaDouble {
  readonly indexes = new Map<string, Objects>();
  readonly settings = new Map<string, unknown>();
  batchCount = 0;
  /** Refuses every batch while it is set. */
  isRefusing = false;
  /** Called before a batch is stored, so that a test can interfere. */
  onBatch: () => Promise<void> = () => Promise.resolve();
  private readonly server = createServer((req, res) => {
    void this.answer(req).then(({ status, body }) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  /** @returns its URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  reset(): void {
    this.indexes.clear();
    this.settings.clear();
    this.batchCount = 0;
    this.isRefusing = false;
    this.onBatch = () => Promise.resolve();
  }

  objects(index: string): Objects {
    const known = this.indexes.get(index) ?? new Map<string, unknown>();
    this.indexes.set(index, known);
    return known;
  }

  private async answer(req: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const [, , , index = '', call = ''] = (req.url?.split('?')[0] ?? '').split('/').map(decodeURIComponent);
    const done = { status: 200, body: { taskID: 1, updatedAt: '2026-06-01T12:00:00.000Z', objectIDs: [] } };
    const body = await readBody(req);
    if (req.method === 'GET' && call === 'task')
      return { status: 200, body: { status: 'published', pendingTask: false } };
    if (req.method === 'PUT' && call === 'settings') this.settings.set(index, body);
    else if (req.method === 'POST' && call === 'batch') {
      if (this.isRefusing) return { status: 400, body: { message: 'Not now', status: 400 } };
      await this.onBatch();
      this.batchCount += 1;
      for (const { action, body: object } of batchBody.parse(body).requests) {
        if (action === 'addObject') this.objects(index).set(object.objectID, object);
        else this.objects(index).delete(object.objectID);
      }
    } else if (req.method === 'POST' && call === 'operation') {
      const { operation, destination, scope } = operationBody.parse(body);
      const setting = this.settings.get(index);
      if (setting !== undefined) this.settings.set(destination, setting);
      if (!scope) this.indexes.set(destination, new Map(this.objects(index)));
      if (operation === 'move') this.indexes.delete(index);
    } else if (req.method === 'POST' && call === 'queries') {
      const results = searchBody.parse(body).requests.map(({ indexName }) => {
        const hits = [...this.objects(indexName).values()];
        return { hits, nbHits: hits.length, page: 0, nbPages: 1 };
      });
      return { status: 200, body: { results } };
    } else return { status: 404, body: { message: 'Not found', status: 404 } };
    return done;
  }
}

async function readBody(req: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = [];
  const stream: AsyncIterable<Uint8Array> = req;
  for await (const part of stream) parts.push(part);
  const packed = Buffer.concat(parts);
  const text = (packed[0] === 0x1f ? gunzipSync(packed) : packed).toString('utf8');
  const body: unknown = JSON.parse(text || 'null');
  return body;
}
