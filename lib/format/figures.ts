const wholeNumber = new Intl.NumberFormat('en-US');
const shortNumber = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 0 });

/** In UTC, so that the server and the browser render the same text. */
const dateFormat = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
const month = dateFormat({ month: 'long', year: 'numeric' });
const longDate = dateFormat({ dateStyle: 'long' });
const shortDate = dateFormat({ dateStyle: 'medium' });

/** `12,345`; from 100,000 on `123K`, so that the number fits a button. */
export const formatCount = (count: number) => (count < 100_000 ? wholeNumber : shortNumber).format(count);

/** `1 tool`, `30 tools`. */
export const countOf = (count: number, noun: string, nounPlural: string) =>
  `${formatCount(count)} ${count === 1 ? noun : nounPlural}`;

/** `November 21, 2026`, in UTC. */
export const formatDate = (instant: string) => longDate.format(new Date(instant));

/** `Nov 21, 2026`, in UTC. */
export const formatShortDate = (instant: string) => shortDate.format(new Date(instant));

const minute = dateFormat({
  dateStyle: 'medium',
  timeStyle: 'short',
  // `hour12: false` is 24:05 in one version of ICU and 00:05 in another: server and browser would differ.
  hourCycle: 'h23',
});
/** `Nov 21, 2026, 00:05 UTC`. */
export const formatMinute = (instant: string) => `${minute.format(new Date(instant))} UTC`;

/** `Saturday, November 21`, in UTC; with the year unless it is `year`. */
export function formatDay(instant: string, year: string): string {
  const day = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }).format(new Date(instant));
  return instant.startsWith(year) ? day : `${day}, ${instant.slice(0, 4)}`;
}

/** `November 14–21`, in UTC. */
export function formatPeriod({ since, until }: { since: string; until: string }): string {
  const form = dateFormat({ month: 'long', day: 'numeric' });
  return form.formatRange(new Date(since), new Date(until)).replace(/\s*–\s*/, '–');
}

/** `November 2026`, in UTC. */
export const formatMonth = (instant: string) => month.format(new Date(instant));

/** `1st`, `22nd`, `113th`. */
export function formatOrdinal(place: number): string {
  // Created here rather than at the top, so that pages without ordinals do not load it.
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  const endings = new Map<Intl.LDMLPluralRule, string>([
    ['one', 'st'],
    ['two', 'nd'],
    ['few', 'rd'],
  ]);
  return `${place}${endings.get(rules.select(place)) ?? 'th'}`;
}
