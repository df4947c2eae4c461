const day = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'long', day: 'numeric' },
  timeZone: 'UTC',
});

/** Such as `June 8, 2026, 19:30 UTC`, where a day alone could be another one at its reader's place. */
export const formatInstant = (instant: Date): string =>
  `${day.format(instant)}, ${instant.toISOString().slice(11, 16)} UTC`;
