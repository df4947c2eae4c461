import { readEnv } from '@/server/env';
import { setUpTestApp } from '../../setup/test-app';

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://sprig.example/', ...variables }));

beforeEach(() => {
  variables = {};
});

const read = () => api.request('GET', '/.well-known/security.txt');

it('names the support page as contact and policy, and expires half a year from now', async () => {
  const { status, headers, text } = await read();

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(text).toBe(
    [
      'Contact: https://sprig.example/support#contact',
      'Expires: 2026-11-28T00:00:00.000Z',
      'Policy: https://sprig.example/support#security',
      'Canonical: https://sprig.example/.well-known/security.txt',
      'Preferred-Languages: en\n',
    ].join('\n'),
  );
});

it('names the configured contacts and policy', async () => {
  variables = {
    SECURITY_CONTACT: 'mailto:security@sprig.example, https://sprig.example/report',
    SECURITY_POLICY: 'https://sprig.example/policy',
  };

  expect((await read()).text).toMatch(
    /^Contact: mailto:security@sprig\.example\nContact: https:\/\/sprig\.example\/report\n[^]*^Policy: https:\/\/sprig\.example\/policy$/m,
  );
});

it.each([
  { SECURITY_CONTACT: 'security@sprig.example' },
  { SECURITY_CONTACT: 'https://sprig.example\nContact: https://evil.example' },
  { SECURITY_POLICY: 'ftp://sprig.example' },
])('refuses to start with %j', (given) => {
  expect(() => readEnv(given)).toThrow(/^SECURITY_(?:CONTACT|POLICY) /);
});
