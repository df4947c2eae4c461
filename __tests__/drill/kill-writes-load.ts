import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { canvas } from '../setup/image-calls';

const listed = z.object({ products: z.array(z.object({ id: z.string() })) });
const submitted = z.object({ product: z.object({ id: z.string() }) });
const uploaded = z.object({ imageURL: z.string() });

type Reaction = { handle: string; productId: string };
/** What the site has answered with success. */
type Acknowledged = {
  upvotes: Reaction[];
  bookmarks: Reaction[];
  submissions: string[];
  images: string[];
  subscriptions: string[];
};

/** Members and visitors who write at random to a site, which may be killed and started again. */
export class MixedWrites {
  readonly acknowledged: Acknowledged = {
    ...{ upvotes: [], bookmarks: [], submissions: [], images: [], subscriptions: [] },
  };
  readonly #tokens: readonly string[];
  #productIds: string[] = [];
  #count = 0;
  #isStopped = false;

  /** @param tokens of the members drill-1, drill-2 and so on. */
  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** @throws Error unless the site lists its products. */
  async readProducts(url: URL): Promise<void> {
    const response = await fetch(new URL('/api/products?limit=50&sort=new', url));
    this.#productIds = listed.parse(await response.json()).products.map(({ id }) => id);
  }

  /** Each client sends its next write when the last one is answered. */
  async sendFromClients(url: URL, clients: number): Promise<void> {
    this.#isStopped = false;
    const photo = await canvas(64, 48).png().toBuffer();
    const repeat = async () => {
      while (!this.#isStopped) {
        // The site may be killed at any time.
        await this.#sendNext(url, photo).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: clients }, repeat));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #sendNext(url: URL, photo: Buffer): Promise<void> {
    this.#count += 1;
    const number = this.#count;
    const member = number % this.#tokens.length;
    const headers = {
      accessToken: `Bearer ${this.#tokens[member] ?? ''}`,
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    };
    const send = (method: string, path: string, body?: FormData | object) =>
      fetch(new URL(path, url), {
        method,
        headers: {
          ...headers,
          ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
    const reaction = {
      handle: `drill-${member + 1}`,
      productId: this.#productIds[randomInt(this.#productIds.length)] ?? '',
    };
    const [chance, note] = [randomInt(100), this.acknowledged];
    if (chance < 40 || chance >= 80) {
      const kind = chance < 40 ? 'upvotes' : 'bookmarks';
      const { ok } = await send('PUT', `/api/user/private/${kind}/${reaction.productId}`);
      if (ok) note[kind].push(reaction);
    } else if (chance < 55) {
      const product = { name: `Drill ${number}`, tagline: 'A product of the drill' };
      const response = await send('POST', '/api/user/private/products', {
        ...product,
        url: `https://submitted-${number}.example/`,
        tags: ['Drills'],
      });
      const body: unknown = await response.json();
      if (response.ok) note.submissions.push(submitted.parse(body).product.id);
    } else if (chance < 68) {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(photo)], 'a.png'));
      const response = await send('POST', '/api/user/private/images', form);
      const body: unknown = await response.json();
      if (response.ok) note.images.push(uploaded.parse(body).imageURL.slice('/api/images/'.length));
    } else {
      const email = `drill-${number}@x.example`;
      const { ok } = await send('POST', '/api/newsletter/subscribe', { email });
      if (ok) note.subscriptions.push(email);
    }
  }
}
