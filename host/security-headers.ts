import type { ServerResponse } from 'node:http';

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // The sign-in popup must be able to answer the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
} as const;

export function setSecurityHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
