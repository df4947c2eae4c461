import { Hono } from 'hono';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { AppEnv } from '@/server/context';

/** RFC 9116 recommends less than a year. The date moves on with every day that the site runs. */
const VALID_DAYS = 180;

/** Where to report a security problem, for people and their tools: https://www.rfc-editor.org/rfc/rfc9116 */
export const securityTxtRoutes = new Hono<AppEnv>().get('/.well-known/security.txt', (c) => {
  const { env, now } = c.var.deps;
  const { contacts, policyURL } = env.security;
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Policy: ${policyURL}`,
    `Canonical: ${env.siteURL}/.well-known/security.txt`,
    'Preferred-Languages: en',
  ];
  return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=86400' });
});
