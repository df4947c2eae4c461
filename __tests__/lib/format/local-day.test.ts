import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endOfLocalDay } from '@/lib/format/local-day';

/** What a browser in this time zone says. A process keeps its time zone, so each has one of its own. */
function inZone(zone: string, now: string) {
  const program = `
    import { endOfLocalDay, formatLocalDate, localDay } from './lib/format/local-day.ts';
    const day = localDay(new Date('${now}'));
    const end = endOfLocalDay(day);
    console.log(JSON.stringify({ day, end, shown: formatLocalDate(end) }));`;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  const said: unknown = JSON.parse(output);
  return said;
}

it.each([
  ['America/Los_Angeles', '2026-11-26', '2026-11-27T07:59:59.999Z', 'November 26, 2026'],
  ['Pacific/Auckland', '2026-11-27', '2026-11-27T10:59:59.999Z', 'November 27, 2026'],
])('is the day of a person in %s, and ends where that day ends', (zone, day, end, shown) => {
  expect(inZone(zone, '2026-11-27T03:30:00.000Z')).toEqual({ day, end, shown });
});

it('is empty for a field without a day', () => {
  expect(endOfLocalDay('')).toBe('');
});

it('is what every form takes: none cuts the day out of an instant in UTC', () => {
  const files = ['components', 'hooks'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  const isCut = (file: string) =>
    /toISOString\(\)\s*\.(?:slice|split|substring)|T23:59:59|getUTC(?:Date|Month|FullYear)/.test(
      readFileSync(file, 'utf8'),
    );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(isCut)).toEqual([]);
});
