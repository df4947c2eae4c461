import { lastMorning } from '@/server/commands/staff-notices/morning';

it.each([
  ['UTC', '2026-06-01T12:00:00Z', '2026-06-01T08:00:00Z'],
  ['UTC', '2026-06-01T08:00:00Z', '2026-06-01T08:00:00Z'],
  ['UTC', '2026-06-01T07:59:59.999Z', '2026-05-31T08:00:00Z'],
  // Winter, the days on which the clocks change, and summer.
  ['Europe/Berlin', '2026-03-28T23:59:00Z', '2026-03-28T07:00:00Z'],
  ['Europe/Berlin', '2026-03-29T05:59:59Z', '2026-03-28T07:00:00Z'],
  ['Europe/Berlin', '2026-03-29T06:00:00Z', '2026-03-29T06:00:00Z'],
  ['Europe/Berlin', '2026-10-25T06:59:59Z', '2026-10-24T06:00:00Z'],
  ['Europe/Berlin', '2026-10-25T07:00:00Z', '2026-10-25T07:00:00Z'],
  ['America/New_York', '2026-03-08T11:59:59Z', '2026-03-07T13:00:00Z'],
  ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z'],
  ['America/New_York', '2026-11-01T12:59:59Z', '2026-10-31T12:00:00Z'],
  ['America/New_York', '2026-11-01T13:00:00Z', '2026-11-01T13:00:00Z'],
  // Half an hour of summer time, and days that begin before those of UTC.
  ['Australia/Lord_Howe', '2026-04-04T21:29:59Z', '2026-04-03T21:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T21:30:00Z', '2026-04-04T21:30:00Z'],
  ['Asia/Kathmandu', '2026-06-01T02:15:00Z', '2026-06-01T02:15:00Z'],
  ['Pacific/Kiritimati', '2026-06-01T17:59:00Z', '2026-05-31T18:00:00Z'],
  ['Pacific/Pago_Pago', '2026-06-01T18:59:00Z', '2026-05-31T19:00:00Z'],
  // Samoa had no December 30 in 2011.
  ['Pacific/Apia', '2011-12-30T17:59:00Z', '2011-12-29T18:00:00Z'],
  ['Pacific/Apia', '2011-12-30T18:00:00Z', '2011-12-30T18:00:00Z'],
])('finds the last morning in %s at %s', (timeZone, now, morning) => {
  expect(lastMorning(new Date(now), timeZone)).toEqual(new Date(morning));
});

it('never moves back, and moves on once a day, around each change of the clocks', () => {
  for (const [timeZone, month, day] of [
    ['Europe/Berlin', 2, 29],
    ['Europe/Berlin', 9, 25],
    ['Africa/Casablanca', 1, 15],
    ['Antarctica/Troll', 2, 29],
  ] as const) {
    const mornings = Array.from({ length: 6 * 24 }, (_, hour) =>
      lastMorning(new Date(Date.UTC(2026, month, day - 3, hour)), timeZone).getTime(),
    );
    expect(mornings).toEqual(mornings.toSorted((a, b) => a - b));
    expect(new Set(mornings).size).toBe(7);
  }
});
