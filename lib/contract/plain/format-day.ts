const day = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'long', day: 'numeric' },
  timeZone: 'UTC',
});

/** Such as `June 8, 2026`, in UTC. */
export const formatDay = (instant: Date): string => day.format(instant);
