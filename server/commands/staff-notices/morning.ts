import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { NOTICE_RULES } from '@/lib/contract/staff-notice';

/** The latest instant, up to now, at which clocks in a time zone have shown eight in the morning. */
export function lastMorning(now: Date, timeZone: string): Date {
  const clockMs = clockAt(now, timeZone);
  const today = clockMs - (clockMs % DAY_MS);
  // A zone may leave a day out, which then has no morning.
  for (let daysAgo = 0; ; daysAgo += 1) {
    const at = instantAt(today - daysAgo * DAY_MS + NOTICE_RULES.morningHour * HOUR_MS, timeZone);
    if (at <= now) return at;
  }
}

/** When clocks in a time zone show a time. The second look corrects the first where the clocks change between the two. */
function instantAt(clockMs: number, timeZone: string): Date {
  const guess = new Date(2 * clockMs - clockAt(new Date(clockMs), timeZone));
  return new Date(guess.getTime() + clockMs - clockAt(guess, timeZone));
}

/** The figures are read, and shown to no person. */
const CLOCK = 'en-u-ca-gregory-nu-latn';

/** What clocks in a time zone show, as the milliseconds since 1970 at which clocks in UTC show the same. */
function clockAt(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat(CLOCK, {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const secondsMs = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return secondsMs + (instant.getTime() % SECOND_MS);
}
