import { formatAge, formatTimeAgo, formatWait } from '@/lib/format/figures';

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['just now', '2026-11-21T11:59:01.000Z'],
  // The server's clock is ahead.
  ['just now', '2026-11-21T12:03:00.000Z'],
  ['1 minute ago', '2026-11-21T11:59:00.000Z'],
  ['59 minutes ago', '2026-11-21T11:00:30.000Z'],
  ['1 hour ago', '2026-11-21T11:00:00.000Z'],
  ['23 hours ago', '2026-11-20T12:00:01.000Z'],
  ['yesterday', '2026-11-20T12:00:00.000Z'],
  ['29 days ago', '2026-10-22T13:00:00.000Z'],
  ['October 22, 2026', '2026-10-22T12:00:00.000Z'],
])('says %s of %s', (words, instant) => {
  expect(formatTimeAgo(instant, now)).toBe(words);
});

it.each([
  // The server's clock is ahead.
  ['just now', '2026-11-21T12:03:00.000Z'],
  ['1 min ago', '2026-11-21T11:59Z'],
  ['59 min ago', '2026-11-21T11:00:30.000Z'],
  ['1 h ago', '2026-11-21T11:00:00.000Z'],
  ['23 h ago', '2026-11-20T12:00:01.000Z'],
  ['1 d ago', '2026-11-20T12:00:00.000Z'],
  ['6 d ago', '2026-11-14T12:00:01.000Z'],
  ['Nov 14, 2026', '2026-11-14T12:00:00.000Z'],
])('says in a row %s of %s', (words, instant) => {
  expect(formatAge(instant, now)).toBe(words);
});

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
])('says a wait of %s since %s', (words, since) => {
  expect(formatWait(since, now)).toBe(words);
});
