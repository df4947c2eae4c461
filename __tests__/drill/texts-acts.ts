import * as z from 'zod/mini';
import { normalize, type Write } from './texts-in-browser';

let requestCount = 0;
/** Each request comes from another address, because limits count addresses. */
export const headersOf = (token?: string) => {
  requestCount += 1;
  const address = { 'x-forwarded-for': `10.2.${requestCount >> 8}.${requestCount & 255}` };
  return { ...address, ...(token && { accessToken: `Bearer ${token}` }) };
};

const said = z.object({
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.unknown())),
});

/** The sentences of an answer. */
export function sentencesOf(text: string): string[] {
  try {
    const { message, fields } = said.parse(JSON.parse(text));
    return [
      message ?? '',
      ...Object.entries(fields ?? {}).map(([name, value]) => `${name}: ${String(value)}`),
    ];
  } catch {
    return [];
  }
}

export type Tokens = Readonly<Record<'member' | 'other' | 'moderator' | 'admin', string>>;
type Actor = keyof Tokens | 'visitor';

const SITE = 'https://figgle.example/';
const DRAFT = { url: SITE, name: 'Figgle', tagline: 'Draw together in the browser', description: 'With **layers**.', tags: ['Design', 'JavaScript'] }; // prettier-ignore

/** Does what leads to emails, entries of the log and lists that are not empty. */
export async function act(url: string, tokens: Tokens, write: Write): Promise<void> {
  const lines: string[] = [];
  /** @returns the value at a path of the answer, such as `product.id`. */
  async function call(actor: Actor, route: string, body?: object, wanted = ''): Promise<string> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...headersOf(actor === 'visitor' ? undefined : tokens[actor]),
        originUrl: `${url}/`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    lines.push(`${actor} ${normalize(route)}: ${answer.status}`, ...sentencesOf(text).map(normalize));
    if (wanted === '') return '';
    const value = wanted
      .split('.')
      .reduce<unknown>((part, name) => Reflect.get(Object(part), name), JSON.parse(text));
    return String(value);
  }
  const react = await call('visitor', 'GET /products/react', undefined, 'product.id');
  const vite = await call('visitor', 'GET /products/vite', undefined, 'product.id');
  const submit = (name: string) =>
    call('other', 'POST /user/private/products', { ...DRAFT, name, url: `https://${name}.example/` }, 'product.id'); // prettier-ignore
  const [first, second, third, waiting] = [await submit('figgle'), await submit('gaggle'), await submit('giggle'), await submit('goggle')]; // prettier-ignore
  await call('moderator', `POST /moderation/products/${first}/approve`);
  await call('moderator', `POST /moderation/products/${second}/reject`, { reason: '{name} is a poem.' });
  await call('moderator', `POST /moderation/products/${third}/approve`);
  await call('other', `PATCH /user/private/products/${first}`, { name: 'Figgle 2' });
  await call('moderator', `POST /moderation/products/${first}/approve`);
  await call('other', `PATCH /user/private/products/${third}`, { name: 'Giggle 2' });
  await call('moderator', `POST /moderation/products/${third}/reject`, { reason: 'It is the same.' });
  await call('other', `PATCH /user/private/products/${waiting}`, { tagline: 'Changed while it waits' });
  await call('other', 'POST /user/private/appeals', { text: 'It is no poem.', productId: second });
  const appeal = await call('admin', 'GET /moderation/appeals', undefined, 'appeals.0.id');
  await call('admin', `POST /moderation/appeals/${appeal}`, { outcome: 'reversed', reply: 'Indeed.' });
  await call('moderator', `POST /moderation/products/${second}/reject`, { reason: 'It is a poem.' });
  await call('other', 'POST /user/private/appeals', { text: 'It is still no poem.', productId: second });
  const seen = await call('member', `GET /user/private/texts/${react}`, undefined, 'seen');
  const suggest = (changes: object) =>
    call('member', `POST /user/private/products/${react}/suggestions`, { seen, changes, comment: 'Look.' }, 'id'); // prettier-ignore
  await call('moderator', `POST /moderation/suggestions/${await suggest({ tagline: 'A library for pages' })}/reject`, { reason: 'No.' }); // prettier-ignore
  await call(
    'moderator',
    `POST /moderation/suggestions/${await suggest({ tagline: 'For pages that change' })}/accept`,
  );
  await call('member', `POST /user/private/products/${vite}/suggestions`, { seen: await call('member', `GET /user/private/texts/${vite}`, undefined, 'seen'), changes: { tags: ['Bundlers'] } }); // prettier-ignore
  const report = (actor: Actor, id: string, reason: string) =>
    call(actor, `POST /products/${id}/reports`, { reason, text: 'Look.', email: 'eve@site.example' });
  for (const id of [first, third, vite]) await report('visitor', id, 'broken');
  await report('member', first, 'wrong');
  await report('other', react, 'spam');
  const decide = async (id: string, decision: object) =>
    call('moderator', `POST /moderation/products/${id}/reports`, { ...decision, note: 'Thanks.', seen: await call('moderator', 'GET /moderation/reports', undefined, 'seen') }); // prettier-ignore
  await decide(first, { outcome: 'upheld', remedy: 'remove' });
  await decide(third, { outcome: 'dismissed' });
  await call('visitor', 'POST /contact', { name: 'Eve', email: 'eve@site.example', message: 'Hello, is there anybody?' }); // prettier-ignore
  const message = await call('admin', 'GET /moderation/messages', undefined, 'messages.0.id');
  await call('admin', `POST /moderation/messages/${message}/answer`, { text: 'Yes.' });
  for (let count = 0; count < 12; count += 1)
    await call('visitor', 'POST /contact', { name: 'Eve', email: 'eve@site.example', message: `Hello for the ${count}th time` }); // prettier-ignore
  await call('visitor', 'POST /newsletter/subscribe', { email: 'eve@site.example' });
  await call('moderator', 'POST /moderation/invitations', { note: 'For Eve', days: 7, usesMax: 2 });
  await call('admin', 'POST /moderation/webhooks', { name: 'Hook', url: 'https://hook.example/', format: 'standard', events: ['product.approved'] }); // prettier-ignore
  await call('member', 'POST /user/private/alternatives', { productId: react, alternativeId: await call('visitor', 'GET /products/figma', undefined, 'product.id') }); // prettier-ignore
  await call('moderator', 'PUT /moderation/brakes/no-submissions', { note: 'A flood.' });
  const memberIs = (handle: string) =>
    call('moderator', `GET /moderation/users?q=${handle}`, undefined, 'members.0.id');
  const warned = await memberIs('pia-fern');
  await call('moderator', `POST /moderation/users/${warned}/notes`, { text: 'Submits much.' });
  await call('moderator', `POST /moderation/users/${warned}/warn`, { reason: 'Too much.' });
  await call('moderator', `POST /moderation/users/${await memberIs('quim-fern')}/suspend`, { reason: 'Too much.', suspendedUntil: '2031-01-01T00:00:00.000Z' }); // prettier-ignore
  await call('moderator', `POST /moderation/users/${await memberIs('rana-fern')}/ban`, { reason: 'Far too much.' }); // prettier-ignore
  await call('moderator', `POST /moderation/users/${await memberIs('rana-fern')}/unban`, {});
  await call('moderator', `POST /moderation/users/${await memberIs('quim-fern')}/unsuspend`, {});
  write('acts', lines);
}
