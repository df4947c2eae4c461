import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { cors } from '@/server/http/cors';

async function send(method: string, headers: Record<string, string>) {
  const app = new Hono<AppEnv>();
  app.use(cors({ siteOrigins: ['https://a.example', 'https://b.example'] }, () => false));
  app.all('/', (c) => c.text('answer'));
  const response = await app.request('/', { method, headers });
  const { 'content-type': _, ...rest } = Object.fromEntries(response.headers);
  return { status: response.status, body: await response.text(), ...rest };
}
const allowed = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers':
    'api-version,deprecation,etag,link,ratelimit,ratelimit-policy,retry-after,sunset,x-request-id',
  vary: 'Origin',
};

it('lets pages of the configured origins read an answer', async () => {
  for (const origin of ['https://a.example', 'https://b.example']) {
    expect(await send('GET', { origin })).toEqual({
      status: 200,
      body: 'answer',
      ...allowed,
      'access-control-allow-origin': origin,
    });
  }
});

it('answers no other origin, and says to caches that the origin matters', async () => {
  const other = await send('GET', { origin: 'https://evil.example' });
  expect(other).not.toHaveProperty('access-control-allow-origin');
  expect(await send('GET', {})).toEqual({ status: 200, body: 'answer', vary: 'Origin' });
});

it('allows for a day the methods and headers that a browser asks about', async () => {
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'PUT' };
  expect(await send('OPTIONS', headers)).toMatchObject({
    status: 204,
    body: '',
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
    'access-control-allow-headers':
      'accessToken,api-version,content-type,originUrl,x-algolia-agent,x-algolia-api-key,x-algolia-application-id',
    'access-control-max-age': '86400',
  });
});
