import { describeSuspension, formatShortLastDay } from '@/lib/contract/plain/suspension';

/** The end of February 2, 2027 in time zones of both ends, and a day that ends an hour early for summer time. */
const ENDS = {
  'Pacific/Honolulu': '2027-02-03T09:59:59.999Z',
  'America/Los_Angeles': '2027-02-03T07:59:59.999Z',
  'Atlantic/Azores': '2027-02-03T00:59:59.999Z',
  UTC: '2027-02-02T23:59:59.999Z',
  'Asia/Kathmandu': '2027-02-02T18:14:59.999Z',
  'Pacific/Auckland': '2027-02-02T10:59:59.999Z',
};

it.each(Object.entries(ENDS))(
  'names the last day of a suspension as it was chosen in %s',
  (timeZone, end) => {
    const chosen = new Date(end).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone });
    expect(chosen).toBe('Feb 2, 2027');
    expect(formatShortLastDay(end)).toBe(chosen);
    expect(describeSuspension(end)).toBe('Your account is suspended through February 2, 2027.');
  },
);
