import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { formatAgo } from '@/server/commands/decisions/require-seen';

it.each([
  [0, 'just now'],
  [SECOND_MS - 1, 'just now'],
  [SECOND_MS, '1 s ago'],
  [MINUTE_MS - 1, '59 s ago'],
  [MINUTE_MS, '1 min ago'],
  [HOUR_MS - 1, '59 min ago'],
  [HOUR_MS, '1 h ago'],
  [DAY_MS - 1, '23 h ago'],
  [DAY_MS, '1 d ago'],
  [40 * DAY_MS, '40 d ago'],
])('says of %d ms: %s', (ms, sentence) => {
  expect(formatAgo(ms)).toBe(sentence);
});
