import { formatWait } from '@/lib/format/waiting-time';

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  // The server's clock is ahead.
  ['less than a minute', '2026-11-21T12:03:00.000Z'],
  ['less than a minute', '2026-11-21T11:59:00.001Z'],
  ['1 minute', '2026-11-21T11:59:00.000Z'],
  ['59 minutes', '2026-11-21T11:00:00.001Z'],
  ['1 hour', '2026-11-21T11:00:00.000Z'],
  ['23 hours', '2026-11-20T12:00:00.001Z'],
  ['1 day', '2026-11-20T12:00:00.000Z'],
  ['40 days', '2026-10-12T11:00:00.000Z'],
])('says %s since %s', (words, since) => {
  expect(formatWait(since, now)).toBe(words);
});
