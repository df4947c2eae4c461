import { readEnv } from '@/server/config/env';
import { setUpTestApp } from '../../setup/test-app';

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/', ...variables }));

beforeEach(() => {
  variables = {};
});

const read = () => api.request('GET', '/.well-known/security.txt');

it('names the support page as contact and policy, and expires half a year from now', async () => {
  const { status, headers, text } = await read();

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(text).toBe(
    [
      'Contact: https://listgrove.example/support#contact',
      'Expires: 2026-11-28T00:00:00.000Z',
      'Policy: https://listgrove.example/support#security',
      'Canonical: https://listgrove.example/.well-known/security.txt',
      'Preferred-Languages: en\n',
    ].join('\n'),
  );
});

it('names the configured contacts and policy', async () => {
  variables = {
    SECURITY_CONTACT: 'mailto:security@listgrove.example, https://listgrove.example/report',
    SECURITY_POLICY: 'https://listgrove.example/policy',
  };

  expect((await read()).text).toMatch(
    /^Contact: mailto:security@listgrove\.example\nContact: https:\/\/listgrove\.example\/report\n[^]*^Policy: https:\/\/listgrove\.example\/policy$/m,
  );
});

it.each([
  { SECURITY_CONTACT: 'security@listgrove.example' },
  { SECURITY_CONTACT: 'https://listgrove.example\nContact: https://evil.example' },
  { SECURITY_POLICY: 'ftp://listgrove.example' },
])('refuses to start with %j', (given) => {
  expect(() => readEnv(given)).toThrow(/^SECURITY_(?:CONTACT|POLICY) /);
});
